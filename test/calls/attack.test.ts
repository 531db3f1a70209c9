import fc from 'fast-check';
import { test } from 'tap';
import type { Json } from '../../engine/vocabulary/value/json.ts';
import { serveModel } from '../http/service.ts';
import { modelOfFiles } from '../model_of_files.ts';

// Input of any kind, rules over time and over other rows: a call finds one row or none, and the service never fails.

const types: Readonly<Record<string, string>> = {
  text: '{ type: text }',
  bigint: '{ type: bigint }',
  integer: '{ type: integer }',
  decimal: '{ type: decimal, precision: 9, scale: 2 }',
  date: '{ type: date }',
  datetime: '{ type: datetime }',
  time: '{ type: time }',
  uuid: '{ type: uuid }',
  enum: '{ type: enum, values: [a, b] }',
  boolean: '{ type: boolean }',
};

const find = (type: string) =>
  `  by_${type}: { input: { value: ${types[type]} }, find: 'f_${type}=eq.{input.value}', answer: [id], create: { f_${type}: '{input.value}' } }\n`;

const files = {
  'service.yaml': 'service: Types\nclaims: { others: { party_id: party_id } }\n',
  'thing.yaml': `resource: thing
fields:
${Object.entries(types)
  .map(([type, words]) => `  f_${type}: ${words.replace(' }', ', nullable: true, unique: true }')}\n`)
  .join('')}calls:
${Object.keys(types).map(find).join('')}  shaped:
    input: { box: { type: json, schema: { type: object, properties: { code: { type: string } }, required: [code], additionalProperties: false } }, list: { type: array, of: { type: text }, nullable: true }, code: { type: text } }
    handler: shaped.ts
`,
  'room.yaml':
    'resource: room\nfields: { code: { type: text, unique: true }, secret: { type: text, nullable: true } }\n',
  'stay.yaml': `resource: stay
temporal: { timeline: room_id }
fields: { room_id: { type: reference, to: room }, guest: { type: text } }
calls:
  now_in: { input: { room: { type: reference, to: room } }, find: 'room_id=eq.{input.room}&valid_at=now', answer: [guest] }
  of_room:
    input: { room: { type: reference, to: room }, code: { type: text } }
    find: 'room_id=eq.{input.room}&valid_at=now&room.code=eq.{input.code}'
    answer: [guest]
`,
};

const values: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(
    ...['', 'a', "'", '\\', '\u0000', '2026-02-30', '2026-01-31', '24:00', '12:00:00', 'infinity', 'NaN', '1e999'],
    ...[0, -1, 1.005, 1e300, 2 ** 53, true, null, [], {}, [['a']], '2026-01-31T12:00:00Z', 'a'.repeat(9000)],
    ...['00000000-0000-0000-0000-000000000000', '{input.value}', '$f_text', 'now', '+infinity', '\ud800'],
  ),
);

test('input of any kind', async (t) => {
  const { ask } = await serveModel(t, modelOfFiles(files));
  const runs = process.env.ALMANAC_LONG ? 3000 : 150;
  const seen = new Set<number>();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...Object.keys(types)), values, async (type, value) => {
      const body = { value } as Json;
      const { status, text } = await ask('POST', `/thing/by_${type}`, { body });
      seen.add(status);
      if (status >= 500) throw new Error(`${type} ${JSON.stringify(value)}: ${text}`);
      if (status !== 201) return;
      const again = await ask('POST', `/thing/by_${type}`, { body });
      if (again.status !== 200) throw new Error(`${type} ${JSON.stringify(value)} is not found again: ${again.text}`);
    }),
    { numRuns: runs },
  );
  t.ok(seen.has(201) && seen.has(422), [...seen].join());
});

test('a rule over time and other rows', async (t) => {
  const { ask, database } = await serveModel(t, modelOfFiles(files));
  await database.query(`insert into room (code) values ('r1'), ('r2')`);
  await database.query(`insert into stay (room_id, guest, valid_from, valid_to) values
    (1, 'past', now() - interval '2 days', now() - interval '1 day'), (1, 'present', now() - interval '1 day', null),
    (2, 'future', now() + interval '1 day', null)`);
  const cases: readonly (readonly [call: string, body: Json, status: number, guest: string | undefined])[] = [
    ['now_in', { room: 1 }, 200, 'present'],
    ['now_in', { room: 2 }, 404, undefined],
    ['of_room', { room: 1, code: 'r1' }, 200, 'present'],
    ['of_room', { room: 1, code: 'r2' }, 404, undefined],
  ];
  for (const [call, body, status, guest] of cases) {
    const answer = await ask('POST', `/stay/${call}`, { body });
    t.strictSame([answer.status, answer.body.guest], [status, guest], call);
  }
  await database.query(`update stay set valid_from = null, valid_to = null where guest = 'present'`);
  t.equal((await ask('POST', '/stay/now_in', { body: { room: 1 } })).status, 404, 'a deleted entry is not found');
});
