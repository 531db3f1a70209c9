import type { Resource } from '../../../model/model.ts';
import { columnOf, sql } from '../../../sql/fragment.ts';
import { presentInstant } from './moment.ts';
import type { Sql } from './statement.ts';

/** The instant at which a rule about a row is asked: for a version that is replaced, its last moment. */
export function ruleInstant(resource: Resource, alias: string, asOf: Sql | null): Sql {
  if (resource.kind !== 'history') return asOf ?? presentInstant;
  return sql`coalesce(${columnOf(alias, 'replaced_at')} - interval '1 microsecond', ${presentInstant})`;
}

/** For the current version the graph is that of now; for another, that of the moment before it was replaced. */
export function graphInstant(resource: Resource, alias: string, asOf: Sql | null): Sql | null {
  if (resource.kind !== 'history') return asOf;
  return sql`coalesce(${columnOf(alias, 'replaced_at')} - interval '1 microsecond', 'infinity')`;
}
