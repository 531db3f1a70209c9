import { LRUCache } from 'lru-cache';
import { statementsOf } from '../sql/claim.ts';
import {
  bindStatement,
  idSlot,
  type Slot,
  type Statement,
  type Template,
  type UnboundStatement,
  unboundStatement,
} from '../sql/condition/statement.ts';
import type { Assignment, Writer } from '../sql/write/writer.ts';
import { callerValue } from './caller_value.ts';

/** Statements that write one row, by what is written and by whom. Bounded: a caller may send ever new sets of fields. */
export type WriteCache = LRUCache<string, UnboundStatement>;

/** Characters of all statements together. */
const mostCharacters = 8_000_000;

export function createWriteCache(): WriteCache {
  return new LRUCache({
    maxSize: mostCharacters,
    sizeCalculation: ({ text, first }, key) => key.length + text.length + (first?.text.length ?? 0),
  });
}

/** A write of one row, whose values and id are not part of its shape. */
interface Write {
  /** What the statement depends on beside the fields and the writer. */
  readonly kind: string;
  readonly assignments: readonly Assignment[];
  readonly writer: Writer;
  /** The row; null for a new one. */
  readonly id: string | null;
  readonly render: () => Template;
}

/** Renders the statement of a write, or takes that of an earlier one of the same shape and puts the values into it. */
export function writeStatement(cache: WriteCache, { kind, assignments, writer, id, render }: Write): Statement {
  const { principal, identity } = writer;
  let key = `${statementsOf(principal)} ${kind}`;
  // Of a value, the text of the statement depends on whether it is null.
  for (const { field, value } of assignments) key += value === null ? ` ${field.name}-` : ` ${field.name}`;
  const known = cache.get(key);
  const statement = known ?? unboundStatement(render());
  if (known === undefined) cache.set(key, statement);
  return bindStatement(statement, (slot: Slot) => {
    if (slot === 'identity') return identity;
    if (typeof slot !== 'number') return callerValue(slot, principal);
    return slot === idSlot ? id : (assignments[slot]?.value ?? null);
  });
}
