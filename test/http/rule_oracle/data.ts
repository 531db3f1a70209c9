import type { TestDatabase } from '../../database.ts';
import { type Choice, type Kind, type Kinds, storedFields } from './kinds.ts';
import type { PlainRow } from './row.ts';
import { begun, constant } from './rule_arbitrary.ts';
import { microseconds, type TypeName, type Value } from './values.ts';

// Random rows, and what is in the database after them.

const rowsOfKind = 5;
// No two requests have the same now: entries begin where others end by one clock alone.
const at = (hours: number) => `'${new Date(begun + hours * 3_600_000).toISOString()}'`;
const slots = [
  [at(-960), at(-480)],
  [at(-480), at(-1)],
  [at(-1), at(1)],
  [at(1), at(48)],
  [at(72), 'null'],
] as const;

/** Fills the tables: first rows, then changes, each recorded at an instant of its own. */
export async function makeRows(kinds: Kinds, choice: Choice, { query }: TestDatabase): Promise<void> {
  for (const kind of kinds.values()) {
    const taken = new Set<string>();
    for (let index = 0; index < rowsOfKind; index++) {
      const values = storedFields(kind).map(([name, type]): readonly [string, string] => [
        name,
        valueSql(kind, name, type, choice),
      ]);
      const owner = new Map(values).get('owner_id') ?? '';
      const slot = choice.upTo(slots.length - 1);
      if (kind.isTimeline && taken.has(`${owner} ${slot}`)) continue;
      taken.add(`${owner} ${slot}`);
      const [from, to] = slots[slot] ?? slots[0];
      const all = [
        ...values,
        ...(kind.isTimeline
          ? ([
              ['valid_from', from],
              ['valid_to', to],
            ] as const)
          : []),
      ];
      await query(
        `insert into ${kind.name} (${all.map(([name]) => name).join(', ')}) values (${all.map(([, value]) => value).join(', ')})`,
      );
    }
    await query(`alter table ${kind.name} alter id restart with 1000`);
  }
  for (let change = 0; change < 8; change++) await query(changeSql(choice.of([...kinds.values()]), choice));
}

function changeSql(kind: Kind, choice: Choice): string {
  const id = 1 + choice.upTo(rowsOfKind - 1);
  const form = kind.isTimeline ? choice.upTo(4) : 4;
  if (form === 0)
    return `update ${kind.name} set valid_to = now() where id = ${id} and valid_from < now() and coalesce(valid_to, 'infinity') > now()`;
  if (form === 1)
    return `update ${kind.name} set valid_from = null, valid_to = null where id = ${id} and valid_from is not null`;
  const [name, type] = choice.of(storedFields(kind).filter(([each]) => !(kind.isTimeline && each === 'owner_id')));
  const there = kind.isTimeline ? ' and valid_from is not null' : '';
  return `update ${kind.name} set ${name} = ${valueSql(kind, name, type, choice)} where id = ${id}${there}`;
}

function valueSql(kind: Kind, name: string, type: TypeName, choice: Choice): string {
  const isPlace = kind.isTimeline && name === 'owner_id';
  if (!isPlace && choice.in100(20)) return 'null';
  if (type !== 'reference') return `'${constant(type, choice)}'`;
  const to = kind.relations[name.replace(/_id$/, '')]?.to;
  const place = choice.upTo(isPlace ? 1 : 3);
  const last = `(select count(*) - 1 from ${to})`;
  return isPlace
    ? `(select id from ${to} order by id offset least(${place}, ${last}) limit 1)`
    : `(select id from ${to} order by id offset ${place} limit 1)`;
}

/** Every version of every row. */
export async function readVersions(
  kinds: Kinds,
  { query }: TestDatabase,
): Promise<ReadonlyMap<string, readonly PlainRow[]>> {
  const all = new Map<string, readonly PlainRow[]>();
  for (const kind of kinds.values()) {
    const current = await query(`select row_to_json(item)::text as row from ${kind.name} as item`);
    const replaced = kind.hasHistory
      ? await query(`select row_to_json(item)::text as row from ${kind.name}_history as item`)
      : [];
    all.set(kind.name, [
      ...current.map(({ row }) => plainRow(kind, JSON.parse(row ?? ''), 'id', 'row_version')),
      ...replaced.map(({ row }) => plainRow(kind, JSON.parse(row ?? ''), `${kind.name}_id`, 'id')),
    ]);
  }
  return all;
}

function plainRow(kind: Kind, row: Readonly<Record<string, Value>>, id: string, version: string): PlainRow {
  const at = (value: Value | undefined) => (typeof value === 'string' ? microseconds(value) : null);
  const values = Object.entries(kind.fields).map(([name, type]): [string, Value] => [
    name,
    type === 'datetime' ? at(row[name]) : (row[name] ?? null),
  ]);
  return {
    kind: kind.name,
    values: { ...Object.fromEntries(values), id: row[id] ?? null },
    versionId: Number(row[version]),
    recordedAt: at(row.recorded_at) ?? 0n,
    replacedAt: at(row.replaced_at),
  };
}
