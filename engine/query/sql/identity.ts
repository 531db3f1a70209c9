import { type Statement, Values } from './statement.ts';

/** The id of the identity with this subject. */
export function renderIdentity(subject: string): Statement {
  const values = new Values();
  return values.statement(
    `select item.id from public.identity as item where item.subject = ${values.add(subject)}::text order by item.id limit 1`,
  );
}

/** Adds it, recorded by the service itself: its id, or no row when somebody else did just now. */
export function renderNewIdentity(subject: string): Statement {
  const values = new Values();
  return values.statement(
    `insert into public.identity (subject) values (${values.add(subject)}::text) on conflict do nothing returning id`,
  );
}
