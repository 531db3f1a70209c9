import type { Model, Table } from '../definition/model.ts';
import { quote } from '../query/sql/identifier.ts';
import { columnChange } from './column_change.ts';
import { checkComments, resourceComments, tableComments } from './comment.ts';
import { constraintDefinition, placeOf } from './constraint_definition.ts';
import { overlapExtension, type TablePart, tablePartStatements, tableParts, writerStatements } from './schema.ts';
import { referenceStatements } from './table.ts';
import { timelineObjects } from './timeline.ts';

/** The statements that bring tables from one model to another with their data kept, or what stands against it. */
export type SchemaChange =
  | { readonly ok: true; readonly statements: readonly string[] }
  | { readonly ok: false; readonly reasons: readonly string[] };

/**
 * Adds tables, columns, indexes and constraints, takes away constraints and indexes, and writes changed functions and
 * comments again; what is the same gives no statement. What would lose or convert data is a reason not to. The data may
 * still refuse a new rule.
 */
export function schemaChange(from: Model, to: Model): SchemaChange {
  const before = tableParts(from);
  const after = tableParts(to);
  const gone = [...before.keys()].filter((name) => !after.has(name));
  const come = [...after.values()].filter(({ table }) => !before.has(table.name));
  const kept = [...after.values()].flatMap((part) => {
    const old = before.get(part.table.name);
    return old === undefined ? [] : [tableChange(old, part)];
  });
  const reasons = [...gone.map((name) => `${name} is gone`), ...kept.flatMap((change) => change.reasons)];
  if (reasons.length > 0) return { ok: false, reasons };
  return {
    ok: true,
    statements: [
      ...(hasTimeline(after) && !hasTimeline(before) ? [overlapExtension] : []),
      // Over all tables first: the name that one gives up may be what another one takes.
      ...kept.flatMap((change) => change.removals),
      ...come.flatMap(tablePartStatements),
      ...kept.flatMap((change) => change.additions),
      ...come.flatMap(({ table, named }) => referenceStatements(table, named)),
      ...kept.flatMap((change) => change.references),
    ],
  };
}

function hasTimeline(parts: ReadonlyMap<string, TablePart>): boolean {
  return [...parts.values()].some(({ table }) => table.temporal !== null);
}

/** What happens to a table that both models have. Its references are added when all tables are there. */
interface TableChange {
  readonly reasons: readonly string[];
  readonly removals: readonly string[];
  readonly additions: readonly string[];
  readonly references: readonly string[];
}

function tableChange(old: TablePart, part: TablePart): TableChange {
  const { table, named, history } = part;
  const columns = columnChange(old.table, table);
  const constraints = compare(definitions(old, 'table'), definitions(part, 'table'));
  const references = compare(definitions(old, 'end'), definitions(part, 'end'));
  const indexes = compare(old.indexes, part.indexes);
  const triggers = compare(timelineObjects(old.table, old.named), timelineObjects(table, named));
  return {
    reasons: [...kindChange(old.table, table), ...columns.reasons],
    removals: [
      ...alterTable(
        table.name,
        [...references.gone, ...constraints.gone].map((name) => `drop constraint ${quote(name)}`),
      ),
      ...indexes.gone.map((name) => `drop index public.${quote(name)}`),
      ...removedObjects(old, part),
    ],
    additions: [
      ...alterTable(table.name, [...columns.table, ...constraints.come.map(addition)]),
      ...(history === null ? [] : alterTable(history.name, columns.history)),
      ...indexes.come.map(([, statement]) => statement),
      ...newStatements(writerStatements(old), writerStatements(part)),
      ...triggers.come.map(([, statement]) => statement),
      ...newStatements(comments(old), comments(part)),
      ...newCheckComments(old, part, new Set(constraints.come.map(([name]) => name))),
    ],
    references: alterTable(table.name, references.come.map(addition)),
  };
}

function kindChange(old: Table, table: Table): readonly string[] {
  const reasons: string[] = [];
  if (old.history !== table.history) {
    reasons.push(`${table.name} ${table.history === null ? 'has a history no longer' : 'has a history now'}`);
  }
  if ((old.temporal === null) !== (table.temporal === null)) {
    reasons.push(`${table.name} ${table.temporal === null ? 'has a timeline no longer' : 'has a timeline now'}`);
  }
  if (old.partitioned !== table.partitioned || old.delivers !== table.delivers)
    reasons.push(`${table.name} is a table of another kind`);
  return reasons;
}

/** What has one name and another text is gone and has come. */
function compare(
  old: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>,
): { readonly gone: readonly string[]; readonly come: readonly (readonly [name: string, text: string])[] } {
  return {
    gone: [...old].filter(([name, text]) => now.get(name) !== text).map(([name]) => name),
    come: [...now].filter(([name, text]) => old.get(name) !== text),
  };
}

/** Triggers before the functions that they call. What has changed is replaced, not removed. */
function removedObjects(old: TablePart, part: TablePart): readonly string[] {
  const kept = timelineObjects(part.table, part.named);
  const gone = [...timelineObjects(old.table, old.named).keys()].filter((object) => !kept.has(object));
  return gone.reverse().map((object) => `drop ${object}`);
}

function definitions({ table, named }: TablePart, place: 'table' | 'end'): ReadonlyMap<string, string> {
  return new Map(
    named
      .filter(([, constraint]) => placeOf(constraint, table) === place)
      .map(([name, constraint]) => [name, constraintDefinition(name, constraint, table)]),
  );
}

function addition([, definition]: readonly [string, string]): string {
  return `add ${definition}`;
}

/** One statement for all actions: PostgreSQL then goes through the table once. */
function alterTable(name: string, actions: readonly string[]): readonly string[] {
  return actions.length === 0 ? [] : [`alter table public.${quote(name)}\n  ${actions.join(',\n  ')}`];
}

/** Of statements that replace what an earlier one of their kind has made, those that were not there. */
function newStatements(old: readonly string[], now: readonly string[]): readonly string[] {
  const known = new Set(old);
  return now.filter((statement) => !known.has(statement));
}

function comments({ table, history }: TablePart): readonly string[] {
  if (table.partitioned) return resourceComments(table);
  return [...tableComments(table), ...(history === null ? [] : resourceComments(history))];
}

/** A check that is made again has lost its comment. */
function newCheckComments(old: TablePart, part: TablePart, made: ReadonlySet<string>): readonly string[] {
  const known = checkComments(old.table, old.named);
  return [...checkComments(part.table, part.named)]
    .filter(([name, comment]) => made.has(name) || known.get(name) !== comment)
    .map(([, comment]) => comment);
}
