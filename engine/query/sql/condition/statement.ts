import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { OperandType } from '../../../model/field.ts';
import { type Fragment, placeholder } from '../../../sql/fragment.ts';
import { render } from '../../../sql/render.ts';
import type { Terms } from './terms.ts';

/** One SQL statement with its values as text; `$1` is the first. The same shape of request gives the same text. */
export interface Statement {
  readonly text: string;
  readonly values: readonly (string | null)[];
  /** Name of the prepared statement: the same for the same text. */
  readonly name: string;
  /** Run before it in the same transaction, with a snapshot of its own; left out or null for none. */
  readonly first?: Statement | null;
  /** How many times the statement timeout it may take, which `first` has to grant; once when left out. */
  readonly patience?: number;
  /** A column of its one row to have as bytes where it is long. */
  readonly bytesOf?: string;
  /** Whether it takes one of several ways, and says in its one row which. */
  readonly hasWays?: boolean;
}

/** A statement whose values may be others: of each, where it comes from, or null. */
export interface Template extends Statement {
  readonly slots: readonly (Slot | null)[];
  readonly first?: Template | null;
}

/** A statement for all requests of one shape: it has values of the shape, and bind positions for all others. */
export interface UnboundStatement {
  readonly text: string;
  readonly name: string;
  readonly values: readonly UnboundValue[];
  readonly first: UnboundStatement | null;
  readonly hasWays: boolean;
}

type UnboundValue =
  | { readonly kind: 'own'; readonly text: string | null }
  | { readonly kind: 'position'; readonly slot: Slot };

/** Takes the values of the request out of a statement. */
export function unboundStatement({
  text,
  name,
  values,
  slots,
  first = null,
  hasWays = false,
}: Template): UnboundStatement {
  const unbound = values.map((value, place): UnboundValue => {
    const slot = slots[place] ?? null;
    return slot === null ? { kind: 'own', text: value } : { kind: 'position', slot };
  });
  return { text, name, values: unbound, first: first === null ? null : unboundStatement(first), hasWays };
}

/** The statement of a request, from what it has at each bind position. */
export function bindStatement(
  { text, name, values, first, hasWays }: UnboundStatement,
  bound: (slot: Slot) => string | null,
): Statement {
  return {
    text,
    name,
    values: values.map((value) => (value.kind === 'own' ? value.text : bound(value.slot))),
    first: first === null ? null : bindStatement(first, bound),
    hasWays,
  };
}

/**
 * The source of a value. A number is the place of a parameter of the URL, or of a field that a write sets. Others come from the
 * caller: a claim with its type, the identity, or the party for which they act.
 */
export type Slot = number | ClaimSlot | 'identity' | 'subject' | 'party';

export interface ClaimSlot {
  readonly claim: string;
  readonly type: OperandType;
}

/** The place of the id of an item, which no parameter of the URL has. */
export const idSlot = -1;

/** The place of the versions of which an item must have one. */
export const versionsSlot = -2;

/** A piece of a statement. */
export type Sql = Fragment<StatementValue>;

/** A value, and where others of the same shape have theirs from; null for a value that belongs to the shape. */
export interface StatementValue {
  readonly text: string | null;
  readonly slot: Slot | null;
}

/** What a condition stands for in a statement. */
export type StatementTerms = Terms<StatementValue>;

/** A value of a statement, which PostgreSQL gets beside its text. */
export function parameter(text: string | null, slot: Slot | null = null): Sql {
  return placeholder({ text, slot });
}

/** The statement that a fragment makes. */
export function statementOf(fragment: Sql): Template {
  const { text, values } = render(fragment);
  return { text, values: values.map(textOfValue), slots: values.map(slotOfValue), name: nameOf(text) };
}

function textOfValue({ text }: StatementValue): string | null {
  return text;
}

function slotOfValue({ slot }: StatementValue): Slot | null {
  return slot;
}

/** Names by text: hashing once is enough. Bounded, since each different filter combination is a text of its own. */
const names = new LRUCache<string, string>({ maxSize: 8_000_000, sizeCalculation: (_name, text) => text.length });

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  names.set(text, name);
  return name;
}
