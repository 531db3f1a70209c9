import { test } from 'tap';
import { breakingChanges } from '../../engine/contract/breaking/breaking.ts';
import { takesAllOf } from '../../engine/contract/breaking/pattern.ts';
import { openapiDocument } from '../../engine/contract/openapi/document.ts';
import type { Field } from '../../engine/model/field.ts';
import type { Model } from '../../engine/model/model.ts';
import { enumType, fieldOf, integerType, modelOf, tableOf, textType } from '../schema/model_of.ts';

type Json = Readonly<Record<string, unknown>>;

/** A document with one operation, whose body and answer are of a schema. */
function documentOf(schema: unknown, parts: Json = {}, operation: Json = {}): Json {
  const content = { 'application/json': { schema } };
  const post = {
    operationId: 'create_note',
    'x-scope': 'manage:data:note',
    parameters: [{ name: 'kind', in: 'query', schema }],
    requestBody: { content },
    responses: { 201: { content, headers: { ETag: { required: true, schema: { type: 'string' } } } } },
    ...operation,
  };
  return { openapi: '3.1.0', servers: [{ url: '/api' }], paths: { '/note': { post } }, ...parts };
}

const changesOf = (before: Json, after: Json) =>
  breakingChanges(before, after).map(({ place, change }) => `${place}: ${change}`);

const text = { type: 'string' };
const object = (properties: Json, more: Json = {}) => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...more,
});

test('what a schema takes less of breaks a request, what it promises less of breaks an answer', async (t) => {
  const cases: readonly (readonly [what: string, before: unknown, after: unknown, request: string, answer: string])[] =
    [
      ['the same', text, text, '', ''],
      ['a type', text, { type: 'integer' }, 'may not be string any more', 'may be integer now'],
      ['a wider type', text, { type: ['string', 'null'] }, '', 'may be null now'],
      ['a narrower type', { type: ['string', 'null'] }, text, 'may not be null any more', ''],
      ['any type', text, {}, '', 'may be anything now'],
      ['a number for an integer', { type: 'integer' }, { type: 'number' }, '', 'may be number now'],
      ['an integer for a number', { type: 'number' }, { type: 'integer' }, 'may not be number any more', ''],
      ['a value less', { enum: ['a', 'b'] }, { enum: ['a'] }, 'the value "b" is gone', 'the value "b" is gone'],
      ['a value more', { enum: ['a'] }, { enum: ['a', 'b'] }, '', ''],
      ['values at all', text, { ...text, enum: ['a'] }, 'takes only a', ''],
      ['no values', { ...text, enum: ['a'] }, text, '', 'is no longer one of a'],
      ['another constant', { const: 'a' }, { const: 'b' }, 'the value "a" is gone', 'the value "a" is gone'],
      ['a format', text, { ...text, format: 'date' }, 'must be of the format date', ''],
      ['no format', { ...text, format: 'date' }, text, '', 'is no longer of the format date'],
      ['a longer format', { format: 'int32' }, { format: 'int64' }, '', 'is no longer of the format int32'],
      ['a higher minimum', { minimum: 1 }, { minimum: 2 }, 'minimum is 2', ''],
      ['a lower minimum', { minimum: 2 }, { minimum: 1 }, '', ''],
      ['a maximum', {}, { maximum: 5 }, 'maximum is 5', ''],
      ['a shorter text', { maxLength: 9 }, { maxLength: 8 }, 'maxLength is 8', ''],
      ['a longer text', { maxLength: 8 }, { maxLength: 9 }, '', ''],
      ['a coarser step', { multipleOf: 0.1 }, { multipleOf: 0.25 }, 'multipleOf is 0.25', ''],
      ['a finer step', { multipleOf: 0.3 }, { multipleOf: 0.1 }, '', ''],
      ['a pattern', text, { ...text, pattern: '^a$' }, 'must match ^a$', ''],
      ['a wider pattern', { pattern: '^(a|b)$' }, { pattern: '^(a|b|c)$' }, '', ''],
      ['a narrower pattern', { pattern: '^(a|b)$' }, { pattern: '^(a)$' }, 'must match ^(a)$', ''],
      ['a member more', object({ a: text }), object({ a: text, b: text }), '', ''],
      [
        'a member less',
        object({ a: text, b: text }),
        object({ a: text }),
        'the member b is gone',
        'the member b is gone',
      ],
      [
        'a member of another type',
        object({ a: text }),
        object({ a: { type: 'null' } }),
        '.a: may not be string any more',
        '.a: may be null now',
      ],
      [
        'a member required',
        object({ a: text }),
        object({ a: text }, { required: ['a'] }),
        'the member a is required',
        '',
      ],
      [
        'a member optional',
        object({ a: text }, { required: ['a'] }),
        object({ a: text }),
        '',
        'the member a may be missing',
      ],
      ['no other members', { type: 'object' }, object({}), 'takes no other members any more', ''],
      [
        'other elements',
        { items: text },
        { items: { type: 'null' } },
        '[]: may not be string any more',
        '[]: may be null now',
      ],
      [
        'members sent together',
        object({}),
        object({}, { dependentRequired: { a: ['b'] } }),
        'b must be sent with a',
        '',
      ],
      ['a further rule', { allOf: [] }, { allOf: [{ not: {} }] }, 'has a further rule: {"not":{}}', ''],
      ['a part less', { allOf: [{ type: 'object' }] }, { allOf: [] }, '', 'no longer has the part {"type":"object"}'],
      ['a form more', { anyOf: [text] }, { anyOf: [{ type: 'null' }, text] }, '', 'may be null now'],
      [
        'a form of another kind',
        { anyOf: [object({ of: { const: 'b' }, a: text })] },
        { anyOf: [object({ of: { const: 'c' } }), object({ of: { const: 'b' }, a: text })] },
        '',
        '',
      ],
      [
        'a form of the same kind',
        { anyOf: [object({ of: { const: 'b' }, a: text }), object({ of: { const: 'c' } })] },
        { anyOf: [object({ of: { const: 'd' } }), object({ of: { const: 'c' } }), object({ of: { const: 'b' } })] },
        'the member a is gone',
        'the member a is gone',
      ],
      ['a form less', { anyOf: [text, { type: 'null' }] }, { anyOf: [text] }, 'one form is gone: {"type":"null"}', ''],
      [
        'members by pattern',
        { patternProperties: { '^(a|b)$': text } },
        { patternProperties: { '^(a|b|c)$': text } },
        '',
        '',
      ],
      [
        'fewer members by pattern',
        { patternProperties: { '^a$': text } },
        {},
        'members like ^a$ are gone',
        'members like ^a$ are gone',
      ],
    ];
  for (const [what, before, after, request, answer] of cases) {
    const found = breakingChanges(documentOf(before), documentOf(after));
    const ofUse = (use: string) =>
      found
        .filter(({ place }) => place.includes(`POST /note ${use}`))
        .map(({ place, change }) =>
          `${/[.[][^ ]*(?= \()/.exec(place.replace('application/json', ''))?.[0] ?? ''}: ${change}`.replace(/^: /, ''),
        );
    t.strictSame(ofUse('body'), request === '' ? [] : [request], `${what}, sent`);
    t.strictSame(ofUse('query kind'), request === '' ? [] : [request], `${what}, as a parameter`);
    t.strictSame(ofUse('201'), answer === '' ? [] : [answer], `${what}, answered`);
  }
});

test('what an operation has no more breaks, and what it has besides does not', async (t) => {
  const before = documentOf(text);
  const parameter = (more: Json) =>
    documentOf(text, {}, { parameters: [{ name: 'kind', in: 'query', schema: text, ...more }] });
  const answer = (response: Json | null) =>
    documentOf(text, {}, { responses: response === null ? {} : { 201: response } });
  const content = { 'application/json': { schema: text } };
  const cases: readonly (readonly [Json, ...string[]])[] = [
    [documentOf(text, { paths: {} }), 'POST /note: the operation is gone'],
    [documentOf(text, { paths: { ...(before.paths as object), '/other': { get: {} } } })],
    [documentOf(text, { servers: [{ url: 'https://api.example.org/api' }] })],
    [documentOf(text, { servers: [{ url: '/v2' }] }), 'servers: /api is gone'],
    [documentOf(text, {}, { operationId: 'add_note' }), 'POST /note: operationId is add_note'],
    [documentOf(text, {}, { 'x-scope': 'manage:data:all' }), 'POST /note: needs the scope manage:data:all'],
    [documentOf(text, {}, { 'x-scope': 'read:data:note' })],
    [documentOf(text, {}, { parameters: [] }), 'POST /note: the parameter query kind is gone'],
    [parameter({ required: true }), 'POST /note: the parameter query kind is required'],
    [parameter({ deprecated: true })],
    [documentOf(text, {}, { requestBody: { content, required: true } }), 'POST /note: a body is required'],
    [documentOf(text, {}, { requestBody: { content: {} } }), 'POST /note body: application/json is gone'],
    [answer(null), 'POST /note: the answer 201 is gone'],
    [answer({ content: {}, headers: { ETag: { required: true } } }), 'POST /note 201: application/json is gone'],
    [answer({ content }), 'POST /note 201: the header ETag is gone'],
    [answer({ content, headers: { ETag: { schema: text } } }), 'POST /note 201: the header ETag may be missing'],
  ];
  for (const [after, ...expected] of cases) t.strictSame(changesOf(before, after), expected);
});

test('bodies and answers with many rows, and answers by preference, are compared too', async (t) => {
  const rows = (items: Json, type = 'application/json') => ({ [type]: { schema: { type: 'array', items } } });
  const content = { 'application/json': { schema: text } };
  const body = (many: Json) => documentOf(text, {}, { requestBody: { content, ...many } });
  const answer = (many: Json) => documentOf(text, {}, { responses: { 201: { content, ...many } } });
  const prefer = (answers: Json) =>
    documentOf(text, {}, { parameters: [{ name: 'Prefer', in: 'header', schema: text, ...answers }] });
  const number = { type: 'integer' };
  const cases: readonly (readonly [before: Json, after: Json, ...expected: string[]])[] = [
    [body({}), body({ 'x-many-rows': rows(text) })],
    [body({ 'x-many-rows': rows(text) }), body({}), 'POST /note body with many rows: application/json is gone'],
    [
      body({ 'x-many-rows': { ...rows(text), ...rows(text, 'text/csv') } }),
      body({ 'x-many-rows': rows(text) }),
      'POST /note body with many rows: text/csv is gone',
    ],
    [
      body({ 'x-many-rows': { 'application/json': { schema: { type: 'array', maxItems: 10 } } } }),
      body({ 'x-many-rows': { 'application/json': { schema: { type: 'array', maxItems: 9 } } } }),
      'POST /note body with many rows application/json (request): maxItems is 9',
    ],
    [
      answer({ 'x-many-rows': rows(text) }),
      answer({ 'x-many-rows': rows(number) }),
      'POST /note 201 with many rows application/json[] (answer): may be integer now',
    ],
    [prefer({}), prefer({ 'x-answers': { 'return=effects': text } })],
    [
      prefer({ 'x-answers': { 'return=effects': text } }),
      prefer({}),
      'POST /note header Prefer: the answer to return=effects is gone',
    ],
    [
      prefer({ 'x-answers': { 'return=effects': text } }),
      prefer({ 'x-answers': { 'return=effects': number } }),
      'POST /note header Prefer return=effects (answer): may be integer now',
    ],
  ];
  for (const [before, after, ...expected] of cases) t.strictSame(changesOf(before, after), expected);
});

test('a shared schema is compared once, however it leads to itself', async (t) => {
  const note = (title: Json) => ({
    components: { schemas: { note: object({ title, parent: { $ref: '#/components/schemas/note' } }) } },
  });
  const schema = { $ref: '#/components/schemas/note' };
  t.strictSame(changesOf(documentOf(schema, note(text)), documentOf(schema, note({ type: 'integer' }))), [
    'note.title (request): may not be string any more',
    'note.title (answer): may be integer now',
  ]);
});

test('one pattern takes all of another where it has every alternative of it', async (t) => {
  const cases: readonly (readonly [wider: string, narrower: string, takes: boolean])[] = [
    ['^a$', '^a$', true],
    ['^(a|b|c)$', '^(a|c)$', true],
    ['^(a|c)$', '^(a|b)$', false],
    ['^(not\\.)?((a|b)\\.x$|in\\((a|b)\\)$)', '^(not\\.)?((a)\\.x$|in\\((a)\\)$)', true],
    ['^(x|(r|s) *\\( *\\w\\))$', '^(x|(r) *\\( *\\w\\))$', true],
    ['^(x|(r) *\\( *\\w\\))$', '^(x)$', true],
    ['^(a|b)*$', '^(a)$', false],
    ['^[a|b]$', '^[a]$', false],
    ['^(?:a|b)$', '^(?:a)$', true],
    ['^(?!a|b).$', '^(?!a).$', false],
    ['^\\(a|b\\)$', '^\\(a$', false],
  ];
  for (const [wider, narrower, takes] of cases) t.equal(takesAllOf(wider, narrower), takes, `${wider} ${narrower}`);
});

test('a definition that grows breaks nobody, and one that shrinks says what it breaks', async (t) => {
  const status = fieldOf('status', enumType('new', 'old'));
  const name = fieldOf('name', textType());
  const note = fieldOf('note', textType(), { nullable: true });
  const maker = fieldOf('maker_id', { kind: 'reference', to: 'maker' });
  const makers = tableOf('maker', [name]);
  const things = (...fields: readonly Field[]) => modelOf(makers, tableOf('thing', fields, { history: true }));
  const changes = (before: Model, after: Model) => changesOf(openapiDocument(before), openapiDocument(after));
  const before = things(status, name);
  t.strictSame(changes(before, before), []);
  t.strictSame(changes(before, things(status, name, note)), [], 'a field');
  t.strictSame(changes(before, things(fieldOf('status', enumType('new', 'old', 'lost')), name)), [], 'a value');
  t.strictSame(changes(before, modelOf(tableOf('other', []), ...tablesOf(before))), [], 'a resource');
  const required = changes(before, things(status, name, maker));
  t.strictSame(required, ['thing_create (request): the member maker_id is required']);
  t.strictSame(changes(before, modelOf(makers)).slice(0, 2), [
    'GET /thing: the operation is gone',
    'POST /thing: the operation is gone',
  ]);
  const value = changes(before, things(fieldOf('status', enumType('new')), name));
  t.ok(value.includes('thing.status (answer): the value "old" is gone'), { value });
  t.ok(value.includes('thing_create.status (request): the value "old" is gone'), { value });
  t.ok(
    value.some((each) => /^thing_status_filter.*must match/.test(each)),
    { value },
  );
  const gone = changes(before, things(status));
  t.ok(gone.includes('GET /thing: the parameter query name is gone'), { gone });
  t.ok(gone.includes('thing (answer): the member name is gone'), { gone });
  t.ok(gone.includes('thing_update (request): the member name is gone'), { gone });
  const nullable = changes(before, things(status, { ...name, nullable: true }));
  t.strictSame(nullable, ['thing.name (answer): may be null now']);
  const number = changes(before, things(status, fieldOf('name', integerType())));
  t.ok(number.includes('thing.name (answer): may be integer now'), { number });
});

function tablesOf({ resources }: Model) {
  return [...resources.values()].filter((resource) => resource.kind === 'table');
}
