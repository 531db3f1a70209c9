import type { Fragment } from '../../sql/fragment.ts';
import type { FieldType } from '../field_type.ts';
import type { Trait } from '../trait.ts';
import { accept, type ReadValue, readStorable } from '../value/read_value.ts';

/** The operand of an operator, and how it is read. */
export interface OperandForm {
  /** The type that PostgreSQL reads it as; null for the type of the compared field. */
  readonly type: FieldType | null;
  /** Whether it is several values in a list. */
  readonly isList: boolean;
  /** Whether it is a keyword, such as null, that becomes part of the statement instead of a value of it. */
  readonly isKeyword: boolean;
  /** Whether its characters may mean something other than themselves. The claim of a caller is never an expression. */
  readonly isExpression: boolean;
  /** The text that PostgreSQL gets, or what is wrong with the operand. */
  readonly read: (text: string, of: Compared) => ReadValue;
  /**
   * Why PostgreSQL would fail to read the text. A rule of the definitions is refused for it; a request is refused when
   * PostgreSQL says so.
   */
  readonly unreadable?: (text: string) => ReadValue | null;
  /**
   * A claim as SQL, or null for a claim that the operator does not take. Without it, the operator takes every claim of
   * the type.
   */
  readonly fitting?: <Value>(claim: Fragment<Value>) => Fragment<Value>;
  /** How its text must begin, as a pattern of JSON Schema. Without it, any text is accepted. */
  readonly begins?: string;
  /** What people see of the text that PostgreSQL gets. Without it, they see the text. */
  readonly shown?: (text: string) => string;
}

/** What an operator compares: a field, a value in its JSON, or a period. */
export interface Compared {
  readonly kind: string;
  readonly traits: readonly Trait[];
  /** Reads a value of its type. */
  readonly read: (text: string) => ReadValue;
}

/** A value of the type of the compared field. */
export const ownValue: OperandForm = {
  type: null,
  isList: false,
  isKeyword: false,
  isExpression: false,
  read: (text, { read }) => read(text),
};

/** A text that PostgreSQL can store. */
export function readText(text: string): ReadValue {
  return readStorable(text, accept);
}
