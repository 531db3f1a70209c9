import type { BoundCondition } from '../model/field.ts';
import { constantTerms, renderCondition } from '../query/sql/condition/condition.ts';
import { presentInstant, renderMoment } from '../query/sql/condition/moment.ts';
import type { Terms } from '../query/sql/condition/terms.ts';
import { columnOf } from '../sql/fragment.ts';
import { textOf } from '../sql/render.ts';
import { choice, type Lines } from './plpgsql.ts';

/** What a write does with a row. */
export type Write = 'create' | 'update' | 'delete';

/** The condition that a rule over the fields of a row alone holds for a record of a trigger. */
export function isTrueOf(rule: BoundCondition, record: string): string {
  return `(${ownConditionText(rule, record)}) is true`;
}

/** The rule itself, for a record of a trigger. */
export function ownConditionText(rule: BoundCondition, record: string): string {
  const base = constantTerms((field) => columnOf(record, field.name));
  const terms: Terms<never> = { ...base, moment: (moment, type) => renderMoment(moment, type, presentInstant) };
  return textOf(renderCondition(rule, terms));
}

/**
 * What an update of an entry does, from two records of it. An entry that is deleted stays in its table. One that comes back is
 * as good as new.
 */
export function entryWrites(old: string, now: string, of: (write: Write) => Lines): Lines {
  return choice(
    [`${old}.valid_from is null and ${now}.valid_from is not null`, of('create')],
    [`${old}.valid_from is not null and ${now}.valid_from is null`, of('delete')],
    [`${old}.valid_from is not null and ${now}.valid_from is not null`, of('update')],
  );
}
