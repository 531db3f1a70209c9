import { raw, sql } from '../../../sql/fragment.ts';
import { parameter, type Statement, statementOf } from '../condition/statement.ts';

/** Where a transaction notes the rows that it changes. */
export const effectTable = 'almanac.effect';

/** The setting of a transaction that asks for it: a text that no other transaction has. */
export const effectsSetting = 'almanac.effects';

/** Asks that the changes of this transaction are noted from here on, under a text that no other has. */
export function renderNoteEffects(request: string): Statement {
  return statementOf(sql`select set_config('${raw(effectsSetting)}', ${parameter(request)}, true)`);
}

/** Removes what was noted, before the transaction commits. */
export const forgetEffects: Statement = statementOf(sql`select almanac.forget_effects()`);

/** The noted rows by resource: `resource`. */
export const changedResources: Statement = statementOf(sql`
  select distinct noted.resource
  from ${raw(effectTable)} as noted
  where noted.request = current_setting('${raw(effectsSetting)}', true)`);
