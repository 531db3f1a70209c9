import type { Resources } from './resources.ts';

/** The name of a resource. */
export type Name = keyof Resources & string;

/** A row as lists, creates and updates return it. */
export type Row<N extends Name> = Resources[N]['row'];

/** The names of its fields. */
export type FieldOf<N extends Name> = keyof Row<N> & string;
