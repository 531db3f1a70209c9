import fc from 'fast-check';
import type { Field } from '../../engine/model/field.ts';
import type { FieldType } from '../../engine/vocabulary/field_type.ts';
import type { Comparison } from './question.ts';
import { horrors, type StoredRow } from './rows.ts';

/** What a comparison does with its field, without the field. */
export type Operation = Pick<Comparison, 'negated' | 'operator' | 'modifier' | 'language' | 'operand' | 'fault'>;

/** Every operation that makes sense on a field, and some that do not, with operands that some of the rows have. */
export function operationOn(field: Field, rows: readonly StoredRow[]): fc.Arbitrary<Operation> {
  const stored = rows.flatMap((row) => row.get(field.name) ?? []).map((json) => operandOf(field.type, json));
  return operationOnType(field.type, stored);
}

/** Every operation on the text that `->>` gives, where it is text, and on the JSON that `->` gives. */
export function operationOnJson(isText: boolean): fc.Arbitrary<Operation> {
  if (isText) return operationOnType(anyText, ['1', '0.10', 'true', ...horrors]);
  return fc.oneof(scalarOperation(['eq', 'neq', 'gt', 'lte', 'isdistinct'], jsonTexts), truth(['null', 'not_null']));
}

const anyText: FieldType = { kind: 'text', minLength: null, maxLength: null, pattern: null, format: null };

function operationOnType(type: FieldType, stored: readonly string[]): fc.Arbitrary<Operation> {
  const values = valuesOf(type, stored);
  const operations = [...operationsOn(type, values), { weight: 2, arbitrary: truth(truthsOf(type)) }];
  const loose = looseValues(type);
  if (loose.length > 0) {
    const refused = fc.tuple(fc.constantFrom('eq', 'gt', 'isdistinct'), fc.constantFrom(...loose));
    operations.push({
      weight: 1,
      arbitrary: refused.map(([operator, text]) => ({ ...operation(operator, text), fault: 'loose_value' })),
    });
  }
  const misuses = misusesOf(type);
  if (misuses.length > 0) {
    operations.push({
      weight: 1,
      arbitrary: fc
        .constantFrom(...misuses)
        .map(([operator, text]) => ({ ...operation(operator, text), fault: 'misuse' })),
    });
  }
  return fc.oneof(...operations);
}

interface Weighted {
  readonly weight: number;
  readonly arbitrary: fc.Arbitrary<Operation>;
}

const orders = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte'] as const;

function operationsOn(type: FieldType, values: fc.Arbitrary<string>): Weighted[] {
  switch (type.kind) {
    case 'json':
      return [{ weight: 4, arbitrary: scalarOperation(['cs', 'cd'], jsonTexts) }];
    case 'array':
      return [{ weight: 6, arbitrary: scalarOperation(['cs', 'cd', 'ov', 'eq', 'neq', 'isdistinct'], values) }];
    case 'integer_range':
    case 'decimal_range':
    case 'date_range':
    case 'datetime_range':
      return [
        ...comparisons(values),
        { weight: 8, arbitrary: scalarOperation(['cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj'], values) },
      ];
    case 'text':
    case 'html':
    case 'enum':
      return [...comparisons(values), ...matches(type.kind === 'enum' ? values : fc.oneof(values, patterns))];
    case 'boolean':
      return [{ weight: 4, arbitrary: scalarOperation([...orders, 'isdistinct'], values) }];
    default:
      return comparisons(values, padded.includes(type.kind));
  }
}

const padded: readonly FieldType['kind'][] = [
  'boolean',
  'integer',
  'bigint',
  'reference',
  'decimal',
  'date',
  'datetime',
  'time',
];

function comparisons(values: fc.Arbitrary<string>, mayBePadded = false): Weighted[] {
  return [
    { weight: 8, arbitrary: scalarOperation([...orders, 'isdistinct'], values) },
    { weight: 3, arbitrary: listOperation(values, mayBePadded) },
    { weight: 2, arbitrary: modifiedOperation(['eq', 'gt', 'gte', 'lt', 'lte'], values) },
  ];
}

function matches(values: fc.Arbitrary<string>): Weighted[] {
  const likes = fc
    .tuple(values, fc.constantFrom('', '*', '%', '_'), fc.constantFrom('', '*', '%'))
    .map(([text, before, after]) => `${before}${text}${after}`)
    // A pattern that ends in half an escape is refused here at once, and there when a row gets so far.
    .filter((text) => !/(^|[^\\])(\\\\)*\\$/.test(text));
  const languages = fc.constantFrom(null, 'english', 'simple', 'french');
  const search = (names: readonly string[], texts: fc.Arbitrary<string>) =>
    fc
      .tuple(scalarOperation(names, texts), languages)
      .map(([searched, language]): Operation => ({ ...searched, language }));
  return [
    { weight: 4, arbitrary: scalarOperation(['like', 'ilike'], likes) },
    { weight: 2, arbitrary: modifiedOperation(['like', 'ilike'], likes) },
    { weight: 2, arbitrary: scalarOperation(['match', 'imatch'], expressions) },
    { weight: 1, arbitrary: modifiedOperation(['match', 'imatch'], expressions) },
    {
      weight: 1,
      arbitrary: search(
        ['fts'],
        fc.constantFrom('cat', 'fat & cat', 'cat | rat', '!cat', 'fat <-> cat', 'ca:*', 'chevaux'),
      ),
    },
    { weight: 1, arbitrary: search(['plfts', 'phfts', 'wfts'], values) },
  ];
}

const patterns = fc.constantFrom(...horrors);
const expressions = fc.constantFrom(
  'a',
  '^a',
  'b$',
  '[ab]',
  'a|b',
  '.',
  '^$',
  '\\d',
  '\\\\',
  '(a)(b)?',
  '😀',
  '"',
  'c.t',
  '[,)]',
  '^.{2,3}$',
);
const jsonTexts = fc.constantFrom(
  ...[
    'null',
    'true',
    '1',
    '0.1',
    '"a"',
    '"\\""',
    '{}',
    '[]',
    '{"a":1}',
    '{"a":{"b":null}}',
    '[1,"a"]',
    '{"a b":[]}',
    '"(,)"',
    '{"ä":"😀"}',
    '[{}]',
  ],
);

function scalarOperation(names: readonly string[], values: fc.Arbitrary<string>): fc.Arbitrary<Operation> {
  return fc
    .tuple(fc.boolean(), fc.constantFrom(...names), values, fc.boolean())
    .map(([negated, name, text, quoted]) => ({ ...operation(name, text, quoted), negated: negated && quoted }));
}

function listOperation(values: fc.Arbitrary<string>, mayBePadded: boolean): fc.Arbitrary<Operation> {
  const item = fc.record({
    text: values,
    quoted: fc.boolean(),
    unescaped: fc.nat(3).map((draw) => draw === 0),
    padded: fc.boolean(),
  });
  const items = fc.array(
    item.map((drawn) => ({ ...drawn, padded: mayBePadded && drawn.padded && !drawn.quoted })),
    { maxLength: 5 },
  );
  return fc
    .tuple(fc.nat(3), items)
    .map(([draw, list]) => ({ ...operation('in', ''), negated: draw === 0, operand: { kind: 'list', items: list } }));
}

function modifiedOperation(names: readonly string[], values: fc.Arbitrary<string>): fc.Arbitrary<Operation> {
  return fc
    .tuple(
      fc.nat(3),
      fc.constantFrom(...names),
      fc.constantFrom('any', 'all'),
      fc.array(values, { maxLength: 3 }),
      fc.boolean(),
    )
    .map(([draw, name, modifier, items, quoted]) => ({
      ...operation(name, arrayOf(items), quoted),
      negated: draw === 0,
      modifier,
    }));
}

function truth(words: readonly string[]): fc.Arbitrary<Operation> {
  return fc
    .tuple(fc.nat(3), fc.constantFrom(...words))
    .map(([draw, word]) => ({ ...operation('is', word), negated: draw === 0 }));
}

function truthsOf(type: FieldType): readonly string[] {
  return type.kind === 'boolean'
    ? ['null', 'not_null', 'true', 'false', 'unknown', 'TRUE']
    : ['null', 'not_null', 'NULL'];
}

function operation(operator: string, text: string, quoted = false): Operation {
  return {
    negated: false,
    operator,
    modifier: null,
    language: null,
    operand: { kind: 'text', text, quoted },
    fault: null,
  };
}

function valuesOf(type: FieldType, stored: readonly string[]): fc.Arbitrary<string> {
  const usual = usualValues(type);
  return stored.length === 0
    ? usual
    : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...stored) }, { weight: 1, arbitrary: usual });
}

function usualValues(type: FieldType): fc.Arbitrary<string> {
  switch (type.kind) {
    case 'boolean':
      return fc.constantFrom('true', 'false');
    case 'integer':
      return fc.constantFrom('0', '-1', '7', '007', '2147483647', '-2147483648');
    case 'bigint':
    case 'reference':
      return fc.constantFrom('0', '-1', '5', '12', '9007199254740993', '9223372036854775807');
    case 'decimal':
      return fc.constantFrom(
        '0',
        '-0',
        '0.1',
        '0.10',
        '12.5',
        '1e1',
        '99999999999999999999.9999999999',
        '3.00000000000000001',
      );
    case 'date':
      return fc.constantFrom('2024-02-29', '0001-01-01', '9999-12-31', '1970-01-01');
    case 'datetime':
      return fc.constantFrom(
        '2024-05-01T10:00Z',
        '2024-05-01T12:00:00.5+02:00',
        '2024-07-01 12:00 Europe/Oslo',
        '2024-07-01 12:00:00 CET',
        '1970-01-01T00:00:00.000001-01',
      );
    case 'time':
      return fc.constantFrom('08:30', '08:30:00.500', '00:00:00', '23:59:59.999999');
    case 'integer_range':
      return fc.constantFrom(
        'empty',
        '[1,5)',
        '(1,5]',
        '[3,3]',
        '(3,4)',
        '[,7]',
        '(-2,)',
        '(,)',
        '[2147483646,2147483647)',
      );
    case 'decimal_range':
      return fc.constantFrom(
        'empty',
        '[0.1,12.50)',
        '(0.10,0.10]',
        '[7,7]',
        '[,7]',
        '(-0.5,)',
        '(,)',
        ' [ +1 , 007.50 ] ',
      );
    case 'date_range':
      return fc.constantFrom('empty', '[2024-02-29,2024-03-01)', '(2024-02-28,2024-02-29]', '[,1999-12-31]', '(,)');
    case 'datetime_range':
      return fc.constantFrom(
        'empty',
        '[2024-05-01T10:00Z,2024-05-01T12:00:00.5+02:00]',
        '(2024-01-01 00:00 Europe/Oslo,)',
        '[,9999-12-31T23:59:59Z)',
        '(,)',
      );
    case 'uuid':
      return fc.constantFrom(
        '6f1c0f9e-5a0b-4d52-9d5e-0c6a3f3b7a11',
        '6F1C0F9E-5A0B-4D52-9D5E-0C6A3F3B7A11',
        '00000000-0000-0000-0000-000000000000',
      );
    case 'enum':
      return fc.constantFrom(...type.values);
    case 'array':
      return fc.array(usualValues(type.of), { maxLength: 2 }).map(arrayOf);
    default:
      return patterns;
  }
}

/** What PostgreSQL reads as a value of the type, and the specification does not. */
function looseValues(type: FieldType): readonly string[] {
  switch (type.kind) {
    case 'boolean':
      return ['t', 'yes', '1', 'TRUE'];
    case 'integer':
    case 'bigint':
    case 'reference':
      return [' 1', '+1'];
    case 'decimal':
      return ['.5', 'NaN', ' 1 '];
    case 'date':
      return ['today', 'January 8, 1999', '20240229', 'infinity'];
    case 'datetime':
      return ['now', '2024-05-01', '2024-05-01T10:00:00', '-infinity'];
    case 'time':
      return ['24:00:00', '8:30', '08:30 PM', '23:59:60', 'allballs'];
    case 'integer_range':
      return ['[+1,2]', 'EMPTY'];
    case 'date_range':
      return ['[today,tomorrow]', '[20240101,20240201)'];
    case 'uuid':
      return ['6f1c0f9e5a0b4d529d5e0c6a3f3b7a11', '{6f1c0f9e-5a0b-4d52-9d5e-0c6a3f3b7a11}'];
    case 'enum':
      return ['none', ''];
    default:
      return [];
  }
}

/** What neither takes. */
function misusesOf(type: FieldType): readonly (readonly [operator: string, text: string])[] {
  switch (type.kind) {
    case 'integer':
      return [
        ['eq', 'a'],
        ['eq', ''],
        ['gt', '1.5'],
        ['eq', '2147483648'],
        ['is', 'true'],
        ['like', '1*'],
        ['cs', '{1}'],
        ['sl', '[1,2]'],
        ['is', 'none'],
        ['same', '1'],
      ];
    case 'bigint':
      return [
        ['eq', '9223372036854775808'],
        ['adj', '(1,2)'],
        ['fts', '1'],
      ];
    case 'decimal':
      return [
        ['eq', '1,5'],
        ['nxr', '[1,2]'],
        ['match', '1'],
      ];
    case 'date':
      return [
        ['eq', '2023-02-29'],
        ['lt', ''],
        ['ilike', '2*'],
      ];
    case 'datetime':
      return [
        ['eq', 'then'],
        ['gt', '2024-05-01T25:00Z'],
      ];
    case 'time':
      return [
        ['eq', '25:00'],
        ['lt', ''],
        ['like', '08*'],
        ['sl', '[08:00,09:00]'],
      ];
    case 'integer_range':
      return [
        ['eq', '[5,1]'],
        ['cs', '[1,2'],
        ['ov', '1,2'],
        ['adj', '[a,b]'],
        ['sl', '[1,2147483647]'],
        ['like', '[1*'],
      ];
    case 'datetime_range':
      return [
        ['cs', '[2024-02-01T00:00Z,2024-01-01T00:00Z]'],
        ['eq', '[a,b]'],
      ];
    case 'uuid':
      return [
        ['eq', 'a'],
        ['imatch', 'a'],
      ];
    case 'array':
      return [
        ['cs', 'a'],
        ['eq', '{'],
        ['ov', '{{'],
      ];
    case 'json':
      return [
        ['cs', '{'],
        ['cd', 'a'],
        ['ov', '{}'],
      ];
    case 'text':
      return [
        ['is', 'true'],
        ['cs', '{a}'],
        ['nxl', '(a,b)'],
        ['sr', '(a,b)'],
      ];
    default:
      return [];
  }
}

/** A stored JSON text as the operand that equals it. */
function operandOf(type: FieldType, json: string): string {
  switch (type.kind) {
    case 'text':
    case 'html':
    case 'enum':
    case 'date':
    case 'datetime':
    case 'time':
    case 'uuid':
    case 'integer_range':
    case 'decimal_range':
    case 'date_range':
    case 'datetime_range':
      return JSON.parse(json);
    case 'array':
      return arrayOf((JSON.parse(json) as readonly unknown[]).map(String));
    default:
      return json;
  }
}

/** PostgreSQL's text for an array. */
function arrayOf(items: readonly string[]): string {
  const isPlain = (text: string) => /^[\w.:+-]+$/.test(text) && text.toLowerCase() !== 'null';
  return `{${items.map((text) => (isPlain(text) ? text : `"${text.replace(/["\\]/g, '\\$&')}"`)).join()}}`;
}
