import type { Recipient } from '../../definition/model.ts';
import { partyField } from '../../definition/recipient.ts';
import { quote } from './identifier.ts';
import { liveCondition, type Row, sourceOf, validCondition } from './row.ts';

/**
 * A SELECT, for `array(...)`, of the ids of the parties that a recipient leads to from a row: as `party_id`, perhaps several
 * times, and without a look at whether the party is still there. What is on the way is as recorded at the row's instant, and
 * of timelines what is valid at another, an SQL expression. Whoever sees the row: it is the service that looks.
 */
export function renderRecipient({ relations, end }: Recipient, row: Row, validAt: string): string {
  let { alias } = row;
  let from = '';
  for (const [index, relation] of relations.entries()) {
    const key = `${alias}.${quote(relation.from)}`;
    // The last reference says it all.
    if (index === relations.length - 1 && end === 'party' && relation.to === 'id') return selectIds(key, from);
    const resource = row.model.resources.get(relation.target);
    if (resource === undefined) throw new Error(`the relation ${relation.alias} leads to no resource of the model`);
    // Not as joins: what a version is looked up by has to be there before, or PostgreSQL reads all versions of all rows.
    const found = from === '' ? `= ${key}` : `= any (array(select ${key}${from}))`;
    alias = `item_${row.depth + index + 1}`;
    const where = [
      `${alias}.${quote(relation.to)} ${found}`,
      ...liveCondition(resource, alias),
      ...validCondition(resource, alias, validAt),
    ];
    from = ` from ${sourceOf(resource, row.instant)} as ${alias} where ${where.join(' and ')}`;
  }
  return selectIds(`${alias}.${end === 'party' ? 'id' : partyField}`, from);
}

function selectIds(id: string, from: string): string {
  return `select ${id} as party_id${from}${from === '' ? ' where' : ' and'} ${id} is not null`;
}
