import { identityResource } from '../../definition/recipient.ts';
import type { Model, Resource } from '../../model/model.ts';
import { recordingNames } from '../../model/recorder.ts';
import { acyclicReferencesOf } from '../../model/tree/acyclic.ts';
import { type Sql, type Statement, statementOf } from '../../query/sql/condition/statement.ts';
import { rowsInCircles } from '../../schema/check/circle.ts';
import { columnOf, empty, type Fragment, identifier, join, publicTable, raw, sql } from '../../sql/fragment.ts';
import { textOf } from '../../sql/render.ts';
import { elementsTo, targetOf } from '../../vocabulary/field_type.ts';
import { mostFaults } from './fault.ts';
import { recordedFields, tableOf } from './recorded_columns.ts';
import { stagingTable } from './staging.ts';

/** A question about the rows of a file: it finds the `_line` of each row at fault, and what `other` the words name. */
export interface RecordedCheck {
  readonly statement: Statement;
  readonly column: string;
  readonly words: (other: string) => string;
}

/** The column with the id of the row, of which the rows of the file are versions. */
export function rowIdOf(resource: Resource): string {
  return resource.kind === 'history' ? `${resource.of.name}_id` : 'id';
}

/** The checks of each row by itself; the others need that these find nothing. */
export function checksOfRows(resource: Resource, model: Model): readonly RecordedCheck[] {
  const isHistory = resource.kind === 'history';
  const future = (column: string) =>
    check(column, sql`${columnOf('v', column)} > almanac.clock()`, empty, () => 'is in the future');
  return [
    ...identityChecks(resource, model),
    future('recorded_at'),
    ...(isHistory
      ? [
          future('replaced_at'),
          check('replaced_at', sql`v.replaced_at <= v.recorded_at`, empty, () => 'must be after recorded_at'),
          check(
            'replaced_by',
            sql`(v.replaced_at is null) <> (v.replaced_by is null)`,
            empty,
            () => 'must be sent together with replaced_at',
          ),
        ]
      : []),
    ...(tableOf(resource).temporal === null
      ? []
      : [
          check(
            'valid_from',
            sql`v.valid_to is not null and (v.valid_from is null or v.valid_to <= v.valid_from)`,
            empty,
            () => 'must be before valid_to',
          ),
        ]),
  ];
}

/** The checks of rows beside each other, and beside what the tables have. */
export function checksAmongRows(resource: Resource): readonly RecordedCheck[] {
  const table = tableOf(resource);
  const row = rowIdOf(resource);
  const own = columnOf('v', row);
  const known = sql`exists (select from ${publicTable(table.name)} as item where item.id = ${own})`;
  const former =
    table.history === null
      ? sql`false`
      : sql`exists (select from ${publicTable(table.history)} as former where ${columnOf('former', `${table.name}_id`)} = ${own})`;
  return [
    overlapCheck(resource),
    check(row, sql`${known} or ${former}`, own, (id) => `${table.name} has had a row ${id} already`),
    ...(resource.kind === 'history' ? versionChecks(resource.name, table.name) : []),
    ...timelineChecks(resource),
    ...referenceChecks(resource),
    ...circleChecks(resource),
  ];
}

function check(column: string, isWrong: Sql, other: Sql, words: RecordedCheck['words']): RecordedCheck {
  return checkOfEach({ column, isWrong, other, each: empty }, words);
}

/** A check of each row, or of what `each` joins to it. */
function checkOfEach(
  { column, isWrong, other, each }: { readonly column: string } & Readonly<Record<'isWrong' | 'other' | 'each', Sql>>,
  words: RecordedCheck['words'],
): RecordedCheck {
  const named = other === empty ? sql`null` : other;
  return {
    column,
    words,
    statement: statementOf(sql`
      select v._line, ${named} as other
      from ${stagingTable} as v${each}
      where ${isWrong}
      order by v._place
      limit ${mostFaults}`),
  };
}

function identityChecks(resource: Resource, { resources }: Model): readonly RecordedCheck[] {
  const identity = resources.get(identityResource);
  if (identity?.kind !== 'table') return [];
  const columns = resource.kind === 'history' ? ['recorded_by', 'replaced_by'] : ['recorded_by'];
  return columns.map((column) => {
    const id = columnOf('v', column);
    const places: readonly (readonly [table: Fragment, column: string])[] = [
      [publicTable(identity.name), 'id'],
      ...(identity.history === null ? [] : [[publicTable(identity.history), `${identity.name}_id`] as const]),
      ...(tableOf(resource) === identity ? [[stagingTable, rowIdOf(resource)] as const] : []),
    ];
    const unknown = places.map(
      ([table, name]) => sql`not exists (select from ${table} as known where ${columnOf('known', name)} = ${id})`,
    );
    return check(column, sql`${id} <> 0 and ${join(unknown, ' and ')}`, id, (each) => `there is no identity ${each}`);
  });
}

/** Until when a row of the file was the recorded one. */
function replacedOf(alias: string, resource: Resource): Fragment {
  return resource.kind === 'history'
    ? sql`coalesce(${columnOf(alias, 'replaced_at')}, 'infinity')`
    : sql`'infinity'::timestamptz`;
}

/** At each instant, a row has one version at most. */
function overlapCheck(resource: Resource): RecordedCheck {
  const row = rowIdOf(resource);
  const statement = statementOf(sql`
    select flagged._line, (
      select min(other._line)
      from ${stagingTable} as other
      where ${columnOf('other', row)} = ${columnOf('flagged', row)}
        and other._place <> flagged._place
        and other.recorded_at < ${replacedOf('flagged', resource)}
        and flagged.recorded_at < ${replacedOf('other', resource)}
    ) as other
    from (
      select v.*, max(${replacedOf('v', resource)}) over (
        partition by ${columnOf('v', row)}
        order by v.recorded_at, v._place
        rows between unbounded preceding and 1 preceding
      ) as _reach
      from ${stagingTable} as v
    ) as flagged
    where flagged._reach > flagged.recorded_at
    order by flagged._place
    limit ${mostFaults}`);
  return {
    column: 'recorded_at',
    statement,
    words: (other) => `the version overlaps that of line ${other}: both are of the same row, and recorded at one time`,
  };
}

/** A version has its id for good, whether it is in the table or in the history. */
function versionChecks(history: string, table: string): readonly RecordedCheck[] {
  const twice = sql`exists (select from ${stagingTable} as other where other.id = v.id and other._place < v._place)`;
  const known = sql`
    exists (select from ${publicTable(history)} as former where former.id = v.id)
    or exists (select from ${publicTable(table)} as item where item.row_version = v.id)`;
  return [
    check('id', twice, sql`v.id`, (id) => `the id ${id} stands in an earlier line already`),
    check('id', known, sql`v.id`, (id) => `${history} has a version ${id} already`),
  ];
}

/** At each instant, entries that were recorded on one timeline do not overlap. */
function timelineChecks(resource: Resource): readonly RecordedCheck[] {
  const { temporal } = tableOf(resource);
  if (temporal === null) return [];
  const row = rowIdOf(resource);
  const same = temporal.timeline.map((name) => sql`${columnOf('other', name)} = ${columnOf('v', name)}`);
  const recorded = (alias: string) => sql`tstzrange(${columnOf(alias, 'recorded_at')}, ${replacedOf(alias, resource)})`;
  const valid = (alias: string) => sql`tstzrange(${columnOf(alias, 'valid_from')}, ${columnOf(alias, 'valid_to')})`;
  const statement = statementOf(sql`
    select v._line, min(other._line) as other
    from ${stagingTable} as v
    join ${stagingTable} as other
      on ${join(same, ' and ')}
      and ${columnOf('other', row)} <> ${columnOf('v', row)}
      and other._place < v._place
      and ${valid('other')} && ${valid('v')}
      and ${recorded('other')} && ${recorded('v')}
    where v.valid_from is not null and other.valid_from is not null
    group by v._place, v._line
    order by v._place
    limit ${mostFaults}`);
  return [
    {
      column: 'valid_from',
      statement,
      words: (other) => `it overlaps line ${other} on the same timeline, and both are recorded at one time`,
    },
  ];
}

/** The rows to which current rows refer, so that all missing ones are told. */
function referenceChecks(resource: Resource): readonly RecordedCheck[] {
  const table = tableOf(resource);
  return recordedFields(resource).flatMap(({ name, type }) => {
    const to = targetOf(type);
    if (to === null || name === rowIdOf(resource) || recordingNames.has(name)) return [];
    const isArray = type.kind === 'array';
    const id = isArray ? sql`element.id` : columnOf('v', name);
    const current = resource.kind === 'history' ? sql`v.replaced_at is null and ` : empty;
    const isCurrent = resource.kind === 'history' ? sql` and own.replaced_at is null` : empty;
    const own =
      to === table.name
        ? sql` and not exists (select from ${stagingTable} as own where ${columnOf('own', rowIdOf(resource))} = ${id}${isCurrent})`
        : empty;
    const unknown = sql`
      ${current}${id} is not null
      and not exists (select from ${publicTable(to)} as target where target.id = ${id})${own}`;
    const each = isArray ? sql` cross join lateral unnest(${columnOf('v', name)}) as element (id)` : empty;
    return [
      checkOfEach(
        { column: name, isWrong: unknown, other: id, each },
        (other) => `${name} ${other} refers to no ${to}`,
      ),
    ];
  });
}

/** Locks of the rows to which elements of current rows refer. The triggers that lock them for other writers are off. */
export function locksOfElements(resource: Resource): readonly Statement[] {
  const current = resource.kind === 'history' ? sql` where v.replaced_at is null` : empty;
  return recordedFields(resource).flatMap(({ name, type }) => {
    const to = elementsTo(type);
    if (to === null) return [];
    const ids = sql`select unnest(${columnOf('v', name)}) from ${stagingTable} as v${current}`;
    return statementOf(sql`
      select count(*)
      from (
        select target.id from ${publicTable(to)} as target where target.id in (${ids}) order by target.id for key share
      ) as locked`);
  });
}

/** No row of the file has been there before, so that only rows of the file are below it. */
function circleChecks(resource: Resource): readonly RecordedCheck[] {
  const row = rowIdOf(resource);
  return acyclicReferencesOf(tableOf(resource)).map(({ field: { name } }) => {
    const current = resource.kind === 'history' ? sql` where v.replaced_at is null` : empty;
    const rows = sql`(select ${columnOf('v', row)} as id, ${columnOf('v', name)} from ${stagingTable} as v${current})`;
    const looped = raw(rowsInCircles(textOf(rows), name));
    const isLooped = sql`${columnOf('v', row)} in (${looped})${resource.kind === 'history' ? sql` and v.replaced_at is null` : empty}`;
    return check(name, isLooped, columnOf('v', name), (parent) => `${name} ${parent} makes the row its own ancestor`);
  });
}

/** Indexes by which the checks find rows. */
export function indexesOfRecorded(resource: Resource): readonly string[] {
  const { temporal } = tableOf(resource);
  const columns = [[rowIdOf(resource)], ...(temporal === null ? [] : [[...temporal.timeline]])];
  return columns.map(
    (names) => statementOf(sql`create index on ${stagingTable} (${join(names.map(identifier), ', ')})`).text,
  );
}
