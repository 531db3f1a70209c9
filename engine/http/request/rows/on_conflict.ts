import { Problem } from '../../../contract/problem.ts';
import { oneOf, quote } from '../../../language/wording.ts';
import type { Table } from '../../../model/model.ts';
import { seenCombinations } from '../../../model/unique.ts';
import type { Parameter } from '../../../query/plan/query_string.ts';

const parameter = 'on_conflict';

/** The parameter `on_conflict`, as PostgREST's clients send it, and all other parameters. */
interface ReadConflict {
  /** The names that it lists; null without it. */
  readonly onConflict: readonly string[] | null;
  readonly others: readonly Parameter[];
}

/** @throws Problem for a parameter that stands twice. */
export function readOnConflict(parameters: readonly Parameter[]): ReadConflict {
  const [first, second] = parameters.filter(({ name }) => name === parameter);
  if (first === undefined) return { onConflict: null, others: parameters };
  if (second !== undefined) throw refusal('on_conflict stands in the URL more than once', 'write it once');
  const onConflict = first.value.split(',').map((name) => name.trim().replace(/^"(.*)"$/, '$1'));
  return { onConflict, others: parameters.filter(({ name }) => name !== parameter) };
}

/** @throws Problem for a create that would not look at the parameter. */
export function refuseOnConflict(onConflict: readonly string[] | null): void {
  if (onConflict === null) return;
  const hint = 'send Prefer: resolution=merge-duplicates or resolution=ignore-duplicates with it';
  throw refusal('on_conflict has no meaning without a resolution', hint);
}

/**
 * The fields by which the rows of a body find existing rows. The request names them. Otherwise they are `id`, if the rows have
 * one, or the only unique combination that the role of the caller sees.
 * @throws Problem where there is no key, or more than one.
 */
export function keyOf(
  onConflict: readonly string[] | null,
  members: readonly string[],
  table: Pick<Table, 'name' | 'fields' | 'unique'>,
): readonly string[] {
  const { name: resource } = table;
  const seen = seenCombinations(table);
  const words = seen.map(String);
  if (onConflict !== null) {
    const key = [['id'], ...seen].find((names) => isSame(names, onConflict));
    if (key !== undefined) return key;
    const expected = `expected ${oneOf(['id', ...words])}`;
    throw refusal(`${quote(String(onConflict))} is not a unique combination of ${resource}`, expected);
  }
  if (members.includes('id')) return ['id'];
  const [first, second] = seen;
  if (first !== undefined && second === undefined) return first;
  if (first !== undefined)
    throw refusal(`${resource} has several unique combinations`, `name ${oneOf(words)} in on_conflict`);
  throw refusal(`${resource} has no unique combination`, 'send the id of each row, or create the rows');
}

function isSame(names: readonly string[], others: readonly string[]): boolean {
  return names.length === others.length && names.every((name) => others.includes(name));
}

function refusal(detail: string, hint: string): Problem {
  return new Problem('invalid_parameter', detail, { hint, errors: [{ parameter, detail, hint }] });
}
