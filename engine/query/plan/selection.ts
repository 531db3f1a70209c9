import type { Embed, Name, Selected, SelectedField, SelectedRelation } from '../../language/syntax.ts';
import { operandAt } from '../../model/condition/operand.ts';
import type { Operand } from '../../model/field.ts';
import type { Model, Resource } from '../../model/model.ts';
import type { Relation } from '../../model/relation.ts';
import { parseEmbed, parseSelect } from '../../vocabulary/query_parser.ts';
import { castTypes } from './cast.ts';
import { type Draft, type DraftColumn, type DraftEmbed, emptyDraft } from './draft.ts';
import { namedRelation, type Related } from './named_relation.ts';
import { faultsOf, type Parameter, type Result, refuse, unlessFaulty } from './query_string.ts';
import { unknownName } from './unknown_name.ts';

/** The parameters that say what the answer shows. */
export interface AskedColumns {
  readonly select: Parameter | undefined;
  readonly embed: Parameter | undefined;
}

/** How deep in the relations of a request a row stands, and what its `*` means. */
interface Level {
  readonly model: Model;
  readonly depth: number;
  readonly withLinks: boolean;
}

/**
 * What the answer shows of each row: what `select` names, or all of it, and the relations that `embed` names. With links,
 * `*` means them too.
 */
export function planSelection(
  resource: Resource,
  { select, embed }: AskedColumns,
  model: Model,
  withLinks: boolean,
): Result<Draft> {
  const draft = emptyDraft(resource);
  const selected = select === undefined ? addAll(draft, 0, withLinks) : planSelect(draft, select, model, withLinks);
  const embedded = embed === undefined ? added : planEmbed(draft, embed, model);
  return unlessFaulty(faultsOf([selected, embedded]), draft);
}

function planSelect(draft: Draft, { value }: Parameter, model: Model, withLinks: boolean): Added {
  const parsed = parseSelect(value);
  if (!parsed.ok) return syntaxFault('select', parsed.fault);
  const counted = checkCount('select', parsed.value.map(countSelected));
  return counted.ok ? addSelected(draft, parsed.value, { model, depth: 1, withLinks }) : counted;
}

function planEmbed(draft: Draft, { value }: Parameter, model: Model): Added {
  const parsed = parseEmbed(value);
  if (!parsed.ok) return syntaxFault('embed', parsed.fault);
  const counted = checkCount('embed', parsed.value.map(countEmbeds));
  return counted.ok ? addEmbeds(draft, parsed.value, model, 1) : counted;
}

interface Count {
  readonly columns: number;
  readonly relations: number;
}

/** PostgreSQL takes 1 664 columns of one row, and plans each relation by itself. */
const most: Count = { columns: 1000, relations: 100 };

function checkCount(parameter: 'select' | 'embed', counts: readonly Count[]): Added {
  for (const what of ['columns', 'relations'] as const) {
    if (total(counts, what) <= most[what]) continue;
    const detail = `${parameter} names more than ${most[what]} ${what}`;
    return refuse('limit_exceeded', { parameter, position: null }, detail, 'ask for less at once');
  }
  return added;
}

function countSelected(each: Selected): Count {
  if (each.kind !== 'relation') return { columns: 1, relations: 0 };
  const below = each.selected.map(countSelected);
  return { columns: total(below, 'columns'), relations: 1 + total(below, 'relations') };
}

function countEmbeds({ embeds }: Embed): Count {
  return { columns: 0, relations: 1 + total(embeds.map(countEmbeds), 'relations') };
}

function total(counts: readonly Count[], what: keyof Count): number {
  return counts.reduce((sum, count) => sum + count[what], 0);
}

type Added = Result<null>;

const added: Added = { ok: true, value: null };

function addAll(draft: Draft, offset: number, withLinks: boolean): Added {
  const { resource, columns } = draft;
  for (const field of resource.fields.values()) {
    if (columns.some((column) => isPlain(column, field.name))) continue;
    const free = checkName(draft, field.name, offset, 'select');
    if (!free.ok) return free;
    const operand = { field, steps: [], type: field.type };
    addColumn(draft, { kind: 'field', name: field.name, operand, cast: null });
  }
  if (!withLinks || columns.some(({ kind }) => kind === 'links')) return added;
  const free = checkName(draft, 'links', offset, 'select');
  if (free.ok) addColumn(draft, { kind: 'links' });
  return free;
}

function addColumn(draft: Draft, column: DraftColumn): void {
  draft.columns.push(column);
  for (const name of namesOf(column)) draft.names.add(name);
}

function addSelected(draft: Draft, selected: readonly Selected[], level: Level): Added {
  const results = selected.map((each) => addOne(draft, each, level));
  return unlessFaulty(faultsOf(results), null);
}

function addOne(draft: Draft, each: Selected, level: Level): Added {
  switch (each.kind) {
    case 'all':
      return addAll(draft, each.offset, level.withLinks);
    case 'field':
      return addField(draft, each, level.model);
    case 'relation':
      return addRelation(draft, each, level);
  }
}

function addField(draft: Draft, { field: written, steps, cast, as }: SelectedField, model: Model): Added {
  const { resource, columns, names } = draft;
  const field = resource.fields.get(written.text);
  if (field === undefined) {
    const detail = `there is no field ${written.text} in ${resource.name}`;
    return unknownName('select', written, detail, [...resource.fields.keys(), ...resource.relations.keys()]);
  }
  const operand = operandAt(field, steps);
  if (operand === null) {
    const detail = `${written.text} is of type ${field.type.kind}, and holds no JSON`;
    return refuse('invalid_parameter', { parameter: 'select', position: written.offset }, detail, null);
  }
  const type = cast === null ? null : castTypes.get(cast.text.toLowerCase());
  if (cast !== null && type === undefined) {
    return unknownName('select', cast, `there is no type ${cast.text} to convert to`, castTypes.keys());
  }
  const key = steps.map((step) => step.key).findLast((each) => typeof each === 'string');
  const name = as?.text ?? key ?? field.name;
  const plain = cast === null && steps.length === 0 && name === field.name;
  if (plain && names.has(name) && columns.some((column) => isPlain(column, name))) return added;
  const few = checkAliases(timesSelected(draft, operand), written, 'select', model);
  if (!few.ok) return few;
  const free = checkName(draft, name, (as ?? written).offset, 'select');
  if (!free.ok) return free;
  addColumn(draft, { kind: 'field', name, operand, cast: type ?? null });
  return added;
}

function addRelation(draft: Draft, written: SelectedRelation, level: Level): Added {
  const { alias, as, hints, spread, selected } = written;
  // As in PostgREST, the first word of each kind counts.
  const hint = hints.find((each) => !isJoin(each)) ?? null;
  const isInner = hints.find(isJoin)?.text === 'inner';
  const found = findRelation(draft.resource, { name: alias, hint }, 'select', level);
  if (!found.ok) return found;
  const { relation, target } = found.value;
  if (spread && relation.cardinality === 'many') {
    const detail = `${alias.text} has many rows for one of ${draft.resource.name}`;
    return refuse(
      'invalid_parameter',
      { parameter: 'select', position: alias.offset },
      detail,
      'spread a relation to one',
    );
  }
  const few = checkAliases(timesEmbedded(draft, relation), alias, 'select', level.model);
  if (!few.ok) return few;
  const name = as?.text ?? alias.text;
  const below = emptyDraft(target);
  const inner = addSelected(below, selected, { ...level, depth: level.depth + 1, withLinks: false });
  if (!inner.ok) return inner;
  for (const shown of spread ? below.names : [name]) {
    const free = checkName(draft, shown, (as ?? alias).offset, 'select');
    if (!free.ok) return free;
  }
  addColumn(draft, embedColumn(name, { relation, draft: below, inner: isInner, spread }));
  return added;
}

function addEmbeds(draft: Draft, embeds: readonly Embed[], model: Model, depth: number): Added {
  const results = embeds.map(({ alias, inner, embeds: below }): Added => {
    const found = findRelation(draft.resource, { name: alias, hint: null }, 'embed', { model, depth });
    if (!found.ok) return found;
    const { relation, target } = found.value;
    const free = checkName(draft, alias.text, alias.offset, 'embed');
    if (!free.ok) return free;
    const rows = emptyDraft(target);
    addAll(rows, 0, false);
    const nested = addEmbeds(rows, below, model, depth + 1);
    if (!nested.ok) return nested;
    addColumn(draft, embedColumn(alias.text, { relation, draft: rows, inner, spread: false }));
    return added;
  });
  return unlessFaulty(faultsOf(results), null);
}

function embedColumn(
  name: string,
  embed: Pick<DraftEmbed, 'relation' | 'draft' | 'inner' | 'spread'>,
): DraftColumn & { readonly kind: 'embed' } {
  return { kind: 'embed', name, embed: { ...embed, order: [], limit: null, offset: 0 } };
}

function isJoin({ text }: Name): boolean {
  return text === 'inner' || text === 'left';
}

function findRelation(
  resource: Resource,
  { name, hint }: { readonly name: Name; readonly hint: Name | null },
  parameter: 'select' | 'embed',
  { model, depth }: Pick<Level, 'model' | 'depth'>,
): Result<Related> {
  const { embedDepth } = model.service.limits;
  if (depth <= embedDepth) return namedRelation(resource, name, hint, { model, parameter });
  const detail = `${parameter} is more than ${embedDepth} levels deep`;
  return refuse('limit_exceeded', { parameter, position: name.offset }, detail, 'ask for less at once');
}

/** A long text, or many rows, under one name after another make an answer of any size out of one row. */
function checkAliases(times: number, { text, offset }: Name, parameter: string, model: Model): Added {
  const { aliases } = model.service.limits;
  if (times < aliases) return added;
  const detail = `${parameter} names ${text} more than ${aliases} times`;
  return refuse('limit_exceeded', { parameter, position: offset }, detail, 'ask for less at once');
}

function timesSelected({ columns }: Draft, operand: Operand): number {
  let times = 0;
  for (const column of columns) if (column.kind === 'field' && isSame(column.operand, operand)) times += 1;
  return times;
}

function isSame(one: Operand, other: Operand): boolean {
  return (
    one.field === other.field &&
    one.steps.length === other.steps.length &&
    one.steps.every(({ key }, at) => key === other.steps[at]?.key)
  );
}

function timesEmbedded({ columns }: Draft, relation: Relation): number {
  return columns.filter((column) => column.kind === 'embed' && column.embed.relation === relation).length;
}

/** PostgreSQL keeps no more bytes of a name. */
const longestName = 63;

function checkName(draft: Draft, name: string, offset: number, parameter: string): Added {
  if (name === '' || Buffer.byteLength(name) > longestName) {
    const detail =
      name === '' ? 'a column has no name' : `the name ${name.slice(0, 20)}... has more than ${longestName} bytes`;
    return refuse('invalid_parameter', { parameter, position: offset }, detail, 'give it another: name:column');
  }
  if (!draft.names.has(name)) return added;
  const detail = `${name} stands here a second time`;
  return refuse('invalid_parameter', { parameter, position: offset }, detail, 'name each column and relation once');
}

/** The names that a column has in the row. */
function namesOf(column: DraftColumn): Iterable<string> {
  if (column.kind === 'links') return ['links'];
  return column.kind === 'embed' && column.embed.spread ? column.embed.draft.names : [column.name];
}

function isPlain(column: DraftColumn, name: string): boolean {
  if (column.kind !== 'field' || column.name !== name || column.cast !== null) return false;
  return column.operand.field.name === name && column.operand.steps.length === 0;
}

function syntaxFault(
  parameter: string,
  {
    message,
    offset,
    expected,
  }: { readonly message: string; readonly offset: number; readonly expected: string | null },
): Result<never> {
  const hint = expected === null ? null : `expected ${expected}`;
  return refuse('invalid_parameter', { parameter, position: offset }, message, hint);
}
