import type { Many, One } from './relation.ts';
import type { Shape } from './shape.ts';

// Stands for the declarations of a model, which are written in its place: here every resource may do everything.

export interface Resources {
  [name: string]: {
    operations: 'list' | 'read' | 'create' | 'update' | 'delete';
    row: { [field: string]: unknown };
    links: { [relation: string]: string | null };
    create: { readonly [field: string]: unknown };
    update: { readonly [field: string]: unknown };
    unread: 'create' | 'update';
    filters: { readonly [field: string]: unknown };
    relations: { [alias: string]: One<string> | Many<string> };
    instants: 'as_of' | 'valid_at';
    files: string;
    history: string | null;
  };
}

export interface Calls {
  [resource: string]: { [call: string]: { item: boolean; input: object; answer: unknown } };
}

export interface Handlers {
  [resource: string]: { [call: string]: { input: object; row: object | null; answer: object } };
}

export type Role = string;

export type Claim = string;

/** Whether the service gives aggregates. */
export type Aggregates = boolean;

export type ProblemCode = string;

export const basePath: string = '/api/v1';

export const shapes: Readonly<Record<string, Shape>> = {};
