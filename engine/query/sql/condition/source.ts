import type { Model, Resource } from '../../../model/model.ts';
import { columnOf, type Fragment, publicTable, sql } from '../../../sql/fragment.ts';
import { formerSource } from '../read/former_source.ts';
import { historySource, recordedCondition, versionSource } from '../read/past/history_source.ts';
import { containing } from './period.ts';
import type { Row } from './row_place.ts';

/**
 * The item in FROM for a resource: its rows, or every recorded version of them for an instant. The rows of a view depend on
 * who reads: see rowsOf.
 */
export function sourceOf(resource: Resource, instant: Fragment<unknown> | null, { resources }: Model): Fragment {
  if (resource.kind === 'history') return historySource(resource);
  if (resource.kind === 'view') throw new Error(`the rows of ${resource.name} depend on who reads`);
  const history = instant === null || resource.history === null ? undefined : resources.get(resource.history);
  return history?.kind === 'history' ? versionSource(history.of, history.name) : publicTable(resource.name);
}

/** The rows of a resource as they were before this transaction changed them; null for any other resource. */
export function formerRows(resource: Resource, former: Row['former']): Fragment | null {
  return resource.kind === 'table' && former?.has(resource.name) ? formerSource(resource) : null;
}

/**
 * The conditions that keep the rows that exist now, or at an instant, which is an SQL expression. A resource without
 * history shows its current rows. A soft-deleted entry of a timeline is only in its history.
 */
export function shownCondition<Value>(
  resource: Resource,
  alias: string,
  instant: Fragment<Value> | null,
): readonly Fragment<Value>[] {
  if (resource.kind !== 'table') return [];
  const onTimeline = resource.temporal === null ? [] : [sql`${columnOf(alias, 'valid_from')} is not null`];
  return [...onTimeline, ...recordedThen(resource, alias, instant)];
}

/** The same for rows that PostgreSQL looks up one by one: see presentCondition. */
export function lookedUpCondition<Value>(
  resource: Resource,
  alias: string,
  instant: Fragment<Value> | null,
): readonly Fragment<Value>[] {
  return [...presentCondition(resource, alias), ...recordedThen(resource, alias, instant)];
}

function recordedThen<Value>(
  resource: Resource,
  alias: string,
  instant: Fragment<Value> | null,
): readonly Fragment<Value>[] {
  const isPast = instant !== null && resource.kind === 'table' && resource.history !== null;
  return isPast ? [recordedCondition(alias, instant)] : [];
}

/**
 * The same for rows that exist now, which PostgreSQL looks up one by one. By `is not null` it would choose the index of the
 * timeline's exclusion constraint, which is fifty times slower. Behind this condition it cannot.
 */
export function presentCondition(resource: Resource, alias: string): readonly Fragment[] {
  if (resource.kind !== 'table' || resource.temporal === null) return [];
  return [sql`(${columnOf(alias, 'valid_from')} is null) is false`];
}

/** The condition that leaves the entries of a timeline which are valid at an instant (specification 4.3). */
export function validCondition<Value>(
  resource: Resource,
  alias: string,
  instant: Fragment<Value> | null,
): readonly Fragment<Value>[] {
  if (instant === null || !resource.fields.has('valid_from')) return [];
  return containing<Value>(columnOf(alias, 'valid_from'), columnOf(alias, 'valid_to'), instant);
}
