import type { Row } from '../../api/row.ts';
import type { Model, Resource } from '../../model/model.ts';

/** An event as the page of a row tells it. */
export interface RowEvent {
  readonly id: string;
  readonly time: string;
  /** What was done: created, updated or deleted, or the name of a call. */
  readonly done: 'create' | 'update' | 'delete' | { readonly call: string };
  /** The row to which it was done, if that is another one. */
  readonly other: { readonly resource: string; readonly id: string } | null;
  /** The titles of the fields that changed. */
  readonly changed: readonly string[];
  readonly row: Row;
}

/** The path by which events and notices name a row. */
export function sourceOf(resource: Pick<Resource, 'name'>, id: string): string {
  return `/${resource.name}/${id}`;
}

/** The query of the events of a row, newest first: of the row itself, and of rows that are about it. */
export function eventsQuery(source: string, asOf: string | null): string {
  const query = new URLSearchParams({
    or: `(source.eq."${source}",subject.eq."${source}")`,
    order: 'id.desc',
    limit: '50',
  });
  if (asOf !== null) query.set('time', `lte.${asOf}`);
  return query.toString();
}

/** The same events, for a client that follows them. */
export function eventFilters(source: string) {
  return { or: [{ source: { eq: source } }, { subject: { eq: source } }] };
}

/** Reads an event of the service. */
export function rowEvent(row: Row, source: string, { resources }: Pick<Model, 'resources'>): RowEvent {
  const [, resource = '', id = ''] = String(row.source).split('/');
  const fields = resources.get(resource)?.fields;
  const { updated_fields: names = [] } = (row.data ?? {}) as { readonly updated_fields?: readonly string[] };
  return {
    id: String(row.id),
    time: String(row.time),
    done: doneIn(String(row.type)),
    other: row.source === source ? null : { resource, id },
    changed: names.map((name) => fields?.get(name)?.title ?? name),
    row,
  };
}

function doneIn(type: string): RowEvent['done'] {
  const word = type.slice(type.lastIndexOf('.') + 1);
  return word === 'create' || word === 'update' || word === 'delete' ? word : { call: word };
}

/** Two lists of events as one, newest first, each event once. */
export function mergedEvents(newer: readonly Row[], older: readonly Row[]): readonly Row[] {
  const byId = new Map([...older, ...newer].map((row) => [String(row.id), row]));
  return [...byId.values()].toSorted((one, other) => (BigInt(String(one.id)) < BigInt(String(other.id)) ? 1 : -1));
}
