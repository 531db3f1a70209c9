import fc from 'fast-check';
import type { Default } from '../../engine/model/default.ts';
import type { Field } from '../../engine/model/field.ts';
import type { Check, Model, Table, Temporal } from '../../engine/model/model.ts';
import { quote } from '../../engine/sql/identifier.ts';
import { type FieldType, hasTrait } from '../../engine/vocabulary/field_type.ts';
import {
  compare,
  decimalType,
  enumType,
  fieldOf,
  integerType,
  modelOf,
  statusType,
  tableOf,
  temporalOf,
  textType,
} from './model_of.ts';

/** Two models: in the second, resources, fields and rules come, go, have other names and are stored otherwise. */
export interface ModelPair {
  readonly first: Model;
  readonly second: Model;
  /** Backfill the tables of the first with rows that keep the rules of both; or nothing at all. */
  readonly inserts: readonly string[];
  /** Read what they filled and both have, in the first and in the second, whatever type a number has. */
  readonly selects: readonly (readonly [first: string, second: string])[];
}

/** A way of storing, with types that have it, two values and perhaps a default that are good for each of them. */
interface Storage {
  readonly types: readonly FieldType[];
  readonly values: readonly [string, string];
  readonly default: Default | null;
  /** A type is followed by wider ones: a change never goes back. */
  readonly widens?: true;
}

const words = ['abcd', 'efgh', 'wxyz'] as const;
const bounded = { minimum: '-5', maximum: '100', multipleOf: '5' };
const noBounds = { minLength: null, maxLength: null };

/** A file that the store has, or is about to have. */
const aFile = "jsonb_build_object('object', almanac.begin_file())";

const storages: readonly Storage[] = [
  {
    types: [
      textType(),
      textType({ minLength: 4 }),
      textType({ minLength: 1, maxLength: 4 }),
      { kind: 'html', minLength: null, maxLength: 10 },
      enumType(...words),
      enumType('more', ...words),
      statusType({ abcd: ['efgh'], efgh: [], wxyz: ['abcd', 'efgh'] }),
      statusType({ abcd: [], efgh: [], wxyz: [] }),
    ],
    values: ["'abcd'", "'efgh'"],
    default: { kind: 'value', value: 'wxyz' },
  },
  { types: [{ kind: 'boolean' }], values: ['true', 'false'], default: { kind: 'value', value: false } },
  {
    types: [
      integerType(),
      { ...integerType(), ...bounded },
      { ...integerType(), minimum: '0' },
      { ...integerType(), kind: 'bigint' },
      { ...integerType(), kind: 'bigint', ...bounded },
      { ...decimalType(22, 2), minimum: '0' },
    ],
    values: ['10', '20'],
    default: { kind: 'value', value: 15 },
    widens: true,
  },
  {
    types: [
      decimalType(5, 2),
      { ...decimalType(5, 2), ...bounded, multipleOf: '0.5' },
      decimalType(7, 2),
      { ...decimalType(9, 4), minimum: '0.25' },
    ],
    values: ['10.50', '20'],
    default: { kind: 'value', value: '1.5' },
    widens: true,
  },
  { types: [{ kind: 'date' }], values: ["'2026-01-01'", "'2026-02-01'"], default: { kind: 'today', zone: 'UTC' } },
  { types: [{ kind: 'datetime' }], values: ["'2026-01-01Z'", "'2026-02-01Z'"], default: { kind: 'now' } },
  { types: [{ kind: 'time' }], values: ["'00:00'", "'23:59:59.5'"], default: { kind: 'value', value: '08:30:00' } },
  { types: [{ kind: 'integer_range' }], values: ["'[1,5)'", "'empty'"], default: { kind: 'value', value: '(,)' } },
  {
    types: [{ kind: 'uuid' }],
    values: ["'00000000-0000-4000-8000-000000000000'", "'00000000-0000-4000-8000-000000000001'"],
    default: { kind: 'generated' },
  },
  {
    types: [{ kind: 'json' }],
    values: [`'{"a": 1.0}'`, "'[]'"],
    default: { kind: 'value', value: { "it's": [null] } },
  },
  {
    types: [
      { kind: 'file', mediaTypes: null, maxBytes: 10 },
      { kind: 'file', mediaTypes: ['image/*'], maxBytes: 20 },
    ],
    values: [aFile, aFile],
    default: null,
  },
  {
    types: [
      { kind: 'array', of: textType(), ...noBounds },
      { kind: 'array', of: enumType(...words), ...noBounds },
      { kind: 'array', of: textType(), minLength: 1, maxLength: 3 },
    ],
    values: ["'{abcd}'", "'{efgh,abcd}'"],
    default: { kind: 'value', value: ['wxyz'] },
  },
];

// Names that need quoting, names that want the same name for an index, and the longest.
const tableNames = ['a', 'a_b', 'l'.repeat(55), 'order'] as const;
const laterNames = { a: 'c', a_b: 'user', ['l'.repeat(55)]: 'm'.repeat(55), order: 'a_order' };
const fieldNames = ['b_c', 'c', 'group', 'n', 'user'] as const;

const version = fc.record({
  type: fc.nat(20),
  nullable: fc.boolean(),
  default: fc.boolean(),
  title: fc.constantFrom('One', "Two's \\"),
});
type Version = typeof version extends fc.Arbitrary<infer T> ? T : never;

/** Which of the models has it, and whether under one name. */
const presence = fc.constantFrom('both', 'both', 'renamed', 'added', 'dropped');
type Presence = 'both' | 'renamed' | 'added' | 'dropped';

const fieldPlan = fc.record({
  name: fc.constantFrom(...fieldNames),
  storage: fc.nat(storages.length - 1),
  presence: presence as fc.Arbitrary<Presence>,
  first: version,
  second: version,
});

const becomesOfRow = [null, { action: 'cascade', asService: false }, { action: 'clear', asService: true }] as const;

// Rules of timelines that the rows keep: they are valid by whole months.
const rules: readonly Partial<Temporal>[] = [
  {},
  { overlap: 'reject' },
  { align: 'UTC', freeze: { after: 'P900Y', roles: null } },
  { freeze: { after: 'P800Y', roles: null }, startWindow: { from: '-P900Y', to: 'P900Y', roles: null } },
  { overlap: 'reject', startWindow: { from: '-P900Y', to: null, roles: null } },
];

const tableVersion = fc.record({
  history: fc.boolean(),
  temporal: fc.boolean(),
  unique: fc.nat(9),
  index: fc.nat(9),
  checks: fc.nat(2),
  timeline: fc.boolean(),
  rule: fc.nat(rules.length - 1),
});

const tablePlan = fc.record({
  name: fc.constantFrom(...tableNames),
  presence: presence as fc.Arbitrary<Presence>,
  fields: fc.uniqueArray(fieldPlan, { selector: ({ name }) => name, minLength: 1 }),
  reference: fc.record({ first: fc.option(fc.nat(9)), second: fc.nat(9), was: fc.nat(2), is: fc.nat(2) }),
  // Of numbers, or of references.
  array: fc.record({ first: fc.option(fc.nat(9)), second: fc.option(fc.nat(9)), numbers: fc.nat(2) }),
  first: tableVersion,
  second: tableVersion,
});
type TablePlan = typeof tablePlan extends fc.Arbitrary<infer T> ? T : never;
type FieldPlan = TablePlan['fields'][number];

export const modelPairs: fc.Arbitrary<ModelPair> = fc
  .record({
    plans: fc.uniqueArray(tablePlan, { selector: ({ name }) => name, minLength: 1 }),
    filled: fc.boolean(),
  })
  .map(({ plans, filled }) => {
    const ordered = (which: Which) =>
      plans.filter((plan) => isIn(plan, which)).sort((a, b) => (tableName(a, which) < tableName(b, which) ? -1 : 1));
    const model = (which: Which) =>
      modelOf(...ordered(which).map((plan) => buildTable(plan, which, ordered(which), filled)));
    return {
      first: model('first'),
      second: model('second'),
      inserts: filled ? ordered('first').flatMap(insertRows) : [],
      selects: filled
        ? ordered('first')
            .filter((plan) => isIn(plan, 'second'))
            .flatMap(selectRows)
        : [],
    };
  });

type Which = 'first' | 'second';

function isIn({ presence }: { readonly presence: Presence }, which: Which): boolean {
  return presence !== (which === 'first' ? 'added' : 'dropped');
}

function tableName({ name, presence }: TablePlan, which: Which): string {
  return which === 'second' && presence === 'renamed' ? (laterNames[name] ?? name) : name;
}

function fieldName({ name, presence }: FieldPlan, which: Which): string {
  return which === 'second' && presence === 'renamed' ? `later_${name}` : name;
}

function buildTable(plan: TablePlan, which: Which, all: readonly TablePlan[], filled: boolean) {
  const name = tableName(plan, which);
  const own = plan.fields.filter((field) => isIn(field, which));
  const isNewInRows = (field: FieldPlan) => filled && field.presence === 'added' && plan.presence !== 'added';
  const fields = own.map((field) => buildField(field, which, isNewInRows(field)));
  const target = plan.reference[which];
  const to = target === null ? undefined : all[target % all.length];
  // Rows refer to nothing: any table may be the target, in a circle as well.
  const becomes = which === 'first' ? 'was' : 'is';
  const references =
    to === undefined
      ? []
      : [
          fieldOf(
            'to_id',
            { kind: 'reference', to: tableName(to, which) },
            {
              nullable: true,
              onDelete: becomesOfRow[plan.reference[becomes]] ?? null,
              acyclic: to === plan && plan.reference[becomes] > 0,
            },
          ),
        ];
  const many = plan.array[which];
  const ofMany = many === null ? undefined : all[many % all.length];
  const isNumbers = plan.array.numbers === (which === 'first' ? 1 : 2);
  const arrays =
    ofMany === undefined
      ? []
      : [
          fieldOf(
            'some_ids',
            {
              kind: 'array',
              of: isNumbers
                ? { ...integerType(), kind: 'bigint' }
                : { kind: 'reference', to: tableName(ofMany, which) },
              minLength: null,
              maxLength: 1000,
            },
            { nullable: true, onDelete: isNumbers || many === 0 ? null : { action: 'clear', asService: true } },
          ),
        ];
  const timeline = hasTimeline(plan)
    ? [fieldOf('owner_id', { kind: 'reference', to: name }), fieldOf('mark', integerType())]
    : [];
  const { history, temporal, unique, index, checks, timeline: isLong, rule } = plan[which];
  // What is unique has been there before: a new column may have one default for all rows.
  const known = new Set(
    plan.fields.filter(({ presence }) => presence !== 'added').map((each) => fieldName(each, which)),
  );
  const scalars = fields.filter(({ type }) => isScalar(type));
  const pick = (from: readonly Field[], seed: number) =>
    from.length === 0 || seed > 5
      ? []
      : [from.slice(seed % from.length, (seed % from.length) + 1 + (seed % 2)).map((field) => field.name)];
  return tableOf(name, [...timeline, ...fields, ...references, ...arrays, ...computed(fields, which)], {
    was: name === plan.name ? null : plan.name,
    history,
    temporal: temporal ? temporalOf(isLong ? ['owner_id', 'mark'] : ['owner_id'], rules[rule] ?? {}) : null,
    unique: pick(
      scalars.filter((field) => known.has(field.name)),
      unique,
    ),
    uniqueAmong:
      known.size === 0
        ? []
        : among(
            scalars.filter((field) => known.has(field.name)),
            unique,
          ),
    indexes: pick(scalars, index),
    prefixes: pick(
      scalars.filter(({ type }) => hasTrait(type, 'textual')),
      index,
    ).flat(),
    search: searchIn(
      scalars.filter(({ type }) => hasTrait(type, 'textual')),
      index,
    ),
    checks: fields.slice(0, checks).map((field, at) => alwaysTrue(name, field, at)),
    title: `${plan.name} ${which}`,
  });
}

/** A table with a timeline in one of the models has its fields in both. */
function hasTimeline({ first, second }: TablePlan): boolean {
  return first.temporal || second.temporal;
}

function buildField(plan: FieldPlan, which: Which, fillsRows: boolean): Field {
  const { name, storage: number, first, second } = plan;
  const storage = storages[number] as Storage;
  const seen = which === 'first' ? first : second;
  const place = (each: Version) => each.type % storage.types.length;
  const at = which === 'second' && storage.widens ? Math.max(place(first), place(second)) : place(seen);
  const hasDefault = seen.default;
  const own = fieldName(plan, which);
  return fieldOf(own, storage.types[at] as FieldType, {
    was: own === name ? null : name,
    nullable: seen.nullable || storage.default === null || (fillsRows && !hasDefault),
    default: hasDefault ? storage.default : null,
    title: seen.title,
  });
}

function computed([field]: readonly Field[], which: Which): readonly Field[] {
  if (field === undefined || which === 'first') return [];
  return [
    fieldOf(
      'is_known',
      { kind: 'boolean' },
      { computed: { kind: 'condition', condition: compare(field, 'is', 'not_null') } },
    ),
  ];
}

function alwaysTrue(table: string, field: Field, at: number): Check {
  return {
    name: `${table}_rule_${at + 1}_check`,
    that: {
      kind: 'logic',
      operator: 'or',
      negated: false,
      operands: [compare(field, 'is', 'null'), compare(field, 'is', 'not_null')],
    },
    message: `${field.name} is this or that.`,
    moment:
      at === 0
        ? null
        : {
            on: new Set(['create', 'update', 'delete']),
            when: null,
            before: compare(field, 'is', 'not_null'),
            roles: { kind: 'except', roles: ['clerk'] },
            changes: [field.name],
          },
  };
}

/** Over all texts, in one of two languages; or none. */
function searchIn(texts: readonly Field[], seed: number): Table['search'] {
  if (texts.length === 0 || seed > 6) return null;
  return { fields: texts.map(({ name }) => name), language: seed % 2 === 0 ? 'english' : 'simple' };
}

/** The values of the rows differ, and so they do among some of them. */
function among(fields: readonly Field[], seed: number): Table['uniqueAmong'] {
  const [first, last] = [fields[seed % fields.length], fields.at(-1)];
  if (first === undefined || last === undefined || seed < 6) return [];
  return [{ fields: [first.name], where: compare(last, 'is', seed % 2 === 0 ? 'null' : 'not_null') }];
}

function isScalar({ kind }: FieldType): boolean {
  return kind !== 'json' && kind !== 'array' && kind !== 'file';
}

/** The values of two rows in each column of the first model. */
function filledColumns(plan: TablePlan): readonly (readonly [column: string, values: readonly [string, string]])[] {
  return [
    ...plan.fields
      .filter((field) => isIn(field, 'first'))
      .map(({ name, storage: number, first, second, presence }) => {
        const { values } = storages[number] as Storage;
        const isOften = first.nullable && (second.nullable || presence === 'dropped');
        return [quote(name), isOften ? ([values[0], 'null'] as const) : values] as const;
      }),
    // Rows that become entries are valid from one instant: each is on a timeline of its own.
    ...(hasTimeline(plan)
      ? ([
          ['owner_id', ['1', plan.first.temporal ? '1' : '2']],
          ['mark', ['1', '1']],
        ] as const)
      : []),
    ...(plan.first.temporal
      ? ([
          ['valid_from', ["'2026-01-01Z'", "'2026-02-01Z'"]],
          ['valid_to', ["'2026-02-01Z'", 'null']],
        ] as const)
      : []),
  ];
}

function insertRows(plan: TablePlan): readonly string[] {
  const columns = filledColumns(plan);
  const names = columns.map(([name]) => `, ${name}`).join('');
  const row = (at: 0 | 1) => columns.map(([, values]) => `, ${values[at]}`).join('');
  const table = `insert into ${quote(plan.name)} (id${names}) values (1${row(0)}), (2${row(1)})`;
  if (!plan.first.history) return [table];
  return [
    table,
    `insert into ${plan.name}_history (id, ${plan.name}_id, recorded_at, recorded_by, replaced_at, replaced_by${names})
      values (1000, 1, '2020-01-01Z', 0, '2021-01-01Z', 0${row(0)})`,
  ];
}

function selectRows(plan: TablePlan): readonly (readonly [string, string])[] {
  const validity = plan.first.temporal && plan.second.temporal ? ['valid_from', 'valid_to'] : [];
  const record = ['id', ...validity, ...(hasTimeline(plan) ? ['owner_id', 'mark'] : []), 'recorded_at', 'recorded_by'];
  const select = (which: Which, from: (name: string) => string, own: readonly string[]) => {
    const kept = plan.fields.filter(({ presence }) => presence === 'both' || presence === 'renamed');
    const columns = kept.map((field) => {
      const column = quote(fieldName(field, which));
      const value = storages[field.storage]?.widens ? `trim_scale(${column}::numeric)` : column;
      return `${value} as ${quote(field.name)}`;
    });
    return `select ${[...columns, ...record, ...own].join(', ')} from ${quote(from(tableName(plan, which)))} order by id`;
  };
  const both = (from: (name: string) => string, own: readonly string[]) =>
    [select('first', from, own), select('second', from, own)] as const;
  return [
    both((name) => name, ['row_version', 'recorded_in']),
    ...(plan.first.history && plan.second.history ? [both((name) => `${name}_history`, ['replaced_at'])] : []),
  ];
}
