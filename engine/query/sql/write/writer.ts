import type { Restrictions } from '../../../access/restriction.ts';
import type { Field } from '../../../model/field.ts';

/** A field and the value it gets, as text that PostgreSQL reads for its type. */
export interface Assignment {
  readonly field: Field;
  readonly value: string | null;
}

/** The restrictions of a principal who writes, and the identity that the write is recorded under. */
export interface Writer extends Restrictions {
  readonly identity: string;
}
