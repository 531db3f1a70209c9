import { partyField } from '../../definition/recipient.ts';
import { asksForValidity } from '../../model/condition/looks.ts';
import type { BoundCondition } from '../../model/field.ts';
import type { Recipient, Resource } from '../../model/model.ts';
import { isReference } from '../../model/relation.ts';
import { columnOf, empty, type Fragment, join, raw, sql } from '../../sql/fragment.ts';
import { relatedTo } from './condition/related_to.ts';
import type { Row } from './condition/row_place.ts';
import { shownCondition, sourceOf, validCondition } from './condition/source.ts';
import { allOf, whereOf } from './read/rule/fence.ts';

/** A row on the way of a recipient. */
export type WayRow = Pick<Row, 'alias' | 'depth'>;

/** Where a recipient is looked for, and when. */
interface RecipientPlace<Value> {
  /** The row that something is about. */
  readonly row: WayRow & Pick<Row, 'model'> & { readonly instant: Fragment<Value> | null };
  /** The instant at which entries of timelines are valid. */
  readonly validAt: Fragment<Value>;
  /** A rule about a row of the way. */
  readonly rule: (condition: BoundCondition, about: WayRow) => Fragment<Value>;
}

/**
 * A SELECT, for parentheses, of the ids of the parties that a recipient leads to from a row. They are in `party_id`,
 * perhaps repeated, and without a check that the party exists. Rows on the way are as recorded at the row's instant. Of
 * timelines, it takes the entry that is valid at another instant, or the former entry that ended last by then. A rule may
 * choose another time. The service looks, so no row is hidden.
 */
export function renderRecipient<Value>(
  { all, relations, end, where: rule }: Recipient,
  { row, validAt, rule: renderRule }: RecipientPlace<Value>,
  former = false,
): Fragment<Value> {
  const from: Fragment<Value>[] = [];
  const where: Fragment<Value>[] = [];
  let { alias, depth }: WayRow = row;
  const resourceOf = (name: string): Resource => {
    const resource = row.model.resources.get(name);
    if (resource === undefined) throw new Error(`a recipient leads to no resource of the model: ${name}`);
    return resource;
  };
  const validity = (resource: Resource, hasRule: boolean) =>
    hasRule && rule !== null && asksForValidity(rule) ? [] : validCondition(resource, alias, validAt);
  const step = () => {
    depth += 1;
    alias = `item_${depth}`;
  };
  if (all !== null) {
    const resource = resourceOf(all);
    step();
    from.push(sql`${sourceOf(resource, row.instant, row.model)} as ${raw(alias)}`);
    where.push(...shownCondition(resource, alias, row.instant), ...validity(resource, true));
    if (rule !== null) where.push(renderRule(rule, { alias, depth }));
  }
  const endRule = all === null ? rule : null;
  let party = columnOf(alias, end === 'party' ? 'id' : partyField);
  for (const [index, relation] of relations.entries()) {
    const isLast = index === relations.length - 1;
    if (isLast && end === 'party' && isReference(relation) && endRule === null) {
      // The reference says it all.
      party = columnOf(alias, relation.from);
      continue;
    }
    const resource = resourceOf(relation.target);
    const above = alias;
    step();
    const source = sourceOf(resource, row.instant, row.model);
    if (former && resource.fields.has('valid_from')) {
      const shown = shownCondition(resource, 'entry', row.instant);
      const conditions = [relatedTo(relation, above, 'entry'), sql`entry.valid_to <= ${validAt}`, ...shown];
      const ended = sql`${allOf(conditions)} order by entry.valid_to desc limit 1`;
      from.push(sql`lateral (select entry.* from ${source} as entry where ${ended}) as ${raw(alias)}`);
    } else {
      from.push(sql`${source} as ${raw(alias)}`);
      const shown = shownCondition(resource, alias, row.instant);
      where.push(relatedTo(relation, above, alias), ...shown, ...validity(resource, isLast && all === null));
    }
    party = columnOf(alias, end === 'party' ? 'id' : partyField);
  }
  if (endRule !== null) where.push(renderRule(endRule, { alias, depth }));
  const sources = from.length === 0 ? empty : sql` from ${join(from, ', ')}`;
  // Where there is but one, versions are not looked for when the current row is it.
  const isOne = row.instant !== null && all === null && relations.every(isReference);
  const one = isOne ? sql` limit 1` : empty;
  return sql`select ${party} as party_id${sources}${whereOf([...where, sql`${party} is not null`])}${one}`;
}
