import { sql } from '../../../sql/fragment.ts';
import { parameter, type Statement, statementOf } from '../condition/statement.ts';

/** The id of the identity with this subject. */
export function renderIdentity(subject: string): Statement {
  return statementOf(sql`
    select item.id
    from public.identity as item
    where item.subject = ${parameter(subject)}::text
    order by item.id
    limit 1`);
}

/** Adds it, recorded by the service itself: its id, or no row when somebody else did just now. */
export function renderNewIdentity(subject: string): Statement {
  return statementOf(sql`
    insert into public.identity (subject)
    values (${parameter(subject)}::text)
    on conflict do nothing
    returning id`);
}

/** Lets the transaction record what follows at another instant than what it has recorded so far. */
export const forgetInstant: Statement = statementOf(sql`select set_config('almanac.recorded_at', '', true)`);
