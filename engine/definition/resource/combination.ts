import type { RowType } from '../../model/condition/row_type.ts';
import type { Field } from '../../model/field.ts';
import type { Table } from '../../model/model.ts';
import { hasTrait } from '../../vocabulary/field_type.ts';
import { unknownField } from '../field/unknown_field.ts';
import type { Finding, Report } from '../file/report.ts';
import type { ResourceDefinition } from '../language/definition.ts';

/** The combinations of fields that are unique, single fields included, and the combinations with an index. */
export function combinationsOf(
  definition: ResourceDefinition,
  fields: ReadonlyMap<string, Field>,
  report: Report,
): Pick<Table, 'unique' | 'indexes' | 'prefixes'> {
  const declared = new Map([...fields].filter(([name]) => Object.hasOwn(definition.fields, name)));
  const row = { name: definition.resource, fields };
  const declaredRow = { ...row, fields: declared };
  const single = [...declared.keys()].filter((name) => definition.fields[name]?.unique === true);
  for (const name of single) {
    const misfit = misfitOf(name, declaredRow);
    // A computed field with this facet is reported with its other facets.
    if (misfit !== null && declared.get(name)?.computed === null) report(['fields', name, 'unique'], misfit);
  }
  const { unique: all = [], indexes = [] } = definition;
  const whole = [...all.entries()].flatMap(([index, each]) => ('where' in each ? [] : [[index, each] as const]));
  const combinations: Lists = { key: 'unique', entries: whole };
  const lists: Lists = {
    key: 'indexes',
    entries: [...indexes.entries()].flatMap(([index, each]) => ('starts' in each ? [] : [[index, each] as const])),
  };
  checkEach(combinations, declaredRow, report);
  checkEach(lists, row, report);
  const key = (names: readonly string[]) => [...names].sort().join();
  const isSingle = (names: readonly string[]) => names.length === 1 && single.includes(names[0] ?? '');
  checkOnce(combinations, key, isSingle, report);
  checkOnce(lists, String, () => false, report);
  return {
    unique: [...single.map((name) => [name]), ...whole.map(([, names]) => names)],
    indexes: lists.entries.map(([, names]) => names),
    prefixes: prefixesOf(indexes, row, report),
  };
}

/** The lists of fields under a key of the definition. */
interface Lists {
  readonly key: 'unique' | 'indexes';
  readonly entries: readonly (readonly [index: number, names: readonly string[]])[];
}

type Row = Pick<RowType, 'name' | 'fields'>;

/** The text fields that an index finds by how they begin. */
function prefixesOf(indexes: NonNullable<ResourceDefinition['indexes']>, row: Row, report: Report): readonly string[] {
  const prefixes: string[] = [];
  for (const [index, each] of indexes.entries()) {
    if (!('starts' in each)) continue;
    const isAgain = prefixes.includes(each.starts);
    const misfit = isAgain ? again(`starts: ${each.starts}`) : prefixMisfit(each.starts, row);
    if (misfit !== null) report(['indexes', index, 'starts'], misfit);
    prefixes.push(each.starts);
  }
  return prefixes;
}

function prefixMisfit(name: string, row: Row): Finding | null {
  const misfit = misfitOf(name, row);
  const type = row.fields.get(name)?.type;
  if (misfit !== null || type === undefined || hasTrait(type, 'textual')) return misfit;
  return {
    message: `${name} is of type ${type.kind}, and only text begins with text`,
    expected: 'a field of type text',
  };
}

function checkEach({ key, entries }: Lists, row: Row, report: Report): void {
  for (const [index, names] of entries) {
    names.forEach((name, position) => {
      const misfit = misfitOf(name, row);
      if (misfit !== null) report([key, index, position], misfit);
    });
  }
}

/** Why no index can hold this field. */
export function misfitOf(name: string, { name: resource, fields }: Row): Finding | null {
  const field = fields.get(name);
  if (field === undefined) return unknownField(name, resource, fields);
  if (field.writeOnly)
    return { message: `${name} is never shown, and this would tell of it`, expected: 'a field that can be read' };
  if (field.computed !== null) return { message: `${name} is computed, not stored`, expected: 'a stored field' };
  if (hasTrait(field.type, 'equal') && !hasTrait(field.type, 'parted')) return null;
  return { message: `${name} is of type ${field.type.kind}, which has no order`, expected: 'a field of a scalar type' };
}

/** Two indexes over the same fields would have one name. */
function checkOnce(
  { key, entries }: Lists,
  keyOf: (names: readonly string[]) => string,
  isElsewhere: (names: readonly string[]) => boolean,
  report: Report,
): void {
  const seen = new Set<string>();
  for (const [index, names] of entries) {
    if (isElsewhere(names)) {
      report([key, index], { message: `${names.join()} has unique: true as well`, expected: 'one of the two' });
    } else if (seen.has(keyOf(names))) {
      report([key, index], again(`the combination of ${names.join(', ')}`));
    }
    seen.add(keyOf(names));
  }
}

function again(what: string): Finding {
  return { message: `${what} stands here a second time`, expected: 'each combination once' };
}
