import fc from 'fast-check';
import { mostDepth } from '../../engine/model/consequence.ts';

/** An item has fields a, b and c, and entries; an entry has x and y, and belongs to an item or to none. */
type Table = 'item' | 'entry';
type Value = number | null;
type Row = Readonly<Record<string, Value>>;
export type State = Readonly<Record<Table, readonly Row[]>>;
export type Outcome = State | 'endless';

type Given = { readonly kind: 'constant'; readonly value: Value } | { readonly kind: 'field'; readonly name: string };

interface Condition {
  readonly field: string;
  readonly operator: 'eq' | 'neq' | 'null';
  readonly value: number;
}

interface Moment {
  readonly on: readonly ('create' | 'update')[];
  readonly when: Condition | null;
  readonly before: Condition | null;
}

interface Sets extends Moment {
  readonly set: readonly (readonly [field: string, value: Given])[];
}

interface Creates extends Moment {
  readonly resource: Table;
  readonly forEach: boolean;
  /** A field of the new row that no row may have with the value of this field of the cause. */
  readonly unless: readonly [field: string, of: string] | null;
  readonly with: readonly (readonly [field: string, value: Given])[];
}

export interface Definition {
  readonly sets: Readonly<Record<Table, readonly Sets[]>>;
  readonly creates: Readonly<Record<Table, readonly Creates[]>>;
}

export type Write =
  | { readonly kind: 'insert'; readonly rows: readonly (readonly Value[])[] }
  | {
      readonly kind: 'update';
      readonly table: Table;
      readonly set: readonly (readonly [field: string, value: Value])[];
      readonly where: readonly [field: string, value: number] | null;
    };

const fields: Readonly<Record<Table, readonly string[]>> = { item: ['a', 'b', 'c'], entry: ['x', 'y'] };
const number = fc.integer({ min: 0, max: 2 });
const value = fc.option(number, { freq: 4 });
const fieldOf = (table: Table) => fc.constantFrom(...fields[table]);

function moment(table: Table) {
  const condition = fc.option(
    fc.record({ field: fieldOf(table), operator: fc.constantFrom('eq', 'neq', 'null'), value: number }),
  );
  return {
    on: fc.subarray(['create', 'update'] as const, { minLength: 1 }),
    when: condition,
    before: condition,
  };
}

function given(table: Table) {
  return fc.oneof(
    value.map((each) => ({ kind: 'constant', value: each }) as const),
    fieldOf(table).map((name) => ({ kind: 'field', name }) as const),
  );
}

function values(to: Table, from: Table, minLength: number) {
  return fc.uniqueArray(fc.tuple(fieldOf(to), given(from)), { minLength, maxLength: 2, selector: ([name]) => name });
}

function sets(table: Table): fc.Arbitrary<Sets> {
  return fc.record({ ...moment(table), set: values(table, table, 1) }) as fc.Arbitrary<Sets>;
}

function creates(table: Table): fc.Arbitrary<Creates> {
  const to = (resource: Table) =>
    fc.record({
      ...moment(table),
      resource: fc.constant(resource),
      forEach: table === 'item' ? fc.boolean() : fc.constant(false),
      unless: fc.option(fc.tuple(fieldOf(resource), fieldOf(table))),
      with: values(resource, table, 0),
    }) as fc.Arbitrary<Creates>;
  return fc.oneof(to('entry'), to('item'));
}

/** Every creation has a rule: otherwise definitions could have faults. */
export const definition: fc.Arbitrary<Definition> = fc.record({
  sets: fc.record({
    item: fc.array(sets('item'), { maxLength: 3 }),
    entry: fc.array(sets('entry'), { maxLength: 1 }),
  }),
  creates: fc
    .record({
      item: fc.array(creates('item'), { minLength: 1, maxLength: 2 }),
      entry: fc.array(
        creates('entry').map(
          (each) => ({ ...each, when: each.when ?? { field: 'x', operator: 'eq', value: 2 } }) as const,
        ),
        { maxLength: 1 },
      ),
    })
    .map(({ item, entry }) => ({
      item: item.map((each) => ({ ...each, when: each.when ?? { field: 'a', operator: 'neq', value: 1 } }) as const),
      entry,
    })),
});

export const write: fc.Arbitrary<Write> = fc.oneof(
  fc
    .array(fc.tuple(value, value, value), { minLength: 1, maxLength: 3 })
    .map((rows) => ({ kind: 'insert', rows }) as const),
  ...(['item', 'entry'] as const).map((table) =>
    fc.record({
      kind: fc.constant('update' as const),
      table: fc.constant(table),
      set: fc.uniqueArray(fc.tuple(fieldOf(table), value), { minLength: 1, maxLength: 2, selector: ([name]) => name }),
      where: fc.option(fc.tuple(fieldOf(table), number)),
    }),
  ),
);

/** The definition as files. */
export function yamlOf({ sets: set, creates: create }: Definition): Readonly<Record<string, string>> {
  const rule = (each: Condition) =>
    each.operator === 'null' ? `${each.field}=is.null` : `${each.field}=${each.operator}.${each.value}`;
  const momentOf = ({ on, when, before }: Moment) => ({
    on,
    ...(when === null ? {} : { when: rule(when) }),
    ...(before === null || !on.includes('update') ? {} : { before: rule(before) }),
  });
  const text = (each: Given) => (each.kind === 'field' ? `$${each.name}` : each.value);
  const map = (list: Sets['set']) => Object.fromEntries(list.map(([name, each]) => [name, text(each)]));
  const parts = (table: Table) => ({
    ...(set[table].length === 0 ? {} : { sets: set[table].map((each) => ({ ...momentOf(each), set: map(each.set) })) }),
    ...(create[table].length === 0
      ? {}
      : {
          creates: create[table].map((each) => ({
            ...momentOf(each),
            resource: each.resource,
            ...(each.forEach ? { for_each: 'entry' } : {}),
            ...(each.unless === null ? {} : { unless: `${each.unless[0]}=eq.$${each.unless[1]}` }),
            with: { ...map(each.with), ...(each.forEach && each.resource === 'entry' ? { item_id: '$id' } : {}) },
          })),
        }),
  });
  const integers = (table: Table) =>
    Object.fromEntries(fields[table].map((name) => [name, { type: 'integer', nullable: true }]));
  const item = {
    resource: 'item',
    relations: { entry: { resource: 'entry', by: 'item_id' } },
    fields: integers('item'),
    ...parts('item'),
  };
  const entry = {
    resource: 'entry',
    fields: { item_id: { type: 'reference', to: 'item', nullable: true }, ...integers('entry') },
    ...parts('entry'),
  };
  return {
    'service.yaml': 'service: Test\n',
    'item.yaml': JSON.stringify(item),
    'entry.yaml': JSON.stringify(entry),
  };
}

class Endless extends Error {}

/** The state after a write, or that it is refused. */
export function worked(state: State, each: Write, defined: Definition): Outcome {
  const work = { item: [...state.item], entry: [...state.entry] };
  try {
    if (each.kind === 'insert')
      insert(
        work,
        'item',
        each.rows.map(([a = null, b = null, c = null]) => ({ a, b, c })),
        defined,
        1,
      );
    else update(work, each, defined);
    return work;
  } catch (error) {
    if (error instanceof Endless) return 'endless';
    throw error;
  }
}

type Work = Record<Table, Row[]>;

interface Cause {
  readonly place: number;
  readonly row: Row;
  readonly former: Row | null;
}

function insert(work: Work, table: Table, rows: readonly Row[], defined: Definition, depth: number): void {
  const causes = rows.map((sent): Cause => {
    const row = applied(sent, null, table, defined);
    return { place: work[table].push(row) - 1, row, former: null };
  });
  follow(work, table, causes, defined, depth);
}

function update(
  work: Work,
  { table, set, where }: Extract<Write, { readonly kind: 'update' }>,
  defined: Definition,
): void {
  const causes = work[table].flatMap((former, place): readonly Cause[] => {
    if (where !== null && former[where[0]] !== where[1]) return [];
    const sent = { ...former, ...Object.fromEntries(set) };
    const row = isSame(sent, former) ? former : applied(sent, former, table, defined);
    return isSame(row, former) ? [] : [{ place, row, former }];
  });
  for (const { place, row } of causes) work[table][place] = row;
  follow(work, table, causes, defined, 1);
}

function applied(sent: Row, former: Row | null, table: Table, { sets: all }: Definition): Row {
  let row = sent;
  for (const each of all[table]) if (isMoment(each, row, former)) row = { ...row, ...valuesOf(each.set, row) };
  return row;
}

function follow(work: Work, table: Table, causes: readonly Cause[], defined: Definition, depth: number): void {
  for (const creation of defined.creates[table]) {
    for (const { place, row, former } of causes) {
      if (!isMoment(creation, row, former)) continue;
      const reached = creation.forEach ? work.entry.filter((each) => each.of === place) : [row];
      for (const _ of reached) {
        const { resource, unless } = creation;
        const wanted = unless === null ? null : (row[unless[1]] ?? null);
        if (unless !== null && wanted !== null && work[resource].some((each) => each[unless[0]] === wanted)) continue;
        if (depth > mostDepth) throw new Endless();
        const empty: Row = resource === 'item' ? { a: null, b: null, c: null } : { of: null, x: null, y: null };
        const owner = creation.forEach && resource === 'entry' ? { of: place } : {};
        insert(work, resource, [{ ...empty, ...valuesOf(creation.with, row), ...owner }], defined, depth + 1);
      }
    }
  }
}

function valuesOf(list: Sets['set'], row: Row): Row {
  return Object.fromEntries(
    list.map(([name, each]) => [name, each.kind === 'field' ? (row[each.name] ?? null) : each.value]),
  );
}

function isMoment({ on, when, before }: Moment, row: Row, former: Row | null): boolean {
  if (!on.includes(former === null ? 'create' : 'update')) return false;
  return (when === null || holds(when, row)) && (before === null || former === null || holds(before, former));
}

function holds({ field, operator, value: compared }: Condition, row: Row): boolean {
  const own = row[field] ?? null;
  if (operator === 'null') return own === null;
  return own !== null && (operator === 'eq') === (own === compared);
}

function isSame(one: Row, other: Row): boolean {
  return Object.keys(one).every((name) => one[name] === other[name]);
}
