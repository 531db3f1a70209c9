import fc from 'fast-check';
import type { Check, Default, Field, FieldType, Model, Temporal } from '../../engine/definition/model.ts';
import { quote } from '../../engine/query/sql/identifier.ts';
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

/** Two models, the second of which adds to the first and changes its rules. */
export interface ModelPair {
  readonly first: Model;
  readonly second: Model;
  /** Fill the tables of the first with rows that keep the rules of both; or nothing at all. */
  readonly inserts: readonly string[];
  /** Read what they filled, whatever scale a decimal has. */
  readonly selects: readonly string[];
}

/** A way of storing, with types that have it, two values and a default that are good for each of them. */
interface Storage {
  readonly types: readonly FieldType[];
  readonly values: readonly [string, string];
  readonly default: Default;
  /** A type is followed by wider ones: a change never goes back. */
  readonly widens?: true;
}

const words = ['abcd', 'efgh', 'wxyz'] as const;
const bounded = { minimum: '-5', maximum: '100', multipleOf: '5' };
const noBounds = { minLength: null, maxLength: null };

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
    types: [integerType(), { ...integerType(), ...bounded }, { ...integerType(), minimum: '0' }],
    values: ['10', '20'],
    default: { kind: 'value', value: 15 },
  },
  {
    types: [
      { ...integerType(), kind: 'bigint' },
      { ...integerType(), kind: 'bigint', ...bounded },
    ],
    values: ['10', '20'],
    default: { kind: 'value', value: '15' },
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
  { types: [{ kind: 'date' }], values: ["'2026-01-01'", "'2026-02-01'"], default: { kind: 'now' } },
  { types: [{ kind: 'datetime' }], values: ["'2026-01-01Z'", "'2026-02-01Z'"], default: { kind: 'now' } },
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
const fieldNames = ['b_c', 'c', 'group', 'n', 'user'] as const;

const version = fc.record({
  type: fc.nat(20),
  nullable: fc.boolean(),
  default: fc.boolean(),
  title: fc.constantFrom('One', "Two's \\"),
});
type Version = typeof version extends fc.Arbitrary<infer T> ? T : never;

const fieldPlan = fc.record({
  name: fc.constantFrom(...fieldNames),
  storage: fc.nat(storages.length - 1),
  added: fc.boolean(),
  first: version,
  second: version,
});

// Rules of timelines that the rows keep: they are valid by whole months.
const rules: readonly Partial<Temporal>[] = [
  {},
  { overlap: 'reject' },
  { align: 'UTC', freeze: 'P900Y' },
  { freeze: 'P800Y', startWindow: { from: '-P900Y', to: 'P900Y' } },
  { overlap: 'reject', startWindow: { from: '-P900Y', to: null } },
];

const tableVersion = fc.record({
  unique: fc.nat(9),
  index: fc.nat(9),
  checks: fc.nat(2),
  timeline: fc.boolean(),
  rule: fc.nat(rules.length - 1),
});

const tablePlan = fc.record({
  name: fc.constantFrom(...tableNames),
  added: fc.boolean(),
  history: fc.boolean(),
  temporal: fc.boolean(),
  fields: fc.uniqueArray(fieldPlan, { selector: ({ name }) => name, minLength: 1 }),
  reference: fc.record({ first: fc.option(fc.nat(9)), second: fc.nat(9) }),
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
    const ordered = [...plans].sort((a, b) => (a.name < b.name ? -1 : 1));
    const old = ordered.filter(({ added }) => !added);
    return {
      first: modelOf(...old.map((plan) => buildTable(plan, 'first', old, filled))),
      second: modelOf(...ordered.map((plan) => buildTable(plan, 'second', ordered, filled))),
      inserts: filled ? old.flatMap(insertRows) : [],
      selects: filled ? old.flatMap(selectRows) : [],
    };
  });

type Which = 'first' | 'second';

function buildTable(plan: TablePlan, which: Which, all: readonly TablePlan[], filled: boolean) {
  const own = plan.fields.filter(({ added }) => which === 'second' || !added);
  const fields = own.map((field) => buildField(field, which, filled && field.added && !plan.added));
  const target = plan.reference[which];
  const to = target === null ? undefined : all[target % all.length];
  // Rows refer to nothing: any table may be the target, in a circle as well.
  const references = to === undefined ? [] : [fieldOf('to_id', { kind: 'reference', to: to.name }, { nullable: true })];
  const timeline = plan.temporal
    ? [fieldOf('owner_id', { kind: 'reference', to: plan.name }), fieldOf('mark', integerType())]
    : [];
  const { unique, index, checks, timeline: isLong, rule } = plan[which];
  // What is unique has been there before: a new column may have one default for all rows.
  const old = fields.filter(({ name, type }) => plan.fields.some((f) => f.name === name && !f.added) && isScalar(type));
  const scalars = fields.filter(({ type }) => isScalar(type));
  const pick = (from: readonly Field[], seed: number) =>
    from.length === 0 || seed > 5
      ? []
      : [from.slice(seed % from.length, (seed % from.length) + 1 + (seed % 2)).map(({ name }) => name)];
  return tableOf(plan.name, [...timeline, ...fields, ...references, ...computed(fields, which)], {
    history: plan.history,
    temporal: plan.temporal ? temporalOf(isLong ? ['owner_id', 'mark'] : ['owner_id'], rules[rule] ?? {}) : null,
    unique: pick(old, unique),
    indexes: pick(scalars, index),
    checks: fields.slice(0, checks).map((field, at) => alwaysTrue(plan.name, field, at)),
    title: `${plan.name} ${which}`,
  });
}

function buildField({ name, storage: number, first, second }: FieldPlan, which: Which, fillsRows: boolean): Field {
  const storage = storages[number] as Storage;
  const seen = which === 'first' ? first : second;
  const place = (each: Version) => each.type % storage.types.length;
  const at = which === 'second' && storage.widens ? Math.max(place(first), place(second)) : place(seen);
  const hasDefault = seen.default;
  return fieldOf(name, storage.types[at] as FieldType, {
    nullable: seen.nullable || (fillsRows && !hasDefault),
    default: hasDefault ? storage.default : null,
    title: seen.title,
  });
}

function computed([field]: readonly Field[], which: Which): readonly Field[] {
  if (field === undefined || which === 'first') return [];
  return [fieldOf('is_known', { kind: 'boolean' }, { computed: compare(field, 'is', 'not_null') })];
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
  };
}

function isScalar({ kind }: FieldType): boolean {
  return kind !== 'json' && kind !== 'array';
}

/** The columns that rows are filled in, and their values in each of two rows. */
function filledColumns(
  plan: TablePlan,
): readonly (readonly [column: string, values: readonly [string, string], widens: boolean])[] {
  const fields = plan.fields.filter(({ added }) => !added);
  return [
    ...fields.map(({ name, storage: number, first, second }) => {
      const { values, widens = false } = storages[number] as Storage;
      const pair = first.nullable && second.nullable ? ([values[0], 'null'] as const) : values;
      return [quote(name), pair, widens] as const;
    }),
    ...(plan.temporal
      ? ([
          ['owner_id', ['1', '1'], false],
          ['mark', ['1', '1'], false],
          ['valid_from', ["'2026-01-01Z'", "'2026-02-01Z'"], false],
          ['valid_to', ["'2026-02-01Z'", 'null'], false],
        ] as const)
      : []),
  ];
}

function insertRows(plan: TablePlan): readonly string[] {
  const columns = filledColumns(plan);
  const names = columns.map(([name]) => `, ${name}`).join('');
  const row = (at: 0 | 1) => columns.map(([, values]) => `, ${values[at]}`).join('');
  const table = `insert into ${quote(plan.name)} (id${names}) values (1${row(0)}), (2${row(1)})`;
  if (!plan.history) return [table];
  return [
    table,
    `insert into ${plan.name}_history (id, ${plan.name}_id, recorded_at, recorded_by, replaced_at, replaced_by${names})
      values (1000, 1, '2020-01-01Z', 0, '2021-01-01Z', 0${row(0)})`,
  ];
}

function selectRows(plan: TablePlan): readonly string[] {
  const names = filledColumns(plan).map(([name, , widens]) => (widens ? `trim_scale(${name})` : name));
  const record = ['id', 'recorded_at', 'recorded_by'];
  return [
    `select ${[...names, ...record, 'row_version', 'recorded_in'].join(', ')} from ${quote(plan.name)} order by id`,
    ...(plan.history ? [`select ${[...names, ...record, 'replaced_at'].join(', ')} from ${plan.name}_history`] : []),
  ];
}
