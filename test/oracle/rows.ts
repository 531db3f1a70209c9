import fc from 'fast-check';
import type { Field } from '../../engine/model/field.ts';
import type { Model, Table } from '../../engine/model/model.ts';
import { quote } from '../../engine/sql/identifier.ts';
import type { FieldType } from '../../engine/vocabulary/field_type.ts';
import type { TestDatabase } from '../database.ts';

/** A row as JSON texts by field: no digit of a number goes through a double. Null where there is none. */
export type StoredRow = ReadonlyMap<string, string | null>;

/** The rows of each resource. */
export type Rows = ReadonlyMap<string, readonly StoredRow[]>;

/** How many rows, and in which order: a reference is to a row that is there, or of the same table. */
const counts = { country: 6, maker: 14, thing: 30, part: 40, loan: 60 } as const;

/** Makes rows that are hard to quote, compare and sort; the same ones each time. */
export async function storeRows(model: Model, database: TestDatabase): Promise<Rows> {
  const rows = new Map<string, readonly StoredRow[]>();
  for (const [name, count] of Object.entries(counts)) {
    const table = model.resources.get(name);
    if (table?.kind !== 'table') throw new Error(`there is no table ${name}`);
    const stored = fc
      .sample(rowOf(table), { numRuns: count, seed: count })
      .filter(isFirstOf(table))
      .map((row, index) => new Map([['id', String(index + 1)], ...row, ...(examples[name]?.[index] ?? [])]));
    const names = [...(stored[0]?.keys() ?? [])].map(quote).join(', ');
    const values = `[${stored.map(jsonOf).join(',')}]`;
    await database.query(
      `insert into public.${quote(name)} (${names}) select ${names} from jsonb_populate_recordset(null::public.${quote(name)}, $1::jsonb)`,
      [values],
    );
    rows.set(name, stored);
  }
  return rows;
}

/** Whether a row is the first with its values, where the table has each only once. */
function isFirstOf({ unique }: Table): (row: StoredRow) => boolean {
  const seen = new Set<string>();
  return (row) => {
    const keys = unique.map((fields) => JSON.stringify([fields, ...fields.map((name) => row.get(name))]));
    const isFirst = keys.every((key) => !seen.has(key));
    for (const key of keys) seen.add(key);
    return isFirst;
  };
}

/** What the first rows have, for the table of differences to find. */
const examples: Readonly<Record<string, readonly (readonly (readonly [field: string, json: string])[])[]>> = {
  thing: [[['name', '""']], [['name', '"chevaux"']], [['name', '"a,b(c)\\""']]],
};

function jsonOf(row: StoredRow): string {
  return `{${[...row].map(([name, json]) => `${JSON.stringify(name)}:${json ?? 'null'}`).join()}}`;
}

function rowOf(table: Table): fc.Arbitrary<StoredRow> {
  const stored = [...table.fields.values()].filter(
    ({ name, computed }) => computed === null && !['id', 'recorded_at', 'recorded_by'].includes(name),
  );
  return fc
    .tuple(...stored.map(fieldValue))
    .map((values) => new Map(stored.map(({ name }, at) => [name, values[at] ?? null])));
}

function fieldValue({ type, nullable }: Field): fc.Arbitrary<string | null> {
  return nullable
    ? fc.oneof({ weight: 1, arbitrary: fc.constant(null) }, { weight: 4, arbitrary: jsonValue(type) })
    : jsonValue(type);
}

function jsonValue(type: FieldType): fc.Arbitrary<string> {
  switch (type.kind) {
    case 'text':
    case 'html':
      return texts.map((text) => JSON.stringify(text));
    case 'boolean':
      return fc.boolean().map(String);
    case 'integer':
      return integers;
    case 'bigint':
      return fc.oneof(
        integers,
        fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
        fc.constantFrom('9007199254740993', '9223372036854775807'),
      );
    case 'decimal': {
      const { precision, scale } = type;
      const most = 10n ** BigInt(precision) - 1n;
      return fc.oneof(
        few,
        fc.constantFrom('0.1', '-0.5', '12.50'),
        fc.bigInt({ min: -most, max: most }).map((digits) => point(digits, scale)),
      );
    }
    case 'date':
      return dates.map((text) => JSON.stringify(text));
    case 'datetime':
      return datetimes.map((text) => JSON.stringify(text));
    case 'time':
      return times.map((text) => JSON.stringify(text));
    case 'integer_range':
      return rangesOf(fc.integer({ min: -20, max: 20 }), (one, other) => one - other).map((text) =>
        JSON.stringify(text),
      );
    case 'decimal_range':
      return rangesOf(
        fc.constantFrom('0.1', '0.10', '-0.5', '12.50', '7', '30'),
        (one, other) => Number(one) - Number(other),
      ).map((text) => JSON.stringify(text));
    case 'date_range':
      return rangesOf(dates, byText).map((text) => JSON.stringify(text));
    case 'datetime_range':
      return rangesOf(datetimes, byText).map((text) => JSON.stringify(text));
    case 'duration':
      return fc.constantFrom('"P1M"', '"P30D"', '"PT0.5S"');
    case 'uuid':
      return fc
        .oneof(fc.uuid(), fc.constant('6f1c0f9e-5a0b-4d52-9d5e-0c6a3f3b7a11'))
        .map((text) => JSON.stringify(text));
    case 'enum':
      return fc.constantFrom(...type.values).map((text) => JSON.stringify(text));
    case 'json':
      return documents;
    case 'file':
      return fc.constant('null');
    case 'reference': {
      const count = counts[type.to as keyof typeof counts];
      return fc.integer({ min: 1, max: count }).map(String);
    }
    case 'array':
      return fc.array(jsonValue(type.of), { maxLength: 4 }).map((items) => `[${items.join()}]`);
  }
}

/** What is hard to quote or compare. */
export const horrors = [
  '',
  ' ',
  '  leading and trailing  ',
  '\t',
  'a\nb',
  "it's",
  '"',
  '""',
  '"quoted"',
  '\\',
  'back\\slash',
  '\\"',
  'a,b',
  ',',
  '(',
  ')',
  '()',
  '(a,b)',
  '{',
  '}',
  '{}',
  '{a,b}',
  '.',
  'a.b',
  'eq.a',
  'not.eq.a',
  'a.eq.b',
  '%',
  '100%',
  '_',
  'a_b',
  '*',
  'a*b',
  'null',
  'NULL',
  'true',
  'not',
  'and(a.eq.b)',
  '&',
  'a&b=c',
  '=',
  '+',
  'a+b',
  '%20',
  '%2C',
  '#',
  '?',
  ';',
  ':',
  '::',
  'a::text',
  '->',
  '->>',
  '!',
  '$1',
  "'; --",
  '/',
  '[',
  ']',
  '<b>',
  'ä',
  'a\u0308',
  'Å',
  'ﬀ',
  'ß',
  'İ',
  'ı',
  'ſ',
  '日本',
  '😀',
  '👩‍👩‍👧',
  '\u{10ffff}',
  '\ufeff',
  '\u200b',
  '\u00a0',
  'ॐ',
  'cat',
  'cats',
  'fat cat',
  'the rat',
  'chevaux',
] as const;

const texts = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...horrors) },
  {
    weight: 2,
    arbitrary: fc.string({
      unit: fc.constantFrom('a', 'B', '"', '\\', ',', '(', ')', '{', '}', '.', '%', '_', '*', ' ', '😀', 'e\u0301'),
      maxLength: 8,
    }),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 8 }).filter((text) => !text.includes('\0')) },
);
const few = fc.integer({ min: -3, max: 12 }).map(String);
const integers = fc.oneof(few, fc.integer().map(String), fc.constantFrom('2147483647', '-2147483648'));
const dates = fc.oneof(
  fc.constantFrom('2024-02-29', '1999-12-31', '0001-01-01', '9999-12-31'),
  fc
    .date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
);
const datetimes = fc.oneof(
  fc.constantFrom(
    '2024-05-01T10:00:00+00:00',
    '2024-05-01T10:00:00.5+00:00',
    '2024-05-01T10:00:00.123456+00:00',
    '0001-01-01T00:00:00+00:00',
    '9999-12-31T23:59:59+00:00',
  ),
  fc
    .date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
);

const times = fc.oneof(
  fc.constantFrom('00:00:00', '08:30:00', '23:59:59.999999', '08:30:00.5'),
  fc.integer({ min: 0, max: 86_399 }).map((second) => new Date(second * 1000).toISOString().slice(11, 19)),
);

/** Ranges of all kinds, as PostgreSQL reads them. */
function rangesOf<Bound>(
  bounds: fc.Arbitrary<Bound>,
  compare: (one: Bound, other: Bound) => number,
): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom('[', '('), fc.option(bounds), fc.option(bounds), fc.constantFrom(']', ')'))
    .map(([open, one, other, close]) => {
      const [from, to] = one !== null && other !== null && compare(one, other) > 0 ? [other, one] : [one, other];
      return `${open}${from ?? ''},${to ?? ''}${close}`;
    });
}

function byText(one: string, other: string): number {
  return one < other ? -1 : 1;
}

/** Keys that need no quotes, and some that do. */
export const keys = ['a', 'b', 'name', 'a b', 'a.b', 'ä', '1'] as const;

const leaves = fc.oneof(
  integers,
  fc.constantFrom('null', 'true', 'false', '0.10', '1e2', '123456789012345678901234567890', '0.1234567890123456789'),
  texts.map((text) => JSON.stringify(text)),
);
const documents: fc.Arbitrary<string> = fc.letrec<{ document: string }>((tie) => ({
  document: fc.oneof(
    { depthSize: 'small', maxDepth: 3 },
    leaves,
    fc.array(tie('document'), { maxLength: 3 }).map((items) => `[${items.join()}]`),
    {
      weight: 3,
      arbitrary: fc
        .uniqueArray(fc.tuple(fc.constantFrom(...keys), tie('document')), { selector: ([key]) => key, maxLength: 4 })
        .map((members) => `{${members.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join()}}`),
    },
  ),
})).document;

function point(digits: bigint, scale: number): string {
  const sign = digits < 0n ? '-' : '';
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
  return `${sign}${text.slice(0, -scale)}.${text.slice(-scale)}`;
}
