import type { Condition } from '../../language/syntax.ts';
import { allOf, type BoundCondition } from '../field.ts';
import type { AnyRelation } from '../relation.ts';
import type { Bound } from './bound.ts';
import { splitCondition } from './link_condition.ts';
import type { Reached } from './reached.ts';
import type { RowType } from './row_type.ts';

/** Binds conditions that hold together for a row, each with its slot. */
export type BindPart<Context> = (
  conditions: readonly Condition[],
  context: Context,
  slots: readonly (number | null)[],
) => Bound<readonly BoundCondition[]>;

interface Written {
  readonly conditions: readonly Condition[];
  readonly slots: readonly (number | null)[];
}

/** Binds conditions on the rows that a relation leads to. Some of them are about the links, where it goes through links. */
export function bindReached<Context extends { readonly row: RowType; readonly rows: ReadonlyMap<string, RowType> }>(
  relation: AnyRelation,
  { conditions, slots }: Written,
  context: Context,
  bind: { readonly there: BindPart<Context>; readonly links: BindPart<Context> },
): Bound<Reached> {
  const links = 'steps' in relation ? context.rows.get(relation.steps[0].target) : undefined;
  const parts = conditions.map((each, index) => ({
    index,
    slot: slots[index] ?? null,
    ...(links === undefined ? { link: null, there: each } : splitCondition(each, links, context.row)),
  }));
  const bound = (part: 'link' | 'there', bindPart: BindPart<Context>, of: Context): Bound<BoundCondition | null> => {
    const own = parts.flatMap(({ [part]: condition, index, slot }) =>
      condition === null ? [] : [{ condition, index, slot }],
    );
    const found = bindPart(
      own.map(({ condition }) => condition),
      of,
      own.map(({ slot }) => slot),
    );
    if (found.ok) return { ok: true, value: allOf(found.value) };
    return { ok: false, faults: found.faults.map((fault) => ({ ...fault, index: own[fault.index]?.index ?? 0 })) };
  };
  const link = bound('link', bind.links, { ...context, row: links ?? context.row });
  const condition = bound('there', bind.there, context);
  if (link.ok && condition.ok) return { ok: true, value: { relation, link: link.value, condition: condition.value } };
  return { ok: false, faults: [link, condition].flatMap((each) => (each.ok ? [] : each.faults)) };
}
