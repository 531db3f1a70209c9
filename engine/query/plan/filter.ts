import { comparisonsOf } from '../../language/comparisons.ts';
import type { Comparison, Condition } from '../../language/syntax.ts';
import type { BindFault } from '../../model/condition/bound.ts';
import { searchName } from '../../model/condition/search_name.ts';
import type { Resource } from '../../model/model.ts';
import type { Limits } from '../../model/service.ts';
import { parseParameter } from '../../vocabulary/query_parser.ts';
import { type Parameter, type QueryFault, type Result, refuse } from './query_string.ts';

/** Reads a parameter as a filter and holds it against the limits; its names are resolved later. */
export function readFilter(parameter: Parameter, limits: Limits): Result<Condition> {
  const { name, value } = parameter;
  const parsed = parseParameter(name, value);
  if (!parsed.ok) {
    const { part, offset, message, expected, nearest } = parsed.fault;
    const position = part === 'name' ? null : offset;
    return refuse('invalid_parameter', { parameter: name, position }, message, hintOf(expected, nearest));
  }
  if (countLongestList(parsed.value) > limits.inValues) {
    const detail = `a list in ${name} has more than ${limits.inValues} values`;
    return refuse('limit_exceeded', { parameter: name, position: null }, detail, 'ask for less at once');
  }
  if (longestPath(parsed.value) > limits.embedDepth) {
    const detail = `${name} goes through more than ${limits.embedDepth} relations`;
    return refuse('limit_exceeded', { parameter: name, position: null }, detail, 'ask for less at once');
  }
  return parsed;
}

/** A filter whose names or values do not fit, as the answer to the request. */
export function filterFault({ message, part, offset, expected, nearest }: BindFault, parameter: string): QueryFault {
  const isTree = /(^|\.)(and|or)$/.test(parameter);
  const position = part === 'name' && !isTree ? null : offset;
  return { code: 'invalid_parameter', parameter, position, detail: message, hint: hintOf(expected, nearest) };
}

/** Comparisons, at every depth: each is a filter, wherever it stands. */
export function countComparisons(condition: Condition): number {
  return comparisonsOf(condition).length;
}

/** Whether a filter may begin so: with a field or relation of the resource, or with what is embedded under this name. */
export function isFilterOf(condition: Condition, resource: Resource, isEmbedded: (name: string) => boolean): boolean {
  const [first] = condition.path;
  if (first === undefined) return true;
  if (first.text === 'validity' && resource.fields.has('valid_from')) return true;
  if (first.text === searchName && resource.search !== null) return true;
  return resource.fields.has(first.text) || resource.relations.has(first.text) || isEmbedded(first.text);
}

function hintOf(expected: string | null, nearest: string | null): string | null {
  const parts = [
    expected === null ? null : `expected ${expected}`,
    nearest === null ? null : `did you mean ${nearest}?`,
  ];
  return parts.filter((part) => part !== null).join('; ') || null;
}

function countLongestList(condition: Condition): number {
  return Math.max(0, ...comparisonsOf(condition).map(countValues));
}

function countValues({ value, modifier }: Comparison): number {
  if (value.kind === 'list') return value.items.length;
  // At most so many: a comma may stand in quotes.
  return modifier === null ? 1 : value.text.split(',').length;
}

/** Relations, one after the other, to what is compared. */
function longestPath(condition: Condition): number {
  return Math.max(0, ...comparisonsOf(condition).map(({ path }) => path.length - 1));
}
