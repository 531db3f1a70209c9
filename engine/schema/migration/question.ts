import { columnType } from '../../query/sql/column_type.ts';
import { quote } from '../../sql/identifier.ts';
import { line } from '../../sql/line.ts';
import type { Constraint } from '../constraint.ts';
import { checkedCondition, type RowConstraint } from '../constraint_definition.ts';
import { fromSource, futureTable, type Source, tableSource } from './future.ts';
import type { Question } from './step.ts';
import { type ConvertedField, columnBefore, type TableChange } from './table_change.ts';
import type { TableObject } from './table_object.ts';

/** The rows that have null in a field which is required from now on. */
export function withoutValue(change: TableChange, field: string, column: string): Question {
  const { name } = change.now.table;
  return {
    rows: `rows of ${name} without ${field}, which is required`,
    before: idsOf(futureTable(change, [field]), `${quote(field)} is null`),
    later: idsOf(tableSource(name), `${quote(column)} is null`),
  };
}

/** The rows whose value is none of the field's new type. */
export function withoutLike(change: TableChange, { field, forth }: ConvertedField): readonly Question[] {
  if (forth.fits === null) return [];
  const { was, now } = change;
  const name = columnBefore(change, field.name);
  const select = (table: string, column: string) => idsOf(tableSource(table), `not (${forth.fits?.(quote(column))})`);
  const kind = columnType(field.type);
  return [
    {
      rows: `rows of ${now.table.name} whose ${field.name} is no ${kind}`,
      before: select(was.table.name, name),
      later: select(now.table.name, field.name),
    },
  ];
}

/** The rows that break a rule or an index that comes. */
export function againstObject(change: TableChange, object: TableObject): readonly Question[] {
  const { constraint, index } = object;
  if (constraint === null)
    return index?.unique && change.now.table.holds === 'rows'
      ? [alike(change, index.columns, index.where !== null)]
      : [];
  const { table } = change.now;
  const { name } = table;
  switch (constraint.kind) {
    case 'primary_key':
    case 'transition':
    case 'freeze':
    case 'start_window':
      return [];
    case 'unique':
      // Entries that are deleted go before, where a timeline ends.
      return [alike(change, constraint.fields, change.old.table.temporal !== null && table.temporal === null)];
    case 'reference':
      return [leadingNowhere(change, constraint)];
    case 'overlap':
      return [overlapping(change, constraint.timeline)];
    case 'check':
    case 'field':
    case 'validity':
    case 'align': {
      const rule = checkedCondition(constraint, table);
      return [
        about(change, `rows of ${name} that break ${object.name} (${ruleText(constraint)})`, object.columns, (on) =>
          idsOf(on, `not ${rule}`),
        ),
      ];
    }
  }
}

function ruleText(constraint: RowConstraint): string {
  switch (constraint.kind) {
    case 'check':
      return constraint.check.message.replaceAll('\n', ' ');
    case 'field':
      return `${constraint.what.replaceAll('_', ' ')} of ${constraint.field}`;
    case 'validity':
      return 'valid_from is before valid_to';
    case 'align':
      return `${constraint.bound} is the beginning of a day in ${constraint.zone}`;
  }
}

/** Rows that another one is like, in fields that are unique from now on. */
function alike(change: TableChange, fields: readonly string[], isOfLive: boolean): Question {
  const { name } = change.now.table;
  const columns = isOfLive ? [...fields, 'valid_from'] : fields;
  const known = [...(isOfLive ? ['valid_from'] : []), ...fields].map((field) => `${quote(field)} is not null`);
  const list = fields.map(quote).join(', ');
  return about(change, `rows of ${name} that share their ${fields.join(' and ')} with another one`, columns, (table) =>
    idsOf(
      {
        sql: `(select id, count(*) over (partition by ${list}) as number from ${fromSource(table)} where ${known.join(' and ')})`,
        name,
      },
      'number > 1',
    ),
  );
}

/** Rows whose reference leads to no row. What a migration makes is empty. */
function leadingNowhere(change: TableChange, { field, to }: Constraint & { kind: 'reference' }): Question {
  const { name } = change.now.table;
  const nowhere = (target: string | null) =>
    target === null
      ? `${quote(field)} is not null`
      : line`
          ${quote(field)} is not null and not exists (
            select from public.${quote(target)} as target where target.id = ${quote(name)}.${quote(field)}
          )`;
  const question = (target: string | null) =>
    about(change, `rows of ${name} whose ${field} leads to no ${to}`, [field], (table) =>
      idsOf({ ...table, name }, nowhere(target)),
    );
  return { ...question(to), before: question(change.nameBefore(to)).before };
}

/** Entries that begin before an earlier one of their timeline ends. */
function overlapping(change: TableChange, timeline: readonly string[]): Question {
  const { name } = change.now.table;
  const list = timeline.map(quote).join(', ');
  const ends = line`
    max(coalesce(valid_to, 'infinity')) over (
      partition by ${list}
      order by valid_from, id
      rows between unbounded preceding and 1 preceding
    ) as until`;
  return about(
    change,
    `entries of ${name} that begin while another one of the same ${timeline.join(' and ')} is valid`,
    [...timeline, 'valid_from', 'valid_to'],
    (table) =>
      idsOf(
        { sql: `(select id, valid_from, ${ends} from ${fromSource(table)} where valid_from is not null)`, name },
        'until > valid_from',
      ),
  );
}

/** Deleted entries that other rows refer to: they would be deleted for good. */
export function referredEntries(change: TableChange): readonly Question[] {
  const { was, now, references } = change;
  return references.map(({ table, column, later }) => {
    const select = (on: string, from: string, by: string) =>
      idsOf(
        { ...tableSource(on), name: 'entry' },
        `valid_from is null and exists (select from public.${quote(from)} as other where other.${quote(by)} = entry.id)`,
      );
    return {
      rows: `deleted entries of ${now.table.name} that ${later.table} refers to, to be deleted for good`,
      before: select(was.table.name, table, column),
      later: select(now.table.name, later.table, later.column),
    };
  });
}

/** A question about a table as it will be. */
function about(
  change: TableChange,
  rows: string,
  columns: readonly string[],
  select: (table: Source) => string,
): Question {
  return {
    rows,
    before: select(futureTable(change, columns)),
    later: select(tableSource(change.now.table.name)),
  };
}

function idsOf(from: Source, where: string): string {
  return `select id from ${fromSource(from)} where ${where}`;
}
