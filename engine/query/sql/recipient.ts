import { partyField } from '../../definition/recipient.ts';
import type { Recipient } from '../../model/model.ts';
import { quote } from '../../sql/identifier.ts';
import { type Row, shownCondition, sourceOf, validCondition } from './row.ts';

/**
 * A SELECT, for parentheses, of the ids of the parties that a recipient leads to from a row: as `party_id`, perhaps several
 * times, and without a look at whether the party is still there. What is on the way is as recorded at the row's instant, and
 * of timelines what is valid at another, an SQL expression, or the former entry, the one that ended last by then. Whoever sees
 * the row: it is the service that looks.
 */
export function renderRecipient(
  { relations, end }: Recipient,
  row: Pick<Row, 'model' | 'alias' | 'depth' | 'instant'>,
  validAt: string,
  former = false,
): string {
  const from: string[] = [];
  const where: string[] = [];
  let alias = row.alias;
  let party = `${alias}.${end === 'party' ? 'id' : partyField}`;
  for (const [index, relation] of relations.entries()) {
    const isLast = index === relations.length - 1;
    if (isLast && end === 'party' && relation.to === 'id') {
      // The reference says it all.
      party = `${alias}.${quote(relation.from)}`;
      continue;
    }
    const resource = row.model.resources.get(relation.target);
    if (resource === undefined) throw new Error(`the relation ${relation.alias} leads to no resource of the model`);
    const next = `item_${row.depth + index + 1}`;
    const source = sourceOf(resource, row.instant, row.model);
    const related = `${quote(relation.to)} = ${alias}.${quote(relation.from)}`;
    if (former && resource.fields.has('valid_from')) {
      const shown = shownCondition(resource, 'entry', row.instant);
      const conditions = [`entry.${related}`, `entry.valid_to <= ${validAt}`, ...shown].join(' and ');
      const ended = `${conditions} order by entry.valid_to desc limit 1`;
      from.push(`lateral (select entry.* from ${source} as entry where ${ended}) as ${next}`);
    } else {
      from.push(`${source} as ${next}`);
      const shown = shownCondition(resource, next, row.instant);
      where.push(`${next}.${related}`, ...shown, ...validCondition(resource, next, validAt));
    }
    alias = next;
    party = `${alias}.${end === 'party' ? 'id' : partyField}`;
  }
  const sources = from.length === 0 ? '' : ` from ${from.join(', ')}`;
  // Where there is but one, versions are not looked for when the current row is it.
  const one = row.instant !== null && relations.every(({ to }) => to === 'id') ? ' limit 1' : '';
  return `select ${party} as party_id${sources} where ${[...where, `${party} is not null`].join(' and ')}${one}`;
}
