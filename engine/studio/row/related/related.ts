import type { StudioField, StudioRelation } from '../../../contract/studio/studio_model.ts';
import { quoted } from '../../api/quoted.ts';
import type { Row } from '../../api/row.ts';
import { selectOf } from '../../browse/select.ts';
import { type Model, type Resource, relationOfField } from '../../model/model.ts';
import { atClock, clockOf } from '../../time/clock.ts';
import { recordFields } from '../history/differences.ts';
import { hasValidity } from '../validity.ts';

/** The filter by which a list of the target has the rows that are related to a row; null where no list has them. */
export function relatedFilter(
  { filter }: StudioRelation,
  row: Row,
): readonly [parameter: string, value: string] | null {
  const value = filter === null ? null : (row[filter.from] ?? null);
  if (filter === null || value === null) return null;
  const text = Array.isArray(value) ? value.map(element).join() : String(value);
  return [filter.parameter, filter.value.replace('{value}', () => text)];
}

function element(value: unknown): string {
  const text = String(value);
  return /^[\w.-]+$/.test(text) ? text : quoted(text);
}

/**
 * The fields that tell a related row from the others: its label, or else the references that lead further, and what is
 * chosen of values. The way back to the row is not among them.
 */
export function tellingFields(target: Resource, back: string | null): readonly string[] {
  if (target.label.length > 0) return target.label;
  const own = [...target.fields.values()].filter(
    ({ name, isArray }) => name !== back && !isArray && !recordFields.has(name),
  );
  const references = own.filter(({ name, to }) => to !== null && relationOfField(target, name) !== null);
  const chosen = own.filter(({ values }) => values !== null);
  const telling = [...references.slice(0, 2), ...chosen.slice(0, 1)];
  return telling.map(({ name }) => name);
}

/** The columns of a list of entries beside their validity: what tells them apart comes first. */
export function entryColumns(target: Resource, back: string): readonly StudioField[] {
  const own = [...target.fields.values()].filter(
    ({ name, type }) => name !== back && !isBound(name) && !recordFields.has(name) && !isLong.has(type),
  );
  const telling = new Set(tellingFields(target, back));
  const isTelling = ({ name }: StudioField) => telling.has(name);
  return [...own.filter(isTelling), ...own.filter((field) => !isTelling(field))].slice(0, mostColumns);
}

function isBound(name: string): boolean {
  return name === 'valid_from' || name === 'valid_to';
}

const isLong: ReadonlySet<string> = new Set(['html', 'json', 'file']);
const mostColumns = 8;

/** The query of the entries of a row at the instants of an address, newest first. */
export function entriesQuery(
  model: Model,
  target: Resource,
  { filter, search }: { readonly filter: readonly [string, string]; readonly search: URLSearchParams },
): string {
  const columns = ['valid_from', 'valid_to', ...entryColumns(target, filter[0]).map(({ name }) => name)];
  const query = new URLSearchParams([
    [...filter],
    ['select', selectOf(model, target, columns)],
    ['order', 'valid_from.desc'],
  ]);
  return atClock(query, { resource: target, model, clock: clockOf(search) }).toString();
}

/** The query of a row with the first related rows of each relation. Of entries, only valid ones count. */
export function relatedQuery(model: Model, relations: readonly StudioRelation[], instants: Instants): string {
  const query = new URLSearchParams();
  const embeds = relations.flatMap(({ alias, target: name, filter }) => {
    const target = model.resources.get(name);
    if (target === undefined) return [];
    const isEntry = hasValidity(target);
    const fields = [
      ...tellingFields(target, filter?.parameter ?? null),
      ...(isEntry ? ['valid_from', 'valid_to'] : []),
    ];
    query.set(`${alias}.limit`, String(mostShown + 1));
    if (isEntry) query.set(`${alias}.valid_at`, instants.present);
    return [`${alias}(${selectOf(model, target, fields)})`];
  });
  query.set('select', ['id', ...embeds].join());
  if (instants.asOf !== null) query.set('as_of', instants.asOf);
  return query.toString();
}

interface Instants {
  readonly present: string;
  /** Null where the page shows what is recorded now, and for rows without a past. */
  readonly asOf: string | null;
}

/** How many related rows the page of a row shows of each relation. */
export const mostShown = 5;
