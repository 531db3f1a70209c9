import type { FormatName } from './format.ts';

/** Bounds, steps and lengths that are not given are null. Bounds and steps are decimal text: no digit is lost. */
export type FieldType =
  | {
      readonly kind: 'text';
      readonly minLength: number | null;
      readonly maxLength: number | null;
      readonly pattern: string | null;
      readonly format: Format | null;
    }
  | { readonly kind: 'html'; readonly minLength: number | null; readonly maxLength: number | null }
  | { readonly kind: 'boolean' }
  | ({ readonly kind: 'integer' } & Bounds)
  | ({ readonly kind: 'bigint' } & Bounds)
  | ({ readonly kind: 'decimal'; readonly precision: number; readonly scale: number } & Bounds)
  | { readonly kind: 'date' }
  | { readonly kind: 'datetime' }
  | { readonly kind: 'uuid' }
  | { readonly kind: 'json' }
  | {
      readonly kind: 'enum';
      readonly values: readonly string[];
      readonly transitions: ReadonlyMap<string, readonly string[]> | null;
    }
  | { readonly kind: 'reference'; readonly to: string }
  | {
      readonly kind: 'array';
      readonly of: FieldType;
      readonly minLength: number | null;
      readonly maxLength: number | null;
    };

export interface Bounds {
  readonly minimum: string | null;
  readonly maximum: string | null;
  readonly multipleOf: string | null;
}

/** One format, or one chosen by the value of a sibling field. */
export type Format =
  | { readonly kind: 'fixed'; readonly name: FormatName }
  | { readonly kind: 'by'; readonly field: string; readonly formats: ReadonlyMap<string, FormatName> };
