import { columnType } from '../../../query/sql/condition/column_type.ts';
import { defaultExpression } from '../../../query/sql/condition/default.ts';
import { commentStatement } from '../../../sql/comment.ts';
import { quote } from '../../../sql/identifier.ts';
import { textLiteral } from '../../../sql/literal.ts';
import { typedColumn } from '../../table/column.ts';
import { fieldComment } from '../../table/comment.ts';
import {
  beforeTables,
  type ConvertedField,
  columnBefore,
  keptHistory,
  type TableChange,
} from '../change/table_change.ts';
import { catalogStep, exclusively, type Planned } from '../step.ts';
import { backfillOf } from '../value/backfill.ts';
import { withoutLike } from '../value/question.ts';
import { type Backfill, columnTrigger } from './backfill.ts';
import { dropColumns } from './column.ts';
import { currentValue } from './field.ts';

/**
 * Stores fields with another type. A second column of the new type is filled and kept in step with the old one, and
 * takes its place and name in the switch. `alter column ... type` would rewrite the table while nobody can use it. From
 * then on the old column is kept in step with the new one, until the end, so that the switch can be undone.
 */
export function convertSteps(change: TableChange): readonly Planned[] {
  const { converted } = change.fields;
  if (converted.length === 0) return [];
  const { table } = change.now;
  const history = keptHistory(change);
  const tables = [table.name, ...(history === null ? [] : [history])];
  const names = converted.map(({ field }) => field.name).join(', ');
  const followers = followersOf(change, tables);
  return [
    catalogStep({
      stage: 'expand',
      table: table.name,
      title: converted
        .map(
          ({ field, next }) =>
            `add ${next} to ${table.name}, which becomes ${field.name} of type ${columnType(field.type)}`,
        )
        .join('; '),
      statements: tables.flatMap((name) =>
        converted.map(
          ({ field, next }) => `alter table public.${quote(name)} add column ${quote(next)} ${columnType(field.type)}`,
        ),
      ),
      locks: exclusively(...tables),
      undo: dropColumns(
        tables,
        converted.map(({ next }) => next),
      ),
    }),
    catalogStep({
      stage: 'switch',
      table: table.name,
      title: `${names} of ${table.name} ${converted.length === 1 ? 'is' : 'are'} of the new type`,
      statements: [
        ...tables.flatMap((name) => converted.flatMap((field) => swapped(name, field))),
        ...converted.flatMap((field) => defaultsSwapped(table.name, field)),
        ...followers.flatMap(({ make }) => make),
      ],
      locks: exclusively(...tables),
      undo: [
        ...tables.flatMap((name) => converted.flatMap((field) => refuseUnlike(name, field))),
        ...followers.flatMap(({ drop }) => drop),
        ...converted.flatMap((field) => defaultsSwappedBack(table.name, field)),
        ...tables.flatMap((name) => converted.flatMap((field) => swappedBack(name, field))),
      ],
    }),
  ];
}

/** Keep the old columns in step with the new ones. */
function followersOf({ fields }: TableChange, tables: readonly string[]) {
  return tables.map((on) => columnTrigger('stamp_former', on, fields.converted.map(follow)));
}

/** The old column goes. Of the table itself each of its values is in the new one; of a history, what has a like there. */
export function dropFormerSteps(change: TableChange): readonly Planned[] {
  const again = change.fields.converted;
  if (again.length === 0) return [];
  const { table } = change.now;
  const history = keptHistory(change);
  const tables = [table.name, ...(history === null ? [] : [history])];
  const followers = followersOf(change, tables);
  const formers = again.map(({ former }) => former);
  // Its indexes are dropped before it, and stay until deleted entries are gone where a timeline ends.
  const endsTimeline = change.old.table.temporal !== null && table.temporal === null;
  const lost = again.filter(({ forth }) => history !== null && forth.fits !== null);
  return [
    catalogStep({
      stage: lost.length > 0 ? 'lose' : endsTimeline ? 'finish' : 'drop',
      table: `${table.name}.${formers.join()}`,
      title: `drop ${formers.join(', ')} of ${table.name}, which ${formers.length === 1 ? 'was' : 'were'} of the old type`,
      statements: [...followers.flatMap(({ drop }) => drop), ...dropColumns(tables, formers)],
      locks: exclusively(...tables),
      loses:
        lost.length > 0
          ? `of ${lost.map(({ field }) => field.name).join(', ')} in ${history}, the values that the new type cannot hold`
          : null,
      lost: lost.flatMap(({ field, forth }) =>
        beforeTables(change)
          .slice(1)
          .map((name) => ({ table: name, where: `not (${forth.fits?.(quote(columnBefore(change, field.name)))})` })),
      ),
      undo:
        lost.length > 0
          ? null
          : [
              ...tables.flatMap((name) =>
                again.map(
                  ({ former, previous }) =>
                    `alter table public.${quote(name)} add column ${typedColumn({ ...previous, name: former })}`,
                ),
              ),
              ...tables.flatMap((name) => formerComments(change, name)),
              ...followers.flatMap(({ make }) => make),
              // The trigger fills them.
              ...tables.map((name) => `update public.${quote(name)} set id = id`),
            ],
    }),
  ];
}

/** What the old columns say of themselves. */
function formerComments({ old, fields }: TableChange, table: string): readonly string[] {
  const resource = table === old.table.name ? old.table : old.history;
  if (resource === null) return [];
  return fields.converted.flatMap(({ field, former }) => {
    const own = resource.fields.get(field.name);
    return own === undefined ? [] : commentStatement(fieldComment(table, own, former));
  });
}

function swapped(table: string, { field, next, former }: ConvertedField): readonly string[] {
  const own = `alter table public.${quote(table)}`;
  return [
    `${own} rename column ${quote(field.name)} to ${quote(former)}`,
    `${own} rename column ${quote(next)} to ${quote(field.name)}`,
  ];
}

function swappedBack(table: string, { field, next, former }: ConvertedField): readonly string[] {
  const own = `alter table public.${quote(table)}`;
  return [
    `${own} rename column ${quote(field.name)} to ${quote(next)}`,
    `${own} rename column ${quote(former)} to ${quote(field.name)}`,
  ];
}

function defaultsSwapped(table: string, { field, former, previous }: ConvertedField): readonly string[] {
  const own = `alter table public.${quote(table)} alter column`;
  const initial = defaultExpression(field);
  return [
    ...(previous.nullable ? [] : [`${own} ${quote(former)} drop not null`]),
    ...(defaultExpression(previous) === null ? [] : [`${own} ${quote(former)} drop default`]),
    ...(initial === null ? [] : [`${own} ${quote(field.name)} set default ${initial}`]),
  ];
}

function defaultsSwappedBack(table: string, { field, former, previous }: ConvertedField): readonly string[] {
  const own = `alter table public.${quote(table)} alter column`;
  const initial = defaultExpression(previous);
  return [
    ...(defaultExpression(field) === null ? [] : [`${own} ${quote(field.name)} drop default`]),
    ...(initial === null ? [] : [`${own} ${quote(former)} set default ${initial}`]),
    ...(previous.nullable ? [] : [`${own} ${quote(former)} set not null`]),
  ];
}

/** The old column follows the new one; what has no like in the old type is null there. */
function follow({ field, former, back }: ConvertedField): string {
  const value = back.value(`new.${quote(field.name)}`);
  const known = back.fits === null ? value : `case when ${back.fits(`new.${quote(field.name)}`)} then ${value} end`;
  return `new.${quote(former)} := ${known};`;
}

/** A value of the new type alone does not go back to the old one. */
function refuseUnlike(table: string, { field, back }: ConvertedField): readonly string[] {
  if (back.fits === null) return [];
  return [
    `do $$
begin
  if exists (select from public.${quote(table)} where not (${back.fits(quote(field.name))})) then
    raise exception 'rows of % have a % that the old type cannot hold', ${textLiteral(table)}, ${textLiteral(field.name)}
      using errcode = 'check_violation';
  end if;
end
$$`,
  ];
}

/** The new columns of converted fields, in a table or in its history. */
export function conversionBackfills(change: TableChange, on: string): readonly Backfill[] {
  const isOwn = on === change.now.table.name;
  return change.fields.converted.map((converted) => {
    const { field, next, previous, forth } = converted;
    const old = (row: string) => `${row}${quote(field.name)}`;
    const cast = (row: string) =>
      isOwn || forth.fits === null
        ? forth.value(old(row))
        : // In parentheses: PL/pgSQL takes the first "then" for that of its own "if".
          `(case when ${forth.fits(old(row))} then ${forth.value(old(row))} end)`;
    const isUnlike = (row: string) => `${row}${quote(next)} is distinct from ${cast(row)}`;
    const filled = (row: string) =>
      isOwn && previous.nullable && !field.nullable
        ? backfillOf(change.now.table, field, (name) => currentValue(change, name, row))
        : null;
    const base: Backfill =
      filled('') === null
        ? { column: next, value: cast, isMissing: isUnlike }
        : {
            column: next,
            value: (row) => `coalesce(${cast(row)}, ${filled(row)})`,
            isMissing: (row) =>
              `(case when ${old(row)} is null then ${row}${quote(next)} is null else ${isUnlike(row)} end)`,
          };
    const { fits } = forth;
    if (!isOwn || fits === null) return base;
    // A batch looks at no value that has no like: the trigger refuses it.
    return {
      ...base,
      isMissing: (row) => `(case when ${fits(old(row))} then ${base.isMissing(row)} else ${old(row)} is not null end)`,
      refusal: { isRefused: (row) => `not (${fits(old(row))})`, asks: withoutLike(change, converted) },
    };
  });
}
