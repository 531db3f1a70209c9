import { LRUCache } from 'lru-cache';
import type { Principal } from '../../access/principal.ts';
import { arrayText } from '../../vocabulary/value/array_text.ts';
import { statementsOf } from '../sql/claim.ts';
import {
  bindStatement,
  idSlot,
  type Slot,
  type Statement,
  type Template,
  type UnboundStatement,
  unboundStatement,
  versionsSlot,
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
  /** The row on which writers of the timeline of a new entry queue; left out for other rows. */
  readonly timeline?: string | null;
  /** Of which it must have one; left out where the shape asks for none. */
  readonly versions?: readonly string[];
  readonly render: () => Template;
  /** Renders writes of this shape as one statement, where they can be one; see joint.ts. */
  readonly renderJoint: (() => Template) | null;
  /** Whether rows may exchange unique values by several of these writes; false when left out. */
  readonly mayExchange?: boolean;
}

/** The statement of a write of one row. */
export interface WriteStatement extends Statement {
  /** Left out where it runs alone. It is made when it is asked for: most writes never are. */
  readonly joint?: () => Joint;
}

/** A write that can be one statement with others of its shape. */
export interface Joint {
  /** Who writes. */
  readonly principal: Principal;
  readonly shape: string;
  /** The row that it changes; null for a new one. */
  readonly id: string | null;
  /** The row on which writers of the timeline of a new entry queue; null for other rows. A statement has one entry of each. */
  readonly timeline: string | null;
  readonly values: readonly (string | null)[];
  /** Whether one statement may accept several of them, each of which would be refused by itself. */
  readonly mayExchange: boolean;
  /** One statement for all of these writes. */
  readonly join: (all: readonly Joint[]) => Statement;
}

/** Renders the statement of a write, or takes that of an earlier one of the same shape and puts the values into it. */
export function writeStatement(cache: WriteCache, write: Write): WriteStatement {
  const { kind, assignments, writer, id, timeline = null, versions = [] } = write;
  const { render, renderJoint, mayExchange = false } = write;
  let key = `${statementsOf(writer.principal)} ${kind}`;
  // Of a value, the text of the statement depends on whether it is null. No name has a comma: no field can pass for another word.
  for (const { field, value } of assignments) key += value === null ? `,${field.name}-` : `,${field.name}`;
  const unbound = unboundIn(cache, key, render);
  const statement = bound(unbound, writer, (slot) => {
    if (slot === versionsSlot) return arrayText(versions);
    return slot === idSlot ? id : (assignments[slot]?.value ?? null);
  });
  const together = renderJoint === null ? null : unboundIn(cache, `${key},+joint`, renderJoint);
  // One that locks more than several at once could runs alone.
  if (together === null || (together.first === null && unbound.first !== null)) return statement;
  const join: Joint['join'] = (all) =>
    bound(together, writer, (slot) =>
      arrayText(all.map((each) => (slot === idSlot ? each.id : (each.values[slot] ?? null)))),
    );
  const { principal } = writer;
  const values = () => assignments.map(({ value }) => value);
  const joint = () => ({ principal, shape: key, id, timeline, values: values(), mayExchange, join });
  return { ...statement, joint };
}

function unboundIn(cache: WriteCache, key: string, render: () => Template): UnboundStatement {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const unbound = unboundStatement(render());
  cache.set(key, unbound);
  return unbound;
}

function bound(
  unbound: UnboundStatement,
  { principal, identity }: Writer,
  inSlot: (slot: number) => string | null,
): Statement {
  return bindStatement(unbound, (slot: Slot) => {
    if (slot === 'identity') return identity;
    return typeof slot === 'number' ? inSlot(slot) : callerValue(slot, principal);
  });
}
