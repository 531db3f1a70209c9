import type { Role } from './ruled.ts';

/** A request as each server is asked it: the paths are below the base path. */
export interface Question {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const subjects = ['almanac', 'hand-written', 'PostgREST'] as const;

export type Subject = (typeof subjects)[number];

/** One kind of request. */
export interface Shape {
  readonly name: string;
  readonly title: string;
  /** Whether a row is shown, many are, or something is written. */
  readonly kind: 'read' | 'write' | 'mixed';
  readonly connections: number;
  /** Of its caller, for the service with access rules and calls; null for the service without any. */
  readonly role: Role | null;
  /** How many requests there are to choose from: fewer where they are long. */
  readonly questions: number;
  /**
   * What a subject is asked, by random numbers from 0 to 1, a number that no other request has, and the size of the data
   * set; null where it knows nothing like it.
   */
  readonly ask: (subject: Subject, random: () => number, count: number, units: number) => Question | null;
}

/** How many rows a page of the benchmark has. */
export const pageRows = 25;

/** A page of units begins with any of them. */
export const anyUnit = (random: () => number, units: number): number => 1 + Math.floor(random() * (units * 0.99));

/** A shape with what most have: 16 connections, and no role. */
export const shape = (
  name: string,
  title: string,
  kind: Shape['kind'],
  ask: Shape['ask'],
  more: Partial<Shape> = {},
): Shape => ({
  name,
  title,
  kind,
  connections: 16,
  role: null,
  questions: 8192,
  ask,
  ...more,
});

/** What each connection asks a subject, which has an answer to the shape; `next` gives numbers that no other request has. */
export function questionsOf(
  shape: Shape,
  subject: Subject,
  next: () => number,
  units: number,
): readonly (readonly Question[])[] {
  const ask = () => shape.ask(subject, Math.random, next(), units) as Question;
  return Array.from({ length: shape.connections }, () =>
    Array.from({ length: Math.ceil(shape.questions / shape.connections) }, ask),
  );
}

/** Gives 1, 2, 3 and so on. */
export function counter(): () => number {
  let count = 0;
  return () => {
    count += 1;
    return count;
  };
}
