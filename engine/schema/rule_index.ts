import { examineWith } from '../definition/file/examine.ts';
import type { Place } from '../definition/file/fault.ts';
import { placeOf } from '../definition/file/place.ts';
import type { BuiltModel } from '../definition/load.ts';
import { looksAtRelations, storedFieldsOf } from '../model/condition/looks.ts';
import { shortened } from '../model/condition/shortened.ts';
import { beginsWithClaim, type Way, waysTo } from '../model/condition/way.ts';
import { isOfCaller } from '../model/field.ts';
import type { Model, Table } from '../model/model.ts';
import { type TablePart, tableParts } from './schema.ts';
import type { Index } from './table/index.ts';

/** An index that an access rule would be quicker with, at the place of the rule. */
export interface RuleIndex extends Place {
  readonly resource: string;
  readonly fields: readonly string[];
}

/**
 * The indexes that are missing where a list begins with the caller's values: see seen_page.ts. With all that the rule looks at
 * in the index, PostgreSQL stops after the first entries, however many there are. Otherwise it collects all of them first.
 */
export function missingRuleIndexes({ model, files }: BuiltModel): readonly RuleIndex[] {
  const places = placesOf(files, model);
  const parts = tableParts(model);
  const missing = new Map<string, RuleIndex>();
  for (const table of model.resources.values()) {
    if (table.kind !== 'table' || table.madeBy !== null) continue;
    for (const [role, { read }] of table.access ?? []) {
      if (read.kind !== 'rule' || !looksAtRelations(read.condition)) continue;
      const ways = (waysTo(shortened(read.condition, model)) ?? []).filter(beginsWithClaim);
      for (const look of ways.flatMap((way) => looksOf(way, table, null, model))) {
        const part = parts.get(look.table.name);
        const place = places(table.name, role);
        if (part === undefined || place === null || isServed(look, part)) continue;
        const {
          table: { name: resource },
          by,
          further,
        } = look;
        const known = missing.get(`${resource} ${by.join()} ${further[0]}`);
        const fields = [...new Set([...(known?.fields ?? by), ...further])];
        missing.set(`${resource} ${by.join()} ${further[0]}`, { ...(known ?? place), resource, fields });
      }
    }
  }
  return [...missing.values()];
}

/** How a way finds rows of a table: by which fields. It also looks at further ones, first the one that it goes on from. */
interface Look {
  readonly table: Table;
  readonly by: readonly string[];
  readonly further: readonly string[];
}

/** The looks of a way to a table. It goes on from the field `exit`; null for the rows that the rule is about. */
function looksOf({ conditions, from }: Way, table: Table, exit: string | null, model: Model): readonly Look[] {
  const target = from === null ? undefined : model.resources.get(from.relation.target);
  // No list of columns has an array: it has an index of its own.
  const entry = from?.relation.inArray === 'to' ? 'id' : (from?.relation.to ?? null);
  const before = from !== null && target?.kind === 'table' ? looksOf(from.way, target, entry, model) : [];
  // A reference has an index, and is enough where few rows of the table have its value.
  if (from !== null && (exit === null || from.relation.inArray === 'from')) return before;
  const by = from === null ? claimedFields(conditions) : [from.relation.from];
  const compared = conditions.flatMap(storedFieldsOf).filter(({ type }) => !unindexed.has(type.kind));
  const validity = table.temporal === null ? [] : ['valid_from'];
  const further = [exit ?? 'id', ...validity, ...compared.map(({ name }) => name)].filter((name) => !by.includes(name));
  return [...before, { table, by, further }];
}

const unindexed: ReadonlySet<string> = new Set(['json', 'html', 'array', 'file']);

function claimedFields(conditions: Way['conditions']): readonly string[] {
  const names = conditions.flatMap((each) => {
    if (each.kind !== 'comparison' || each.negated || each.operator !== 'eq' || !('field' in each.operand)) return [];
    return isOfCaller(each.comparand) ? each.operand.field.name : [];
  });
  return [...new Set(names)];
}

/** Whether one row at most has the values, or an index finds the rows and has the further fields. */
function isServed({ table, by, further }: Look, { indexes }: TablePart): boolean {
  const keys = [['id'], ...(table.temporal === null ? table.unique : [])];
  if (keys.some((key) => key.every((name) => by.includes(name)))) return true;
  return [...keys, ...indexes.filter(isPlain).map(({ columns }) => columns)].some(
    (columns) =>
      columns.slice(0, by.length).every((name) => by.includes(name)) && further.every((name) => columns.includes(name)),
  );
}

/** Whether it has all rows, in the order of its columns. */
function isPlain({ where, among, byPrefix, byRange, byElement, language }: Index): boolean {
  return where === null && among === null && !byPrefix && !byRange && !byElement && language === null;
}

/** Where the rule of a role for the rows of a resource is written. */
function placesOf(files: BuiltModel['files'], { features }: Model) {
  const examine = examineWith(features);
  const sources = new Map(
    [...files].flatMap(([file, bytes]) => {
      const { resource } = examine(file, bytes);
      return resource === null ? [] : [[resource.definition.resource, resource.source] as const];
    }),
  );
  return (resource: string, role: string): Place | null => {
    const source = sources.get(resource);
    return source === undefined ? null : placeOf(source, ['access', role, 'read']);
  };
}
