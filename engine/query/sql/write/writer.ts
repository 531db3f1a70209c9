import type { Restrictions } from '../../../access/restriction.ts';
import type { Field } from '../../../model/field.ts';
import type { Sql } from '../condition/statement.ts';

/** A field and the value it gets, as text that PostgreSQL reads for its type. */
export interface Assignment {
  readonly field: Field;
  readonly value: string | null;
  /** The place of the value in the write, where a statement may be kept for other values. */
  readonly slot?: number;
  /** An expression that the service gives instead of a value: it may refer to rows that the writer does not see. */
  readonly given?: Sql;
}

/** The restrictions of a principal who writes, and the identity that the write is recorded under. */
export interface Writer extends Restrictions {
  readonly identity: string;
}
