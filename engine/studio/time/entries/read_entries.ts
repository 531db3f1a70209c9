import type { StudioField } from '../../../contract/studio/studio_model.ts';
import type { Row } from '../../api/row.ts';
import { selectOf } from '../../browse/select.ts';
import { labelOf } from '../../model/label.ts';
import { type Model, type Resource, relationOfField } from '../../model/model.ts';
import { valueText, type Wording } from '../../parts/value_text.ts';
import { compareInstants, readInstant } from '../instant.ts';
import type { Belief, Entry } from './entry.ts';

/** How rows of a timeline, or of its history, become entries. */
export interface EntryReader {
  /** What a list must select for it. */
  readonly select: string;
  entries(rows: readonly Row[]): readonly Entry[];
  beliefs(rows: readonly Row[]): readonly Belief[];
}

interface Reading {
  readonly wording: Wording;
  /** The name of the timeline, which may be that of the reference that tells its entries apart. */
  readonly alias: string;
}

/** Entries say to which row their first reference leads that names no timeline. Without one, their label says it. */
export function entryReader(model: Model, resource: Resource, { wording, alias }: Reading): EntryReader {
  const field = tellingField(resource, alias);
  const [by, until] = [resource.fields.get('recorded_by'), resource.fields.get('replaced_by')];
  const idField = resource.of === null ? 'id' : `${resource.of}_id`;
  const said = (row: Row, of: StudioField | undefined) => {
    const value = of === undefined ? null : row[of.name];
    if (of === undefined || value === null || value === undefined) return '';
    return relatedLabel(model, resource, of, row) ?? valueText(of, value, wording);
  };
  // The service itself is nobody's row.
  const who = (row: Row, of: StudioField | undefined) =>
    of !== undefined && String(row[of.name]) === '0' ? wording.words('row.byService') : said(row, of);
  const entryOf = (row: Row): Entry | null => {
    const from = readInstant(row.valid_from);
    if (from === null) return null;
    const id = row[idField] === undefined ? null : String(row[idField]);
    // The same row looks the same in all lanes, and the same number of another resource does not.
    const value = field === undefined ? '' : `${field.to ?? field.name} ${JSON.stringify(row[field.name] ?? null)}`;
    return { id, value, label: said(row, field), from, to: readInstant(row.valid_to) };
  };
  const names = [
    idField,
    field?.name,
    'valid_from',
    'valid_to',
    'recorded_at',
    'recorded_by',
    'replaced_at',
    'replaced_by',
  ];
  return {
    select: selectOf(
      model,
      resource,
      names.filter((name) => name !== undefined),
    ),
    entries: (rows) => inOrder(rows.flatMap((row) => entryOf(row) ?? [])),
    beliefs: (rows) =>
      inOrder(
        rows.flatMap((row) => {
          const [entry, recordedAt] = [entryOf(row), readInstant(row.recorded_at)];
          if (entry === null || recordedAt === null) return [];
          const [recordedBy, replacedBy] = [by, until].map((of) => who(row, of)) as [string, string];
          return [{ ...entry, recordedAt, replacedAt: readInstant(row.replaced_at), recordedBy, replacedBy }];
        }),
      ),
  };
}

function tellingField({ fields, timeline, label, of }: Resource, alias: string): StudioField | undefined {
  const own = [...fields.values()].filter(
    ({ name, bySystem }) => !bySystem && !timeline?.includes(name) && !validity.has(name) && name !== `${of}_id`,
  );
  return (
    own.find(({ name }) => name === alias || name === `${alias}_id`) ??
    own.find(({ type, isArray }) => type === 'reference' && !isArray) ??
    own.find(({ name }) => label.includes(name)) ??
    own.find(({ type }) => !untelling.has(type))
  );
}

const validity: ReadonlySet<string> = new Set(['valid_from', 'valid_to', 'validity']);
const untelling: ReadonlySet<string> = new Set(['html', 'json', 'file']);

function relatedLabel(model: Model, resource: Resource, field: StudioField, row: Row): string | null {
  const relation = field.type === 'reference' && !field.isArray ? relationOfField(resource, field.name) : null;
  const target = model.resources.get(relation?.target ?? '');
  const related = relation === null ? undefined : (row[relation.alias] as Row | null | undefined);
  return target === undefined || !related ? null : labelOf(target, related);
}

function inOrder<E extends Entry>(entries: readonly E[]): readonly E[] {
  return entries.toSorted((a, b) => compareInstants(a.from, b.from));
}
