import { isLosslessNumber } from 'lossless-json';
import { checkWatch } from '../../model/condition/check_concern.ts';
import type { Model, Table } from '../../model/model.ts';
import type { NamedRows } from '../../query/sql/write/lock/batch.ts';
import { ownersOf, tableOf } from '../../query/sql/write/lock/lock_order.ts';
import { actionWord } from '../../vocabulary/action/actions.ts';
import { targetOf } from '../../vocabulary/field_type.ts';
import type { JsonBody } from '../request/json_body.ts';
import { idOf } from '../request/url.ts';
import type { Part } from './part.ts';

type Names = { readonly [Use in keyof NamedRows]: Set<string> };

/** The rows that a write of many is about, whose ids its path does not name. */
export interface Chosen {
  readonly ids: readonly string[];
  /** The fields by which an upsert finds them; none for filters. It does not change their values. */
  readonly key: readonly string[];
}

/**
 * The rows that the requests of a batch name: by their ids in paths and in bodies, and by filters and keys, which
 * `chosen` has. A reference to an answer names none yet.
 */
export function namesOf(
  parts: readonly Part[],
  chosen: ReadonlyMap<Part, Chosen>,
  model: Model,
): ReadonlyMap<Table, NamedRows> {
  const names = new Map<Table, Names>();
  const of = (table: Table): Names => {
    const known = names.get(table) ?? noNames();
    names.set(table, known);
    return known;
  };
  for (const part of parts) {
    const { table, action, params, body } = part;
    const { event } = actionWord(action);
    if (table === null || event === null) continue;
    for (const row of rowsIn(body)) nameReferences(row, table, model, of);
    const id = idOf({ params });
    const { ids, key } = id === null ? (chosen.get(part) ?? nothing) : { ids: [id], key: [] };
    const named = of(table);
    const rekeys = isRekeyed(body, table, key);
    const changed = named[event === 'delete' ? 'deleted' : rekeys ? 'rekeyed' : 'updated'];
    for (const each of ids) {
      changed.add(each);
      if (placesEntry(part)) named.placed.add(each);
    }
  }
  return new Map([...names].map(([table, each]) => [table, listsOf(each)]));
}

const nothing: Chosen = { ids: [], key: [] };

function nameReferences(row: object, table: Table, model: Model, of: (table: Table) => Names): void {
  const owning = new Set(ownersOf(table, model).map(({ field }) => field));
  const { references = [] } = checkWatch(model).owners.get(table.name) ?? {};
  const looked = new Set(references.map(({ field }) => field));
  for (const [name, value] of Object.entries(row)) {
    const field = table.fields.get(name);
    const to = field === undefined ? null : targetOf(field.type);
    const target = tableOf(model, to ?? '');
    if (field === undefined || target === null) continue;
    const use = owning.has(field) ? 'owning' : looked.has(name) ? 'looked' : 'referred';
    const ids: readonly unknown[] = Array.isArray(value) ? value : [value];
    for (const each of ids) {
      const id = isLosslessNumber(each) ? idOf({ params: { resource: target.name, id: each.value } }) : null;
      if (id !== null) of(target)[use].add(id);
    }
  }
}

/** Whether a write may need other rows of its batch out of the way: of a timeline, or of its unique values. */
export function mayCollide({ table, action, body }: Part): boolean {
  if (table === null) return false;
  const { event } = actionWord(action);
  const setsUnique = event === 'create' ? table.unique.length > 0 : event === 'update' && isRekeyed(body, table, []);
  return event !== null && (table.temporal !== null || setsUnique);
}

/** Whether a request gives an entry another interval or timeline, or takes it off its timeline. */
export function placesEntry({ table, action, body }: Part): boolean {
  if (table === null || table.temporal === null) return false;
  if (actionWord(action).event === 'delete') return true;
  const places = ['valid_from', 'valid_to', ...table.temporal.timeline];
  return rowsIn(body).some((row) => places.some((name) => Object.hasOwn(row, name)));
}

/**
 * Whether a body changes a value that is unique, beside the key by which its rows are found. Entries of timelines are unique by
 * an index that no reference uses.
 */
function isRekeyed(body: JsonBody, { temporal, unique }: Table, key: readonly string[]): boolean {
  if (temporal !== null) return false;
  const names = unique.flat().filter((name) => !key.includes(name));
  return rowsIn(body).some((row) => names.some((name) => Object.hasOwn(row, name)));
}

function rowsIn(body: JsonBody): readonly object[] {
  const rows: readonly JsonBody[] = Array.isArray(body) ? body : [body];
  return rows.filter((row) => typeof row === 'object' && row !== null);
}

function noNames(): Names {
  return {
    referred: new Set(),
    looked: new Set(),
    owning: new Set(),
    updated: new Set(),
    rekeyed: new Set(),
    deleted: new Set(),
    placed: new Set(),
  };
}

function listsOf({ referred, looked, owning, updated, rekeyed, deleted, placed }: Names): NamedRows {
  return {
    referred: [...referred],
    looked: [...looked],
    owning: [...owning],
    updated: [...updated],
    rekeyed: [...rekeyed],
    deleted: [...deleted],
    placed: [...placed],
  };
}
