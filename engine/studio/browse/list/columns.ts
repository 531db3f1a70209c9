import type { StudioField } from '../../../contract/studio/studio_model.ts';
import { labelFields } from '../../model/label.ts';
import type { Resource } from '../../model/model.ts';
import { partsOf } from './order.ts';

/** A column of a list: a field, or another part of `select` by the name under which rows have it. */
export type Column =
  | { readonly kind: 'field'; readonly field: StudioField }
  | { readonly kind: 'other'; readonly text: string; readonly name: string };

/** The columns that `select` asks for; without it, the fields that tell most. The label of a row stands before them. */
export function columnsOf(resource: Resource, select: string | null): readonly Column[] {
  if (select === null) return defaultFields(resource).map((field) => ({ kind: 'field', field }));
  const columns = partsOf(select).flatMap((part): readonly Column[] => {
    if (part === '*') return [...resource.fields.values()].map((field) => ({ kind: 'field', field }));
    const field = resource.fields.get(part);
    return [field === undefined ? { kind: 'other', text: part, name: nameOf(part) } : { kind: 'field', field }];
  });
  const first = isGrouped(columns) ? null : firstColumnOf(resource);
  return columns.filter(
    (column, at) => keyOf(column) !== first && columns.findIndex((each) => keyOf(each) === keyOf(column)) === at,
  );
}

/** The field that the first column of a list shows alone: the label, or the number. Null where several are the label. */
export function firstColumnOf({ label, fields }: Resource): string | null {
  const [first = 'id'] = label;
  return label.length > 1 || !fields.has('id') ? null : first;
}

/** Tells columns apart. */
export function keyOf(column: Column): string {
  return column.kind === 'field' ? column.field.name : column.text;
}

/** Whether `select` asks for groups of rows, which have no rows of their own to lead to. */
export function isGrouped(columns: readonly Column[]): boolean {
  return columns.some((column) => column.kind === 'other' && aggregate.test(column.text));
}

const aggregate = /^(?:[^(]*:)?(?:count(?:\(\))?|[^(]*\.(?:count|sum|min|max|avg)\(\))(?:::[\w[\]]+)?$/;

/** The name under which a row shows a part of `select`. */
function nameOf(part: string): string {
  const [, alias] = /^("[^"]*"|[^:("]+):(?!:)/.exec(part) ?? [];
  if (alias !== undefined) return alias.replace(/^"(.*)"$/, '$1');
  const [, called] = /\.(count|sum|min|max|avg)\(\)/.exec(part) ?? [];
  const [, step] = /->>?"?([^->:"]+)"?(?:::.*)?$/.exec(part) ?? [];
  return called ?? step ?? /^[^(!:]+/.exec(part)?.[0] ?? part;
}

const mostFields = 8;

/**
 * The fields that tell most of a row at a glance, in their own order. The first column has the label. Long texts,
 * documents and what the service itself records are for the page of the row.
 */
function defaultFields(resource: Resource): readonly StudioField[] {
  const labels = new Set(labelFields(resource));
  const candidates = [...resource.fields.values()]
    .filter(({ name }) => !labels.has(name))
    .map((field) => ({ field, rank: rankOf(field) }))
    .filter(({ rank }) => rank !== null)
    .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
    .slice(0, mostFields);
  const chosen = new Set(candidates.map(({ field }) => field));
  return [...resource.fields.values()].filter((field) => chosen.has(field));
}

/** The less, the sooner a field is shown; null for never. */
function rankOf({ name, type, isArray, values, bySystem, deprecated }: StudioField): number | null {
  if (deprecated || type === 'html' || type === 'json') return null;
  if (name === 'valid_from' || name === 'valid_to') return 0;
  if (bySystem) return name === 'recorded_at' ? 6 : null;
  if (isArray) return 5;
  if (values !== null) return 1;
  return ranks[type] ?? 3;
}

const ranks: Readonly<Record<string, number>> = { reference: 1, date: 2, datetime: 3, file: 5, uuid: 7 };
