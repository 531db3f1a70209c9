import { type Test, test } from 'tap';
import { reservedReason } from '../../engine/definition/field/reserved.ts';
import { renderNotify } from '../../engine/feature/notification/notify.ts';
import type { Model } from '../../engine/model/model.ts';
import { schemaObjects } from '../../engine/schema/schema.ts';
import type { Json } from '../../engine/vocabulary/value/json.ts';
import { computeAll } from '../events/notice_service.ts';
import { notifyAll } from '../events/notification_service.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { type Method, serveModel, type TestService } from './service.ts';

// A field may have any name that the engine's own functions use: of a variable, a parameter, a table, or a keyword.

/** Resources of every kind of function; entries, visits and books have fields of these names. */
function modelOfNames(names: readonly string[]): Model {
  const fields = names.map((name) => `  ${name}: { type: integer, nullable: true }\n`).join('');
  const time = (more: string) => `temporal: { timeline: party_id, ${more} }`;
  const limits = "freeze: P9999D, start_window: { from: '-P9999D', to: P9999D }";
  const resource = (name: string, more: string) => `resource: ${name}
history: true
${more}
notify: [{ on: [create, update, delete], to: party }]
notices:
  - { type: full, when: label=eq.full, to: [{ former: party.kept.keeper }, party], message: It is full., data: [label] }
fields:
  party_id: { type: reference, to: party }
  keeper_id: { type: reference, to: party, nullable: true }
  label: { type: text, nullable: true, unique: true }
  state: { type: enum, values: [open, shut], default: open, transitions: { open: [shut], shut: [open] } }
${fields}`;
  return modelOfFiles({
    'service.yaml': 'service: Names\nevents: { prefix: org.example }\n',
    'party.yaml': `resource: party
history: true
fields:
  name: { type: text, nullable: true }
relations:
  kept: { resource: entry, by: party_id }
`,
    'identity.yaml': `resource: identity
fields:
  subject: { type: text, unique: true }
  party_id: { type: reference, to: party, nullable: true }
`,
    'book.yaml': resource('book', ''),
    'entry.yaml': resource('entry', time(limits)),
    'visit.yaml': resource('visit', time(`overlap: reject, ${limits}`)),
  });
}

/** What functions, and the statement that notifies, give names to: variables, parameters, tables and columns. */
const given =
  /\b([a-z][a-z0-9_]*)(?=[.]| (?:bigint|boolean|integer|text|timestamptz|jsonb)\b)|(?<=\bas )[a-z][a-z0-9_]*/g;
const everyWord = /\b[a-z][a-z0-9_]*\b/g;
/** PL/pgSQL would misread the first ones, and gives values to the last ones. */
const known = 'begin by declare execute foreach if loop strict while found tg_op tg_name record'.split(' ');

/** The names of the functions of a model which a field may have; in a long run, every word of them. */
function words(model: Model): readonly string[] {
  const functions = schemaObjects(model).flatMap(({ kind, create }) => (kind === 'function' ? [create] : []));
  const notify = [...model.resources.values()].flatMap((table) =>
    table.kind === 'table' ? [renderNotify(table, model, '0', '1')?.text ?? ''] : [],
  );
  const pattern = process.env.ALMANAC_LONG === undefined ? given : everyWord;
  const found = new Set([...known, ...[...functions, ...notify].flatMap((text) => text.match(pattern) ?? [])]);
  const taken = new Set(['party_id', 'party', 'keeper_id', 'keeper', 'label', 'state', 'kept']);
  return [...found].filter((name) => {
    if (taken.has(name) || name.length > 40) return false;
    return ['book', 'entry', 'visit'].every((resource) => reservedReason(name, resource) === null);
  });
}

async function served(t: Test): Promise<{ readonly service: TestService; readonly names: readonly string[] }> {
  const names = words(modelOfNames([]));
  return { names, service: await serveModel(t, modelOfNames(names)) };
}

function day(number: number): string {
  return `2026-01-${String(number).padStart(2, '0')}T00:00:00+00:00`;
}

test('fields have the names that functions use', async (t) => {
  const { service, names } = await served(t);
  for (const name of [
    'room',
    'latest',
    'overlapped',
    'of_batch',
    'is_own',
    'instant',
    'identity',
    'entry',
    'own',
    'new',
  ])
    t.ok(names.includes(name), name);
  const values = (number: number) => Object.fromEntries(names.map((name) => [name, number]));
  const done = async (
    method: Method,
    path: string,
    body: Json | undefined,
    status: number,
    prefer = 'return=effects',
  ) => {
    const answer = await service.ask(method, path, { ...(body !== undefined && { body }), headers: { prefer } });
    t.equal(answer.status, status, `${method} ${path}: ${answer.text.slice(0, 500)}`);
    return answer.body;
  };
  const shown = async (resource: string) => {
    const rows: readonly Readonly<Record<string, unknown>>[] = await done(
      'GET',
      `/${resource}?order=id`,
      undefined,
      200,
    );
    return rows.map((row) => [
      row.id,
      row.valid_from ?? null,
      row.valid_to ?? null,
      ...new Set(names.map((name) => row[name])),
    ]);
  };
  for (const name of ['a', 'b', 'c']) await done('POST', '/party', { name }, 201);

  const entry = (party: number, number: number, from: number, to: number | null = null) => ({
    ...values(number),
    party_id: party,
    label: null,
    valid_from: day(from),
    valid_to: to === null ? null : day(to),
  });
  await done('POST', '/entry', entry(1, 1, 1, 20), 201);
  await done('POST', '/entry', entry(1, 2, 10, 15), 201);
  t.same(
    await shown('entry'),
    [
      [1, day(1), day(10), 1],
      [2, day(10), day(15), 2],
    ],
    'an entry is cut',
  );
  await done('POST', '/entry', entry(1, 3, 9, 16), 201);
  t.same(
    await shown('entry'),
    [
      [1, day(1), day(9), 1],
      [3, day(9), day(16), 3],
    ],
    'an entry is covered',
  );
  await done('PATCH', '/entry/2', { valid_from: day(12), ...values(4) }, 200);
  t.same(
    await shown('entry'),
    [
      [1, day(1), day(9), 1],
      [2, day(12), null, 4],
      [3, day(9), day(12), 3],
    ],
    'it is restored',
  );
  await done('PATCH', '/entry/1', { valid_to: day(11) }, 200);
  await done('POST', '/entry', [entry(2, 5, 1, 5), entry(2, 6, 5, 8), entry(3, 7, 1)], 201, 'return=representation');
  await done('PATCH', '/entry?party_id=eq.2', { ...values(8), state: 'shut' }, 200, 'return=representation');
  await done('DELETE', '/entry?party_id=eq.3', undefined, 200, 'return=representation');
  const batch = await done(
    'POST',
    '/batch',
    {
      requests: [
        { id: '1', method: 'PATCH', url: '/entry/1', body: { valid_to: day(12) } },
        { id: '2', method: 'POST', url: '/entry', body: entry(1, 9, 14) },
        { id: '3', method: 'DELETE', url: '/entry/3' },
      ],
    },
    200,
    'handling=lenient',
  );
  t.same(
    batch.responses.map(({ status }: { status: number }) => status),
    [200, 201, 204],
  );
  await service.ask('PATCH', '/entry/1', { body: { ...values(10), label: 'full', valid_from: day(2) } });
  t.same(await shown('entry'), [
    [1, day(2), day(12), 10],
    [2, day(12), day(14), 4],
    [4, day(1), day(5), 8],
    [5, day(5), day(8), 8],
    [7, day(14), null, 9],
  ]);

  await done('POST', '/visit', entry(1, 1, 1, 5), 201);
  t.equal((await service.ask('POST', '/visit', { body: entry(1, 2, 4) })).status, 409, 'an overlap is refused');
  await done('POST', '/visit', entry(1, 2, 5), 201);
  await done('DELETE', '/visit/1', undefined, 200);
  t.same(await shown('visit'), [[3, day(5), null, 2]]);

  const book = (label: string, number: number) => ({ ...values(number), party_id: 1, label });
  await done('POST', '/book', book('full', 1), 201);
  await done('POST', '/book', [book('b', 2), book('c', 2)], 201, 'return=representation');
  await done('POST', '/book?on_conflict=label', [book('b', 3), book('d', 3)], 201, 'resolution=merge-duplicates');
  await done('PATCH', '/book/3', { ...values(4), state: 'shut' }, 200);
  await done('PATCH', '/book?id=in.(1,2)', values(5), 200, 'return=representation');
  await done('DELETE', '/book/3', undefined, 200);
  await done('DELETE', '/book?label=eq.d', undefined, 200, 'return=representation');
  t.same(await shown('book'), [
    [1, null, null, 5],
    [2, null, null, 5],
  ]);

  await notifyAll(service.model, service);
  await computeAll(service.database);
  const types = await service.database.query('select type, source from notice order by source');
  t.same(types, [{ type: 'org.example.book.full', source: '/book/1' }]);
  t.not((await service.database.query('select id from notification')).length, 0);
});
