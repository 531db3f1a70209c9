import { nearest } from '../../language/nearest.ts';
import { firstName, splitPath } from '../../language/path.ts';
import type { Condition } from '../../language/syntax.ts';
import { readDatetime } from '../../language/time/datetime.ts';
import { splitCondition } from '../../model/condition/link_condition.ts';
import { searchName } from '../../model/condition/search_name.ts';
import type { Model } from '../../model/model.ts';
import { type Draft, type DraftEmbed, embedNamed } from './draft.ts';
import { countComparisons, isFilterOf, readFilter } from './filter.ts';
import { planKeys } from './group_order.ts';
import { instantObstacle, isInstantParameter, validAt } from './instant.ts';
import { readCount } from './page.ts';
import { faultsOf, type Parameter, type QueryFault, type Result, refuse, unlessFaulty } from './query_string.ts';

/** Parameters that stand at most once, by name, and all others, which are filters or about embedded relations. */
export interface Sorted {
  readonly named: ReadonlyMap<string, Parameter>;
  readonly others: readonly Parameter[];
  /** Of the parameters that are in neither: they stand a second time, or hold a NUL character. */
  readonly faults: readonly QueryFault[];
}

export function sortParameters(parameters: readonly Parameter[], known: readonly string[]): Sorted {
  const named = new Map<string, Parameter>();
  const others: Parameter[] = [];
  const faulty: Result<never>[] = [];
  for (const parameter of parameters) {
    const { name, value } = parameter;
    const nul = name.includes('\0') ? 0 : value.indexOf('\0');
    if (nul >= 0) {
      faulty.push(
        refuse(
          'invalid_parameter',
          { parameter: name, position: nul },
          'a NUL character stands there',
          'text that PostgreSQL can store',
        ),
      );
    } else if (!known.includes(name)) others.push(parameter);
    else if (named.has(name)) faulty.push(repeated(name));
    else named.set(name, parameter);
  }
  return { named, others, faults: faultsOf(faulty) };
}

/** What a kind of request takes. */
export interface Accepted {
  /** The parameters that are not filters. */
  readonly known: readonly string[];
  /** Whether it takes filters of its rows. */
  readonly filtered: boolean;
}

/**
 * Assigns parameters to the rows that they are about. Filters belong to the row itself or to an embedded relation.
 * Order, limit, offset and validity belong to their relation.
 */
export function distribute(
  draft: Draft,
  parameters: readonly Parameter[],
  accepted: Accepted,
  model: Model,
): Result<null> {
  const seen = new Set<string>();
  const limited = limitFilters(model.service.limits.filters);
  const results = parameters.map((parameter): Result<null> => {
    const { name } = parameter;
    const embedded = reach(draft, name);
    const option = name.slice(name.lastIndexOf('.') + 1);
    if (name.includes('.') && isEmbedOption(option)) {
      if (seen.has(name)) return repeated(name);
      seen.add(name);
      if (embedded.rest !== option || embedded.embed === null) return notEmbedded(draft, parameter);
      return setOption(embedded.embed, option, parameter, model);
    }
    if (!accepted.filtered && embedded.embed === null) return unknownParameter(draft, name, accepted);
    const { draft: below, link = null } = embedded.embed ?? { draft };
    const filter = readFilter({ ...parameter, name: embedded.rest }, model.service.limits);
    if (!filter.ok) {
      const isKnown = isParameterOf(below, embedded.rest);
      if (!isKnown) return unknownParameter(draft, name, accepted);
      return { ok: false, faults: filter.faults.map((fault) => ({ ...fault, parameter: name })) };
    }
    const { link: ofLink, there } =
      link === null ? { link: null, there: filter.value } : splitCondition(filter.value, link.resource, below.resource);
    if (there !== null && !isFilterOf(there, below.resource, (alias) => embedNamed(below, alias) !== null)) {
      return unknownParameter(draft, name, accepted);
    }
    if (there !== null) below.filters.push({ parameter, condition: there });
    if (ofLink !== null) link?.filters.push({ parameter, condition: ofLink });
    return limited(name, filter.value);
  });
  return unlessFaulty(faultsOf(results), null);
}

/** Counts the comparisons of a request, and refuses the one that goes past the limit. */
function limitFilters(most: number): (name: string, condition: Condition) => Result<null> {
  let comparisons = 0;
  return (name, condition) => {
    const before = comparisons;
    comparisons += countComparisons(condition);
    if (before > most || comparisons <= most) return done;
    return refuse(
      'limit_exceeded',
      { parameter: name, position: null },
      `the request has more than ${most} filters`,
      'ask for less at once',
    );
  };
}

const embedOptions = ['order', 'limit', 'offset', 'valid_at'] as const;

function isEmbedOption(name: string): name is (typeof embedOptions)[number] {
  return embedOptions.some((option) => option === name);
}

/** Follows the embeds that a dotted name begins with: the last of them, and what is left of the name. */
function reach(draft: Draft, name: string): { readonly embed: DraftEmbed | null; readonly rest: string } {
  const path = splitPath(name);
  const embed = path === null ? null : embedNamed(draft, path.name);
  if (path === null || embed === null) return { embed: null, rest: name };
  const below = reach(embed.draft, path.rest);
  return below.embed === null ? { embed, rest: below.rest } : below;
}

function setOption(
  embed: DraftEmbed,
  option: (typeof embedOptions)[number],
  parameter: Parameter,
  model: Model,
): Result<null> {
  if (option === 'valid_at') {
    // Of a relation through links, both the link and the row behind it, as far as they are timelines.
    const timed = [embed.draft, ...(embed.link === null ? [] : [embed.link])].filter(
      ({ resource }) => instantObstacle('valid_at', resource) === null,
    );
    const obstacle = timed.length === 0 ? instantObstacle('valid_at', embed.draft.resource) : null;
    if (obstacle !== null)
      return refuse('invalid_parameter', { parameter: parameter.name, position: null }, obstacle, null);
    const read = readDatetime(parameter.value);
    if (!read.ok)
      return refuse('invalid_parameter', { parameter: parameter.name, position: 0 }, read.message, read.hint);
    const instant = { datetime: read.value, slot: parameter.index };
    for (const { conditions, resource } of timed) conditions.push(validAt(resource, instant));
    return done;
  }
  if (option === 'order') {
    const order = planKeys(embed.draft, parameter, model);
    if (!order.ok) return order;
    embed.order = order.value;
    return done;
  }
  const maximum = option === 'limit' ? model.service.limits.pageMaximum : Number.MAX_SAFE_INTEGER;
  const count = readCount(parameter, maximum);
  if (!count.ok) return count;
  embed[option] = count.value;
  return done;
}

const done: Result<null> = { ok: true, value: null };

function notEmbedded(draft: Draft, { name }: Parameter): Result<never> {
  const names = name.split('.');
  let level = draft;
  for (const alias of names) {
    const embed = embedNamed(level, alias);
    if (embed !== null) {
      level = embed.draft;
      continue;
    }
    const near = nearest(alias, namesOfEmbeds(level));
    const hint = near === null ? 'embed the relation in the same request' : `did you mean ${near}?`;
    const detail = `the relation ${alias.slice(0, 80)} of ${level.resource.name} is not embedded`;
    return refuse('invalid_parameter', { parameter: name, position: null }, detail, hint);
  }
  throw new Error(`${name} leads to an embed`);
}

function namesOfEmbeds({ columns }: Draft): readonly string[] {
  return columns.flatMap((column) => (column.kind === 'embed' ? [column.name] : []));
}

/** Whether a name that is wrong in itself, or whose value is, at least begins as one of a filter does. */
function isParameterOf(draft: Draft, name: string): boolean {
  const first = firstName(name);
  if (/^(not\.)?(and|or)$/.test(name)) return true;
  if (first === 'validity' && draft.resource.fields.has('valid_from')) return true;
  if (first === searchName && draft.resource.search !== null) return true;
  return draft.resource.fields.has(first) || draft.resource.relations.has(first) || embedNamed(draft, first) !== null;
}

function unknownParameter(draft: Draft, name: string, { known, filtered }: Accepted): Result<never> {
  const { resource } = draft;
  const names = known.filter((each) => !isInstantParameter(each) || instantObstacle(each, resource) === null);
  const search = resource.search === null ? [] : [searchName];
  const filters = filtered ? [...resource.fields.keys(), ...resource.relations.keys(), ...search, 'and', 'or'] : [];
  const near = nearestPath(draft, name) ?? nearest(name, [...filters, ...names, ...namesOfEmbeds(draft)]);
  const detail = filtered
    ? `${resource.name} has no parameter ${JSON.stringify(name.slice(0, 80))}`
    : `this operation takes no parameter ${JSON.stringify(name.slice(0, 80))}`;
  const otherwise = filtered ? 'filter by a field of the resource' : `expected one of ${known.join(', ')}`;
  return refuse(
    'unknown_parameter',
    { parameter: name, position: 0 },
    detail,
    near === null ? otherwise : `did you mean ${near}?`,
  );
}

/** A path whose first name is misspelt, with the nearest relation in its place. The other names are read once that one is right. */
function nearestPath(draft: Draft, name: string): string | null {
  const first = firstName(name);
  const rest = name.slice(first.length);
  const near = nearest(first, [...draft.resource.relations.keys(), ...namesOfEmbeds(draft)]);
  return near === null || !name.startsWith(first) || !rest.startsWith('.') ? null : `${near}${rest}`;
}

function repeated(name: string): Result<never> {
  return refuse(
    'invalid_parameter',
    { parameter: name, position: null },
    `${name} stands in the URL more than once`,
    `write ${name} once`,
  );
}
