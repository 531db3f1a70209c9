import { test } from 'tap';
import { modelOfFiles } from '../model_of_files.ts';
import { type Request, serveModel } from './service.ts';

// POST of many rows: all of them or none, each fault with the place of its row.

const files = {
  'service.yaml':
    'service: Things\nevents: { prefix: org.example }\nlimits: { rows_per_request: 200, payload_bytes: 2000, rows_payload_bytes: 60000 }\n',
  'maker.yaml': 'resource: maker\nfields:\n  name: { type: text }\n',
  'thing.yaml': `resource: thing
history: true
fields:
  name: { type: text, max_length: 20 }
  code: { type: text, nullable: true, unique: true }
  weight: { type: decimal, precision: 30, scale: 3, nullable: true, minimum: 0 }
  count: { type: integer, default: 7 }
  token: { type: uuid, default: generated }
  ready: { type: boolean, nullable: true }
  since: { type: datetime, nullable: true }
  labels: { type: array, of: text, nullable: true }
  more: { type: json, nullable: true }
  maker_id: { type: reference, to: maker, nullable: true }
checks:
  - { that: "or=(weight.is.null,count.gt.0)", message: What weighs counts. }
`,
  'stay.yaml': `resource: stay
temporal: { timeline: thing_id }
history: true
fields:
  thing_id: { type: reference, to: thing, update: false }
  room: { type: text }
`,
};

const csv = (body: string): Request => ({ body, headers: { 'content-type': 'text/csv' } });
const lines = (body: string): Request => ({ body, headers: { 'content-type': 'application/x-ndjson' } });

test('creates all rows of a body', async (t) => {
  const { ask, database } = await serveModel(t, modelOfFiles(files));
  await database.query("insert into maker (name) values ('one'), ('two')");

  const array = await ask('POST', '/thing', {
    body: [
      { name: 'a "b" \\ {c}', code: null, weight: 1.5, labels: ['x', 'y, "z"'], more: { a: [1, 'é'] }, maker_id: 1 },
      { name: 'ø', code: 'null', weight: null, labels: null, more: null, maker_id: 2 },
    ],
  });
  t.equal(array.status, 201, array.text);
  t.equal(array.headers.location, undefined);
  t.match(array.body, [
    {
      id: 1,
      name: 'a "b" \\ {c}',
      code: null,
      weight: 1.5,
      count: 7,
      labels: ['x', 'y, "z"'],
      more: { a: [1, 'é'] },
      maker_id: 1,
      recorded_by: 7,
    },
    { id: 2, name: 'ø', code: 'null', weight: null, count: 7, labels: null, more: null, maker_id: 2 },
  ]);
  t.match((await ask('GET', '/thing')).body, array.body, 'the answer shows the rows as a list does');

  const ndjson = await ask('POST', '/thing', lines('{"name":"c","ready":true}\n\n{"name":"d","ready":false}\n'));
  t.match(
    ndjson.body,
    [
      { name: 'c', ready: true },
      { name: 'd', ready: false },
    ],
    ndjson.text,
  );

  const table = await ask(
    'POST',
    '/thing',
    csv(
      'name,code,weight,ready,since,labels,more\r\n"e, ""f""",,123456789012345678.125,true,2026-01-31 12:00 CET,"[""p"",""q""]","{""n"": 1.50}"\r\n"","",,,,,\r\n',
    ),
  );
  t.equal(table.status, 201, table.text);
  t.match(table.text, /"weight":123456789012345678.125,/);
  t.match(table.text, /"n": 1.50/);
  t.match(table.body, [
    { name: 'e, "f"', code: null, ready: true, since: '2026-01-31T11:00:00+00:00', labels: ['p', 'q'] },
    { name: '', code: '', ready: null, since: null, labels: null, more: null },
  ]);

  const empty = await ask('POST', '/thing', { body: [] });
  t.match([empty.status, empty.body], [201, []]);
  const bare = await ask('POST', '/maker', { body: [{ name: 'x' }] });
  t.match([bare.status, bare.body], [201, [{ name: 'x' }]]);
  const one = await ask('POST', '/maker', {
    body: [{ name: 'x' }],
    headers: { accept: 'application/vnd.pgrst.object+json' },
  });
  t.match([one.status, one.body], [201, { name: 'x' }]);
  const shown = await ask('POST', '/thing?select=name,maker(name)', {
    body: [
      { name: 'g', maker_id: 1 },
      { name: 'h', maker_id: null },
    ],
  });
  t.same(
    shown.body,
    [
      { name: 'g', maker: { name: 'one' } },
      { name: 'h', maker: null },
    ],
    shown.text,
  );
});

/** What is told of a refusal: its code, and the place and the words of each fault. */
function told({
  status,
  body,
}: {
  readonly status: number;
  readonly body: { code: string; errors?: readonly { pointer: string; line?: number; detail: string }[] };
}) {
  const errors = (body.errors ?? []).map(
    ({ pointer, line, detail }) => `${line === undefined ? '' : `${line}: `}${pointer} ${detail}`,
  );
  return [status, body.code, ...errors];
}

test('refuses all rows for the faults of any, and tells each with its place', async (t) => {
  const { ask, database } = await serveModel(t, modelOfFiles(files));
  await database.query("insert into maker (name) values ('one'), ('two')");
  await ask('POST', '/thing', { body: { name: 'first', code: 'taken' } });
  const name = 'n';
  const cases: readonly (readonly [string, Request, readonly unknown[]])[] = [
    [
      '/thing',
      { body: [{ name }, { name, count: 1 }] },
      [400, 'uneven_rows', '/1 has count besides, unlike the first row'],
    ],
    [
      '/thing',
      {
        body: [
          { name, count: 1 },
          { name, ready: true },
        ],
      },
      [400, 'uneven_rows', '/1 lacks count and has ready besides, unlike the first row'],
    ],
    [
      '/thing',
      lines('{"name":"a"}\n\n{"name":"b","count":1}'),
      [400, 'uneven_rows', '3: /1 has count besides, unlike the first row'],
    ],
    ['/thing', lines('{"name":"a"}\n{"name":\n'), [400, 'malformed_json']],
    ['/thing', csv('name,count\na,1\nb\n'), [400, 'malformed_csv', '3:  has 1 cells, and the header has 2']],
    ['/thing', csv('name,name\na,1\n'), [400, 'malformed_csv', '1:  the column name stands twice']],
    ['/thing', csv('name\n"a\n'), [400, 'malformed_csv', /^\d: .*cannot be read/]],
    ['/thing', csv('name\na\0\n'), [400, 'malformed_csv', '2:  holds a NUL character, which cannot be stored']],
    ['/thing', csv(''), [400, 'malformed_csv', '1:  has no header; expected the names of the fields']],
    [
      '/thing',
      { body: [{ name, weight: 1 }, { name: 'n'.repeat(21), weight: -1 }, { name, weight: 'x' }, 5, null, []] },
      [
        422,
        'invalid_body',
        '/1/name must have at most 20 characters',
        '/1/weight must be at least 0',
        '/2/weight must be a number',
        '/3 must be a JSON object',
        '/4 must be a JSON object',
        '/5 must be a JSON object',
      ],
    ],
    [
      '/thing',
      csv('name,weight,ready\nn,1,yes\nn,1e,\n'),
      [422, 'invalid_body', '2: /0/ready must be a boolean', '3: /1/weight must be a number'],
    ],
    ['/thing', csv('name,more\nn,1\nn,{\n'), [422, 'invalid_body', /^3: \/1\/more the body is not valid JSON/]],
    ['/thing', lines('{"name":"a"}\n{"name":null}\n'), [422, 'invalid_body', '2: /1/name must not be null']],
    [
      '/thing',
      { body: [{ nam: 'x' }] },
      [422, 'invalid_body', '/0/name is required', '/0/nam is not a field of thing'],
    ],
    ['/thing', { body: `[{"name":"a","name":"b"}]` }, [400, 'malformed_json']],
    [
      '/thing',
      { body: `[{"name":"a\\u0000"}]` },
      [422, 'invalid_body', '/0/name holds a NUL character, which cannot be stored'],
    ],
    [
      '/thing',
      {
        body: [
          { name, maker_id: 1 },
          { name, maker_id: 77 },
          { name, maker_id: 78 },
        ],
      },
      [
        409,
        'reference_conflict',
        '/1/maker_id maker_id 77 refers to no maker',
        '/2/maker_id maker_id 78 refers to no maker',
      ],
    ],
    [
      '/thing',
      { body: ['a', 'taken', 'b', 'c', 'b'].map((code) => ({ name, code })) },
      [
        409,
        'unique_conflict',
        '/1/code another thing has code "taken"',
        '/4/code another thing has code "b", in /2 of this body',
      ],
    ],
    [
      '/thing',
      csv('name,code\nn,b\nn,b\n'),
      [409, 'unique_conflict', '3: /1/code another thing has code "b", in /0 of this body (line 2)'],
    ],
    [
      '/thing',
      {
        body: [
          { name, weight: 1, count: 1, maker_id: 1 },
          { name, weight: 1, count: 0, maker_id: 1 },
          { name, weight: null, count: 0, maker_id: 9 },
        ],
      },
      [
        422,
        'invalid_body',
        '/1/weight What weighs counts.',
        '/1/count What weighs counts.',
        '/2/maker_id maker_id 9 refers to no maker',
      ],
    ],
    ['/thing', { body: Array.from({ length: 201 }, () => ({ name })) }, [413, 'payload_too_large']],
    ['/thing', { body: { name: 'n'.repeat(2000) } }, [413, 'payload_too_large']],
    ['/thing', { body: [{ name: 'n'.repeat(60_000) }] }, [413, 'payload_too_large']],
    [
      '/thing',
      { body: [{ name }, { name }], headers: { accept: 'application/vnd.pgrst.object+json' } },
      [406, 'not_singular'],
    ],
  ];
  for (const [path, request, expected] of cases) {
    const answer = await ask('POST', path, request);
    t.match(told(answer), expected, `${JSON.stringify(request).slice(0, 100)}: ${answer.text}`);
    if (expected.length > 2) t.equal(told(answer).length, expected.length, 'and of no other fault');
  }
  const [row] = await database.query('select count(*) as count from thing');
  t.equal(row?.count, '1', 'nothing was written');
  t.equal((await ask('PATCH', '/thing/1', csv('name\nx\n'))).status, 415);
});
