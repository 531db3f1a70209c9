import { type Creation, isEveryCreate } from '../../model/consequence.ts';
import type { Field } from '../../model/field.ts';
import type { Resource, Table } from '../../model/model.ts';
import { identityClaim } from '../../model/own_rows.ts';
import type { Fault } from '../file/fault.ts';
import { type Finding, reportTo } from '../file/report.ts';
import type { Source } from '../file/source.ts';
import { partyField } from '../recipient.ts';

/** Reports rows that the database could never create, and rows that it would create without an end. */
export function reportCreations(
  resources: readonly Resource[],
  files: ReadonlyMap<string, { readonly source: Source }>,
  faults: Fault[],
): void {
  const tables = new Map(resources.flatMap((each) => (each.kind === 'table' ? [[each.name, each] as const] : [])));
  for (const table of tables.values()) {
    const source = files.get(table.name)?.source;
    if (source === undefined) continue;
    const report = reportTo(faults, source);
    for (const [index, creation] of table.creates.entries()) {
      const target = tables.get(creation.resource);
      const fault = target === undefined ? null : (missing(creation, target) ?? circle(creation, table, tables));
      if (fault !== null) report(['creates', index, 'resource'], fault);
    }
  }
}

function missing({ values }: Creation, target: Table): Finding | null {
  const [first] = [...target.fields.values()].filter((field) => isNeeded(field, target) && !values.has(field.name));
  if (first === undefined) return null;
  return {
    message: `no ${target.name} can be created: it has no value for ${first.name}`,
    expected: `with: { ${first.name}: <value> }, or a default`,
  };
}

/** Whether a new row needs a value for a field, which nothing but its creator gives. */
function isNeeded(field: Field, { temporal, sets }: Table): boolean {
  const { name, default: own } = field;
  if (temporal !== null && name === 'valid_from') return true;
  if (field.nullable || field.computed !== null || name === 'id' || name.startsWith('recorded_')) return false;
  const isSet = sets.some(({ moment, values }) => isEveryCreate(moment) && values.has(name));
  if (isSet) return false;
  return own === null || (own.kind === 'claim' && own.claim !== identityClaim && own.claim !== partyField);
}

/** Creations that lead back to where they began, each of every new row. */
function circle(first: Creation, table: Table, tables: ReadonlyMap<string, Table>): Finding | null {
  if (!isEndless(first)) return null;
  const way = wayBack(table.name, [table.name, first.resource], tables);
  if (way === null) return null;
  return {
    message: `rows would be created without an end: ${way.join(' creates ')}`,
    expected: 'when, unless, roles or for_each somewhere on the way round',
  };
}

function wayBack(start: string, way: readonly string[], tables: ReadonlyMap<string, Table>): readonly string[] | null {
  const last = way.at(-1) ?? start;
  if (last === start) return way;
  for (const creation of tables.get(last)?.creates ?? []) {
    if (!isEndless(creation) || (creation.resource !== start && way.includes(creation.resource))) continue;
    const found = wayBack(start, [...way, creation.resource], tables);
    if (found !== null) return found;
  }
  return null;
}

function isEndless({ moment, forEach, unless }: Creation): boolean {
  return isEveryCreate(moment) && forEach === null && unless === null;
}
