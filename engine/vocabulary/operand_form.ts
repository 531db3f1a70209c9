import type { FieldType } from './field_type.ts';
import { accept, type ReadValue, readStorable } from './read_value.ts';
import type { Trait } from './trait.ts';

/** What stands behind an operator, and how it is read. */
export interface OperandForm {
  /** The type that PostgreSQL reads it as; null for the type of what is compared. */
  readonly type: FieldType | null;
  /** Whether it is several values in a list. */
  readonly isList: boolean;
  /** Whether its characters may mean something other than themselves. The claim of a caller is never an expression. */
  readonly isExpression: boolean;
  /** The text that PostgreSQL gets, or what is wrong with the operand. */
  readonly read: (text: string, of: Compared) => ReadValue;
}

/** What an operator is asked about: a field, what stands in its JSON, or a period. */
export interface Compared {
  readonly kind: string;
  readonly traits: readonly Trait[];
  /** Reads a value of its type. */
  readonly read: (text: string) => ReadValue;
}

/** A value of the type of what is compared. */
export const ownValue: OperandForm = {
  type: null,
  isList: false,
  isExpression: false,
  read: (text, { read }) => read(text),
};

/** Text that PostgreSQL can store. */
export function readText(text: string): ReadValue {
  return readStorable(text, accept);
}
