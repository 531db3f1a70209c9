import { test } from 'tap';
import { createTables } from '../../db/migrate/prepare.ts';
import { publishedDialect, requestSchema, responseSchema } from '../../engine/contract/json_schema.ts';
import { schemaText } from '../../engine/schema/schema.ts';
import { readShape, shapeFault } from '../../engine/vocabulary/value/json_shape.ts';
import { shapeType } from '../../engine/vocabulary/value/json_shape_type.ts';
import { testDatabase } from '../database.ts';
import { serveDatabase } from '../http/service.ts';
import { tableOf } from '../http/valid_body.ts';
import { modelOfFiles } from '../model_of_files.ts';

const model = modelOfFiles({
  'service.yaml': 'service: Boxes\n',
  'box.yaml': `resource: box
history: true
fields:
  size:
    type: json
    nullable: true
    schema:
      type: object
      required: [width]
      additionalProperties: false
      properties:
        width: { $ref: '#/$defs/length' }
        height: { $ref: '#/$defs/length' }
        unit: { enum: [mm, cm] }
      $defs: { length: { type: number, exclusiveMinimum: 0 } }
  tags: { type: json, default: [], schema: { type: array, items: { type: string, format: email }, maxItems: 2 } }
`,
});

test('a field of JSON that follows a schema', async (t) => {
  const database = await testDatabase(t, { key: schemaText(model), run: (empty) => createTables(empty, model) });
  const { ask } = await serveDatabase(t, model, database);
  const digits = '{"size":{"width":12.50000000000000000001,"unit":"cm"}}';
  const made = await ask('POST', '/box', { body: Buffer.from(digits) });
  t.equal(made.status, 201);
  t.match(made.text, '12.50000000000000000001', 'with every digit');
  t.same(made.body.tags, []);
  const cases: readonly (readonly [body: object, pointer: string, detail: RegExp])[] = [
    [{ size: 1 }, '/size', /^must be object$/],
    [{ size: {} }, '/size', /required property 'width'/],
    [{ size: { width: 0 } }, '/size', /^at \/width: must be > 0/],
    [{ size: { width: 1, unit: 'm' } }, '/size', /^at \/unit: must be equal to one of the allowed values: "mm", "cm"/],
    [{ size: { width: 1, depth: 1 } }, '/size', /^must have no member depth$/],
    [{ tags: ['a@b.org', 'no'] }, '/tags', /^at \/1: must match format "email"/],
    [{ tags: null }, '/tags', /must be array|must not be null/],
  ];
  for (const [body, pointer, detail] of cases) {
    const refused = await ask('POST', '/box', { body: body as never });
    t.match(refused.body, { status: 422, errors: [{ pointer, detail }] }, JSON.stringify(body));
    t.equal((await ask('PATCH', '/box/1', { body: body as never })).status, 422);
  }
  t.match(await ask('PATCH', '/box/1', { body: { size: null } }), { status: 200, body: { size: null } });
  t.same((await ask('GET', '/box_history?size->>unit=eq.cm&select=size->unit')).body, [{ unit: 'cm' }]);
  // SQL is not checked, and a row that breaks the schema can still be read and mended.
  await database.query(`update box set size = '{"width": -1}' where id = 1`);
  t.match(await ask('PATCH', '/box/1', { body: { size: { width: 2 } } }), { status: 200 });
});

test('the document has the schema, with what it refers to', (t) => {
  const length = { type: 'number', exclusiveMinimum: 0 };
  const size = { type: 'object', required: ['width'], properties: { width: length, height: length } };
  const sent = requestSchema(tableOf(model, 'box'), 'create', publishedDialect);
  t.match(sent, { properties: { size: { anyOf: [size, { type: 'null' }] }, tags: { type: 'array', maxItems: 2 } } });
  t.notOk(JSON.stringify(sent).includes('$defs'));
  t.match(responseSchema(tableOf(model, 'box'), publishedDialect), { properties: { size: { anyOf: [size] } } });
  const history = model.resources.get('box_history');
  t.notOk(history && JSON.stringify(responseSchema(history, publishedDialect)).includes('exclusiveMinimum'));
  t.end();
});

test('a schema as a type of TypeScript', (t) => {
  const cases: readonly (readonly [schema: unknown, type: string])[] = [
    [true, 'Json'],
    [{ const: 'a' }, '"a"'],
    [{ enum: ['a', 1, null] }, '"a" | 1 | null'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ type: 'array', items: { type: 'boolean' } }, 'readonly (boolean)[]'],
    [
      { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false },
      '{ readonly "a": string }',
    ],
    [
      { type: 'object', additionalProperties: { type: 'integer' } },
      '{ readonly [member: string]: number | RawNumber }',
    ],
    [
      { oneOf: [{ type: 'string' }, { type: 'object', additionalProperties: false }] },
      'string | Readonly<Record<string, never>>',
    ],
  ];
  for (const [schema, type] of cases) t.equal(shapeType(schema), type);
  t.end();
});

test('a schema that others name holds beside what stands with its name', (t) => {
  const read = readShape({
    properties: {
      a: { $ref: '#/$defs/short', minLength: 2 },
      $id: { $ref: '#/$defs/short' },
      default: { enum: [{ $ref: '#/$defs/none' }] },
    },
    $defs: { short: { type: 'string', maxLength: 3 } },
  });
  if (!read.ok) throw new Error(read.fault.message);
  const cases: readonly (readonly [value: object, isGood: boolean])[] = [
    [{ a: 'ab' }, true],
    [{ a: 'a' }, false],
    [{ a: 'abcd' }, false],
    [{ $id: 'abc' }, true],
    [{ $id: 1 }, false],
    [{ default: { $ref: '#/$defs/none' } }, true],
    [{ default: 'x' }, false],
  ];
  for (const [value, isGood] of cases) t.equal(shapeFault(read.schema, value) === null, isGood, JSON.stringify(value));
  t.notOk(JSON.stringify(read.schema).includes('short'));
  t.end();
});
