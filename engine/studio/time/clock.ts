import type { Model, Resource } from '../model/model.ts';

/** The two instants for which a page shows its data, as the API spells them; null is now, and of validity: any time. */
export interface Clock {
  readonly validAt: string | null;
  readonly asOf: string | null;
}

/** The clock of an address. */
export function clockOf(query: URLSearchParams): Clock {
  return { validAt: query.get('valid_at'), asOf: query.get('as_of') };
}

/** A query with another clock. */
export function withClock(query: URLSearchParams, { validAt, asOf }: Clock): URLSearchParams {
  const changed = new URLSearchParams(query);
  for (const [name, value] of [
    ['valid_at', validAt],
    ['as_of', asOf],
  ] as const) {
    if (value === null) changed.delete(name);
    else changed.set(name, value);
  }
  return changed;
}

/**
 * A query of the API with the instants that a resource takes: `valid_at` for entries, and `as_of` where it has a past.
 * Entries that are embedded get `<relation>.valid_at`.
 */
export function atClock(query: URLSearchParams, { resource, model, clock, embedded = [] }: AtClock): URLSearchParams {
  const asked = withClock(query, {
    validAt: resource.validAt ? clock.validAt : null,
    asOf: resource.asOf ? clock.asOf : null,
  });
  for (const alias of embedded) {
    const target = model.resources.get(resource.relations.get(alias)?.target ?? '');
    if (target?.validAt === true && clock.validAt !== null) asked.set(`${alias}.valid_at`, clock.validAt);
  }
  return asked;
}

interface AtClock {
  readonly resource: Resource;
  readonly model: Model;
  readonly clock: Clock;
  /** The aliases of the relations that the query embeds. */
  readonly embedded?: readonly string[];
}
