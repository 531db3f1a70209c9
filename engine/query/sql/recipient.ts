import { partyField } from '../../definition/recipient.ts';
import type { Recipient } from '../../model/model.ts';
import { columnOf, empty, type Fragment, join, raw, sql } from '../../sql/fragment.ts';
import type { Row } from './condition/row.ts';
import { shownCondition, sourceOf, validCondition } from './condition/source.ts';
import { allOf, whereOf } from './read/fence.ts';

/**
 * A SELECT, for parentheses, of the ids of the parties that a recipient leads to from a row. They are in `party_id`,
 * perhaps repeated, and without a check that the party exists. Rows on the way are as recorded at the row's instant. Of
 * timelines, it takes the entry that is valid at another instant, or the former entry that ended last by then. The
 * service looks, so no row is hidden.
 */
export function renderRecipient<Value>(
  { relations, end }: Recipient,
  row: Pick<Row, 'model' | 'alias' | 'depth'> & { readonly instant: Fragment<Value> | null },
  validAt: Fragment<Value>,
  former = false,
): Fragment<Value> {
  const from: Fragment<Value>[] = [];
  const where: Fragment<Value>[] = [];
  let alias = row.alias;
  let party = columnOf(alias, end === 'party' ? 'id' : partyField);
  for (const [index, relation] of relations.entries()) {
    const isLast = index === relations.length - 1;
    if (isLast && end === 'party' && relation.to === 'id') {
      // The reference says it all.
      party = columnOf(alias, relation.from);
      continue;
    }
    const resource = row.model.resources.get(relation.target);
    if (resource === undefined) throw new Error(`the relation ${relation.alias} leads to no resource of the model`);
    const next = `item_${row.depth + index + 1}`;
    const source = sourceOf(resource, row.instant, row.model);
    const related = (of: string) => sql`${columnOf(of, relation.to)} = ${columnOf(alias, relation.from)}`;
    if (former && resource.fields.has('valid_from')) {
      const shown = shownCondition(resource, 'entry', row.instant);
      const conditions = [related('entry'), sql`entry.valid_to <= ${validAt}`, ...shown];
      const ended = sql`${allOf(conditions)} order by entry.valid_to desc limit 1`;
      from.push(sql`lateral (select entry.* from ${source} as entry where ${ended}) as ${raw(next)}`);
    } else {
      from.push(sql`${source} as ${raw(next)}`);
      const shown = shownCondition(resource, next, row.instant);
      where.push(related(next), ...shown, ...validCondition(resource, next, validAt));
    }
    alias = next;
    party = columnOf(alias, end === 'party' ? 'id' : partyField);
  }
  const sources = from.length === 0 ? empty : sql` from ${join(from, ', ')}`;
  // Where there is but one, versions are not looked for when the current row is it.
  const one = row.instant !== null && relations.every(({ to }) => to === 'id') ? sql` limit 1` : empty;
  return sql`select ${party} as party_id${sources}${whereOf([...where, sql`${party} is not null`])}${one}`;
}
