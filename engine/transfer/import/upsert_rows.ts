import type { Field } from '../../model/field.ts';
import type { Table } from '../../model/model.ts';
import { type Sql, type Statement, statementOf } from '../../query/sql/condition/statement.ts';
import { latestSetting } from '../../query/sql/write/many/chosen.ts';
import { columnOf, identifier, join, publicTable, sql, textConstant } from '../../sql/fragment.ts';
import { assignedFields, isAbsent, placeIn, type Range, type Shape, stagedRows, stagingTable } from './staging.ts';

/** A shape whose rows may exist. */
export type UpsertShape = Shape & { readonly key: readonly string[] };

/** Rows with the key of an earlier one: the `_place` of each, and the line of the `other`. */
export function renderSameKeys(shape: UpsertShape, range: Range): Statement {
  const keys = shape.key.map((name) => columnOf('file_row', name));
  const known = keys.map((key) => sql`${key} is not null`);
  return statementOf(sql`
    select keyed._place, keyed.other
    from (
      select file_row._place,
        min(file_row._line) over same as other,
        row_number() over same as number
      from ${stagedRows(shape, range, 'is null')} as file_row
      where ${join(known, ' and ')}
      window same as (partition by ${join(keys, ', ')} order by file_row._place)
    ) as keyed
    where keyed.number > 1
    order by keyed._place`);
}

/** Locks the existing rows in the order of their ids, and before them the timelines that they are on or move to. */
export function renderUpsertLocks(shape: UpsertShape, range: Range): readonly Statement[] {
  const { table } = shape;
  const rows = stagedRows(shape, range, 'is null');
  const existing = sql`${publicTable(table.name)} as item join ${rows} as file_row on ${matches(shape)}`;
  const items = statementOf(sql`
    select count(*)
    from (select item.id from ${existing} order by item.id for no key update of item) as locked`);
  const owner = table.fields.get(table.temporal?.timeline[0] ?? '');
  if (owner?.type.kind !== 'reference') return [items];
  const isGiven = assignedFields(shape).includes(owner);
  const given = isGiven ? [sql`select ${columnOf('file_row', owner.name)} from ${rows} as file_row`] : [];
  const ids = [...given, sql`select ${columnOf('item', owner.name)} from ${existing}`];
  const owners = statementOf(sql`
    select count(*)
    from (
      select owner.id
      from ${publicTable(owner.type.to)} as owner
      where owner.id in (${join(ids, ' union all ')})
      order by owner.id
      for no key update
    ) as locked`);
  return [owners, items];
}

/** Notes which of the rows exist, with their ids. */
export function renderMatch(shape: UpsertShape, range: Range): Statement {
  return statementOf(sql`
    update ${stagingTable} as staged
    set id = item.id, _new = false
    from ${stagedRows(shape, range, 'is null')} as file_row
    join ${publicTable(shape.table.name)} as item on ${matches(shape)}
    where staged._place = file_row._place`);
}

/** The rows with an id of no row: the `_place` of each. */
export function renderUnknownIds(range: Range): Statement {
  return statementOf(sql`
    select staged._place
    from ${stagingTable} as staged
    where staged._new and staged.id is not null and ${placeIn(range)}
    order by staged._place`);
}

/** Gives the new rows their ids. */
export function renderNewIds(range: Range, idSequence: string): Statement {
  return statementOf(sql`
    update ${stagingTable} as staged
    set id = nextval(${textConstant(idSequence)})
    where staged.id is null and ${placeIn(range)}`);
}

/** The rows that would change a field which no update changes: the `_place` of each, and each field in `field_0` and so on. */
export function renderUnchangeable(shape: UpsertShape, range: Range, fields: readonly Field[]): Statement {
  const differs = fields.map((field, at) => sql`${isChanged(shape, field)} as field_${at}`);
  const any = fields.map((_, at) => sql`compared.field_${at}`);
  return statementOf(sql`
    select compared.*
    from (
      select file_row._place, ${join(differs, ', ')}
      from ${stagedRows(shape, range, 'is null')} as file_row
      join ${publicTable(shape.table.name)} as item on item.id = file_row.id
      where not file_row._new
    ) as compared
    where ${join(any, ' or ')}
    order by compared._place`);
}

/** The assigned fields that an upsert cannot change. */
export function unchangeableFields(shape: UpsertShape): readonly Field[] {
  return assignedFields(shape).filter((field) => !field.update && !shape.key.includes(field.name));
}

/** Has the triggers take an instant that is later than the version of each row. See latestSetting. */
export function renderLatest(shape: UpsertShape, range: Range): Statement {
  return statementOf(sql`
    select set_config(
      ${textConstant(latestSetting(shape.table))},
      (
        select item.id
        from ${stagedRows(shape, range, 'is null')} as file_row
        join ${publicTable(shape.table.name)} as item on item.id = file_row.id
        where not file_row._new
        order by item.recorded_at desc
        limit 1
      )::text,
      true
    )`);
}

/** Changes the existing rows that differ; null where nothing of them can change. */
export function renderChange(shape: UpsertShape, range: Range): Statement | null {
  const fields = assignedFields(shape).filter((field) => field.update && !shape.key.includes(field.name));
  if (fields.length === 0) return null;
  const set = fields.map((field) => sql`${identifier(field.name)} = ${newValue(shape, field)}`);
  const changed = fields.map((field) => isChanged(shape, field));
  return statementOf(sql`
    update ${publicTable(shape.table.name)} as item
    set ${join(set, ', ')}
    from ${stagedRows(shape, range, 'fails')} as file_row
    where item.id = file_row.id and not file_row._new and (${join(changed, ' or ')})`);
}

/** What a row that leaves a field out has in it stays. */
function newValue({ partial }: UpsertShape, { name }: Field): Sql {
  const value = columnOf('file_row', name);
  if (!partial.has(name)) return value;
  return sql`case when ${isAbsent('file_row', name)} then ${columnOf('item', name)} else ${value} end`;
}

function isChanged(shape: UpsertShape, field: Field): Sql {
  return sql`(${columnOf('item', field.name)} is distinct from ${newValue(shape, field)})`;
}

function matches({ table, key }: UpsertShape): Sql {
  const equal = key.map((name) => sql`${columnOf('item', name)} = ${columnOf('file_row', name)}`);
  // Entries that are off their timeline have no key; their ids stay theirs.
  const live = table.temporal === null || key.includes('id') ? [] : [sql`item.valid_from is not null`];
  return join([...equal, ...live], ' and ');
}

/** The fields by which rows are found, or what is wrong with them. By default it is the only unique combination. */
export function upsertKey({ unique, name }: Table, asked: readonly string[] | null): readonly string[] | string {
  const known = [...unique.map((fields) => fields.join()), 'id'];
  const expected = `expected ${known.join(' or ')}`;
  if (asked === null) {
    const [only, ...others] = unique;
    if (only !== undefined && others.length === 0) return only;
    return `${name} has ${only === undefined ? 'no' : 'several'} unique combinations of fields; add --on-conflict with one: ${expected}`;
  }
  if (asked.join() === 'id') return asked;
  const found = unique.find(
    (fields) => fields.length === asked.length && fields.every((field) => asked.includes(field)),
  );
  return found ?? `${asked.join()} does not identify rows of ${name}; ${expected}`;
}
