import type { Embed, Name, Selected, SelectedRelation } from '../../language/syntax.ts';
import { shownFields } from '../../model/computed.ts';
import type { Model, Resource } from '../../model/model.ts';
import type { AnyRelation } from '../../model/relation.ts';
import { parseEmbed, parseSelect } from '../../vocabulary/query_parser.ts';
import { checkGroupedField, countIn, ofArrays, ofOneRow } from './aggregate_column.ts';
import { type Draft, type DraftColumn, type DraftEmbed, emptyDraft, isGrouped, linkDraft } from './draft.ts';
import { type Added, addColumn, added, checkAliases, checkName, isPlain } from './draft_column.ts';
import type { Level } from './level.ts';
import { namedRelation, type Related } from './named_relation.ts';
import { faultsOf, type Parameter, type Result, refuse, unlessFaulty } from './query_string.ts';
import { addCount, addField } from './selected_field.ts';
import { checkSize, sizeOfEmbed, sizeOfSelected } from './selection_size.ts';

/** The parameters that say what the answer shows. */
export interface AskedColumns {
  readonly select: Parameter | undefined;
  readonly embed: Parameter | undefined;
}

/** What the rows of a request are. */
interface Asked {
  readonly model: Model;
  /** Whether `*` means their links too. */
  readonly withLinks: boolean;
  /** Whether they are a list, which may be put into groups. */
  readonly isList: boolean;
}

/** What the answer shows of each row: what `select` names, or all of it, and the relations that `embed` names. */
export function planSelection(
  resource: Resource,
  { select, embed }: AskedColumns,
  { model, withLinks, isList }: Asked,
): Result<Draft> {
  const draft = emptyDraft(resource);
  const top: Level = { model, depth: 1, withLinks, obstacle: isList ? null : ofOneRow, isGrouped: false };
  const selected = select === undefined ? addAll(draft, 0, top) : planSelect(draft, select, top);
  const embedded = embed === undefined ? added : planEmbed(draft, embed, { ...top, isGrouped: isGrouped(draft) });
  return unlessFaulty(faultsOf([selected, embedded]), draft);
}

function planSelect(draft: Draft, { value }: Parameter, level: Level): Added {
  const parsed = parseSelect(value);
  if (!parsed.ok) return syntaxFault('select', parsed.fault);
  const small = checkSize('select', parsed.value.map(sizeOfSelected));
  return small.ok ? addSelected(draft, parsed.value, level) : small;
}

function planEmbed(draft: Draft, { value }: Parameter, level: Level): Added {
  const parsed = parseEmbed(value);
  if (!parsed.ok) return syntaxFault('embed', parsed.fault);
  const small = checkSize('embed', parsed.value.map(sizeOfEmbed));
  return small.ok ? addEmbeds(draft, parsed.value, level) : small;
}

function addAll(
  draft: Draft,
  offset: number,
  { withLinks, isGrouped: grouped }: Pick<Level, 'withLinks' | 'isGrouped'>,
  parameter = 'select',
): Added {
  const { resource, columns } = draft;
  for (const field of shownFields(resource)) {
    if (columns.some((column) => isPlain(column, field.name))) continue;
    const free = checkName(draft, field.name, offset, 'select');
    if (!free.ok) return free;
    const operand = { field, steps: [], type: field.type };
    const whole = grouped ? checkGroupedField(operand, offset, parameter) : added;
    if (!whole.ok) return whole;
    addColumn(draft, { kind: 'field', name: field.name, operand, cast: null });
  }
  if (!withLinks || columns.some(({ kind }) => kind === 'links')) return added;
  const free = checkName(draft, 'links', offset, 'select');
  if (free.ok) addColumn(draft, { kind: 'links' });
  return free;
}

function addSelected(draft: Draft, selected: readonly Selected[], level: Level): Added {
  const grouped = level.isGrouped || makesGroups(selected, draft.resource, level);
  const results = selected.map((each) => addOne(draft, each, { ...level, isGrouped: grouped }));
  return unlessFaulty(faultsOf(results), null);
}

/** Whether columns make groups: by an aggregate, or by one in a relation to one that is spread. */
function makesGroups(selected: readonly Selected[], resource: Resource, level: Level): boolean {
  return selected.some((each) => {
    if (countIn(each, resource) !== null) return true;
    if (each.kind === 'field') return each.aggregate !== null;
    if (each.kind !== 'relation' || !each.spread) return false;
    const found = relatedTo(resource, each, level);
    return (
      found.ok && found.value.relation.cardinality === 'one' && makesGroups(each.selected, found.value.target, level)
    );
  });
}

function addOne(draft: Draft, each: Selected, level: Level): Added {
  const count = countIn(each, draft.resource);
  if (count !== null) return addCount(draft, count, level);
  switch (each.kind) {
    case 'all':
      return addAll(draft, each.offset, level);
    case 'field':
      return addField(draft, each, level);
    case 'count':
      return addRelation(
        draft,
        { ...each, kind: 'relation', alias: each.name, hints: [], spread: false, selected: [] },
        level,
      );
    case 'relation':
      return addRelation(draft, each, level);
  }
}

function addRelation(draft: Draft, written: SelectedRelation, level: Level): Added {
  const { alias, as, hints, spread, selected } = written;
  const isInner = hints.find(isJoin)?.text === 'inner';
  const found = relatedTo(draft.resource, written, level);
  if (!found.ok) return found;
  const { relation, target } = found.value;
  const few = checkAliases(timesEmbedded(draft, relation), alias, 'select', level.model);
  if (!few.ok) return few;
  const name = as?.text ?? alias.text;
  const below = emptyDraft(target);
  const isBeside = spread && relation.cardinality === 'one';
  const obstacle = isBeside ? level.obstacle : spread ? ofArrays : null;
  const inner = addSelected(below, selected, { ...level, depth: level.depth + 1, withLinks: false, obstacle });
  if (!inner.ok) return inner;
  for (const shown of spread ? below.names : [name]) {
    const free = checkName(draft, shown, (as ?? alias).offset, 'select');
    if (!free.ok) return free;
  }
  const link = linkDraft(relation, level.model);
  addColumn(draft, embedColumn(name, { relation, link, draft: below, inner: isInner, spread }));
  return added;
}

function addEmbeds(draft: Draft, embeds: readonly Embed[], level: Level): Added {
  const results = embeds.map(({ alias, inner, embeds: below }): Added => {
    const found = findRelation(draft.resource, { name: alias, hint: null }, 'embed', level);
    if (!found.ok) return found;
    const { relation, target } = found.value;
    const free = checkName(draft, alias.text, alias.offset, 'embed');
    if (!free.ok) return free;
    const rows = emptyDraft(target);
    const all = addAll(rows, alias.offset, { ...level, withLinks: false }, 'embed');
    if (!all.ok) return all;
    const nested = addEmbeds(rows, below, { ...level, depth: level.depth + 1 });
    if (!nested.ok) return nested;
    const link = linkDraft(relation, level.model);
    addColumn(draft, embedColumn(alias.text, { relation, link, draft: rows, inner, spread: false }));
    return added;
  });
  return unlessFaulty(faultsOf(results), null);
}

function embedColumn(
  name: string,
  embed: Pick<DraftEmbed, 'relation' | 'link' | 'draft' | 'inner' | 'spread'>,
): DraftColumn & { readonly kind: 'embed' } {
  return { kind: 'embed', name, embed: { ...embed, order: [], limit: null, offset: 0 } };
}

function isJoin({ text }: Name): boolean {
  return text === 'inner' || text === 'left';
}

function relatedTo(resource: Resource, { alias, hints }: SelectedRelation, level: Level): Result<Related> {
  // As in PostgREST, the first word of each kind counts.
  const hint = hints.find((each) => !isJoin(each)) ?? null;
  return findRelation(resource, { name: alias, hint }, 'select', level);
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

function timesEmbedded({ columns }: Draft, relation: AnyRelation): number {
  return columns.filter((column) => column.kind === 'embed' && column.embed.relation === relation).length;
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
