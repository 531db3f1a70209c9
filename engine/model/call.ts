import type { Json } from '../vocabulary/value/json.ts';
import type { BoundCondition, Field } from './field.ts';

/** An operation of a resource with a name and a purpose of its own. */
export interface Call {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Whether it is about one row, whose id is in its path. */
  readonly item: boolean;
  /** What a client sends, by name. */
  readonly input: ReadonlyMap<string, Field>;
  readonly answer: CallAnswer;
  readonly work: FindWork | HandlerWork;
  /** Whether each call is an event. */
  readonly event: boolean;
  /** The roles that may call it; null where scopes alone decide. */
  readonly roles: readonly string[] | null;
}

/** What a call answers: fields of the row, values of its own, or nothing. */
export type CallAnswer =
  | { readonly kind: 'row' | 'values'; readonly fields: ReadonlyMap<string, Field> }
  | { readonly kind: 'nothing' };

/** Finds one row as the service itself, and may make it. */
export interface FindWork {
  readonly kind: 'find';
  readonly text: string;
  /** Holds for one row at most. An input is the claim `input.<name>`. */
  readonly condition: BoundCondition;
  /** The values of the row that is made where there is none; null where none is made. */
  readonly create: readonly CreatedValue[] | null;
}

/** A field of a row that a call makes, and where its value comes from. */
export interface CreatedValue {
  readonly field: string;
  readonly value:
    | { readonly kind: 'input'; readonly input: string }
    | { readonly kind: 'claim'; readonly claim: string }
    | { readonly kind: 'value'; readonly value: Json };
}

/** Runs a function of TypeScript. */
export interface HandlerWork {
  readonly kind: 'handler';
  /** The file beside the definition. */
  readonly file: string;
  /** By whose rights its client reads and writes. */
  readonly as: 'caller' | 'service';
  /** The errors that it may throw, by code. */
  readonly errors: ReadonlyMap<string, CallError>;
  /** The longest time that it may take, and the most memory. */
  readonly milliseconds: number;
  readonly megabytes: number;
}

/** An error that a handler may throw, as a client gets it. */
export interface CallError {
  readonly status: number;
  readonly title: string;
}

/** What a rule of a call names an input by, beside the claims of the caller. */
export function inputClaim(input: string): string {
  return `${inputPrefix}.${input}`;
}

/** What comes before the name of an input in a rule: `{input.name}`. */
export const inputPrefix = 'input';
