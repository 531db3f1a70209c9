import fc from 'fast-check';
import { test } from 'tap';
import { anyCharacter } from '../any_character.ts';
import { checkRefusals } from './refusal.ts';
import type { Method } from './service.ts';
import { instantOf } from './timeline_client.ts';
import { names, type VersionService, versionOf, versionService } from './version_service.ts';

// RFC 9110, 13.1.1: If-Match lets a write change a row only in the version that the caller knows.

const changes: readonly (readonly [method: Method, success: number])[] = [
  ['PATCH', 200],
  ['DELETE', 204],
];

async function change({ ask }: VersionService, method: Method, path: string, header: string, count = 1) {
  const body = method === 'PATCH' && { body: { count } };
  return ask(method, path, { headers: { 'if-match': header }, ...body });
}

test('If-Match compares the version', async (t) => {
  const service = await versionService(t);
  const { ask, make, tagOf } = service;
  for (const name of names) {
    for (const [method, success] of changes) {
      const cases: readonly (readonly [
        label: string,
        header: (tag: string, path: string) => string | Promise<string>,
        status: number,
      ])[] = [
        ['the tag', (tag) => tag, success],
        ['that of another representation', (_tag, path) => tagOf(`${path}?select=id`), success],
        ['one of several', (tag) => `"a", W/"b",, ${tag}`, success],
        ['any', () => '*', success],
        ['another version', (tag) => tag.replace(/\d+/, '999999'), 412],
        ['no version that can be', (tag) => tag.replace(/\d+/, '9999999999999999999'), 412],
        ['a weak tag', (tag) => `W/${tag}`, 412],
        ['the version alone', (tag) => `"${versionOf(tag)}"`, 412],
        ['a tag of somebody else', () => '"a"', 412],
        ['no tag', () => 'a', 400],
      ];
      for (const [label, header, status] of cases) {
        const path = `/${name}/${(await make(name)).body.id}`;
        const before = await ask('GET', path);
        const answer = await change(service, method, path, await header(before.headers.etag ?? '', path));
        t.equal(answer.status, status, `${method} ${name}: ${label}`);
        if (status >= 400) t.equal((await ask('GET', path)).text, before.text, 'nothing was changed');
      }
    }
  }
});

test('the tag of an older version', async (t) => {
  const service = await versionService(t);
  for (const name of names) {
    for (const [method, success] of changes) {
      const created = await service.make(name);
      const path = `/${name}/${created.body.id}`;
      const old = created.headers.etag ?? '';
      const updated = await service.ask('PATCH', path, { body: { count: 5 } });
      await checkRefusals(t, service, [
        {
          ask: [method, path, { headers: { 'if-match': old }, ...(method === 'PATCH' && { body: { count: 6 } }) }],
          code: 'precondition_failed',
          detail: `${name} ${created.body.id} does not have a version of If-Match`,
          hint: 'read it again, and repeat the change on what it is now',
        },
      ]);
      t.equal(
        (await change(service, method, path, updated.headers.etag ?? '')).status,
        success,
        'that of the answer is new',
      );
    }
  }
});

test('what a condition cannot be on', async (t) => {
  const service = await versionService(t);
  const created = await service.make('note');
  const { id } = created.body;
  const tag = created.headers.etag ?? '';
  const headers = { 'if-match': tag };
  await checkRefusals(t, service, [
    { ask: ['PATCH', '/note/999', { headers, body: { count: 1 } }], code: 'not_found' },
    { ask: ['DELETE', '/note/999', { headers }], code: 'not_found' },
    { ask: ['DELETE', '/note/999', { headers: { 'if-match': '*' } }], code: 'not_found' },
    { ask: ['GET', '/note/999', { headers }], code: 'not_found' },
    {
      ask: ['PATCH', `/note/${id}`, { headers: { 'if-match': `W/${tag}` }, body: {} }],
      code: 'precondition_failed',
      hint: /no weak tags/,
    },
    { ask: ['POST', '/note', { headers, body: {} }], code: 'invalid_parameter', hint: /PATCH and DELETE/ },
    {
      ask: ['POST', '/note', { headers: { 'if-none-match': '*' }, body: {} }],
      code: 'invalid_parameter',
      hint: /If-Match/,
    },
    { ask: ['PATCH', `/note/${id}`, { headers: { 'if-none-match': '*' }, body: {} }], code: 'invalid_parameter' },
    { ask: ['DELETE', `/note/${id}`, { headers: { 'if-none-match': tag } }], code: 'invalid_parameter' },
  ]);
});

test('a write that a rule refuses is no success, and its condition holds the next time', async (t) => {
  const service = await versionService(t);
  const created = await service.make('card');
  const nobody = (await service.ask('POST', '/owner', { body: { name: 'nobody' } })).body.id;
  const path = `/card/${created.body.id}`;
  const headers = { 'if-match': created.headers.etag ?? '' };
  t.equal((await service.ask('PATCH', path, { headers, body: { owner_id: nobody } })).status, 422);
  t.equal((await service.ask('PATCH', `${path}?embed=owner`, { headers, body: { count: 2 } })).status, 200);
  t.equal((await service.ask('PATCH', `${path}?embed=owner`, { headers, body: { count: 3 } })).status, 412);
});

test('a soft-deleted entry', async (t) => {
  const service = await versionService(t);
  const { ask, make } = service;
  for (const name of ['spell', 'entry'] as const) {
    const created = await make(name);
    const old = { 'if-match': created.headers.etag ?? '' };
    const path = `/${name}/${created.body.id}`;
    await ask('DELETE', path);
    const restoring = { valid_from: instantOf(0) };
    await checkRefusals(t, service, [
      { ask: ['PATCH', path, { headers: old, body: restoring }], code: 'precondition_failed' },
      {
        ask: ['PATCH', path, { headers: { 'if-match': '*' }, body: restoring }],
        code: 'precondition_failed',
        hint: /leave If-Match out/,
      },
      { ask: ['PATCH', path, { headers: old, body: { count: 1 } }], code: 'state_conflict' },
      { ask: ['PATCH', path, { body: { count: 1 } }], code: 'state_conflict' },
      { ask: ['DELETE', path, { headers: old }], code: 'not_found' },
    ]);
    t.equal((await ask('PATCH', path, { body: restoring })).status, 200);
  }
  // Its history tells the version in which it was taken off.
  const path = `/entry/${(await make('entry')).body.id}`;
  await ask('DELETE', path);
  const [last] = (await ask('GET', `/entry_history?entry_id=eq.${path.split('/')[2]}&order=id.desc&limit=1`)).body;
  const { headers } = await ask('GET', `/entry_history/${last.id}`);
  const restored = await ask('PATCH', path, {
    headers: { 'if-match': headers.etag ?? '' },
    body: { valid_from: instantOf(0) },
  });
  t.equal(restored.status, 200);
});

test('a service that requires If-Match', async (t) => {
  const service = await versionService(t, 'require_if_match: true\n');
  const { ask, make, tagOf } = service;
  for (const name of names) {
    const { id, valid_from = null } = (await make(name)).body;
    const path = `/${name}/${id}`;
    const required = { code: 'precondition_required' as const, detail: `a change of ${name} ${id} needs If-Match` };
    await checkRefusals(t, service, [
      { ask: ['PATCH', path, { body: { count: 1 } }], ...required, hint: 'read it, and send its ETag as If-Match' },
      { ask: ['PATCH', path, { body: {} }], ...required },
      { ask: ['DELETE', path], ...required },
      { ask: ['PATCH', `/${name}/999`, { body: {} }], code: 'not_found' },
      { ask: ['DELETE', `/${name}/999`], code: 'not_found' },
    ]);
    t.equal((await change(service, 'PATCH', path, await tagOf(path))).status, 200);
    t.equal((await change(service, 'PATCH', path, '*', 2)).status, 200);
    if (valid_from !== null) {
      await checkRefusals(t, service, [{ ask: ['PATCH', path, { body: { valid_from: instantOf(1) } }], ...required }]);
    }
    t.equal((await change(service, 'DELETE', path, await tagOf(path))).status, 204);
    if (valid_from === null) continue;
    await checkRefusals(t, service, [
      { ask: ['PATCH', path, { body: { count: 1 } }], code: 'state_conflict' },
      { ask: ['DELETE', path], code: 'not_found' },
    ]);
    t.equal((await ask('PATCH', path, { body: { valid_from } })).status, 200, 'what has no tag to be read is restored');
    await checkRefusals(t, service, [{ ask: ['PATCH', path, { body: { valid_from } }], ...required }]);
  }
});

const runs = process.env.ALMANAC_LONG ? 400 : 6;

test('of clients that know the same version, one changes the row', async (t) => {
  const service = await versionService(t);
  const { ask, make, tagOf } = service;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...names),
      fc.array(fc.constantFrom('PATCH', 'PATCH', 'PATCH with embed', 'DELETE'), { minLength: 2, maxLength: 6 }),
      async (name, methods) => {
        const path = `/${name}/${(await make(name)).body.id}`;
        const tag = await tagOf(path);
        const answers = await Promise.all(
          methods.map((method, client) =>
            method === 'DELETE'
              ? change(service, 'DELETE', path, tag)
              : change(service, 'PATCH', method === 'PATCH' ? path : `${path}?select=id,count`, tag, client + 1),
          ),
        );
        const winners = answers.flatMap(({ status }, client) => (status === 200 || status === 204 ? [client] : []));
        const told = `${name}: ${methods} ${answers.map(({ status }) => status)}`;
        const [winner = -1] = winners;
        if (winners.length !== 1) throw new Error(told);
        const isDeleted = methods[winner] === 'DELETE';
        const specified = isDeleted ? [412, 404, 409] : [412];
        if (answers.some(({ status }, client) => client !== winner && !specified.includes(status)))
          throw new Error(told);
        const { status, body } = await ask('GET', path);
        if (isDeleted ? status !== 404 : body.count !== winner + 1)
          throw new Error(`${told}, then ${status} ${body.count}`);
      },
    ),
    { numRuns: runs },
  );
});

test('clients that count, each from what it has read, lose nothing', async (t) => {
  const service = await versionService(t);
  const clients = 4;
  const turns = process.env.ALMANAC_LONG ? 100 : 5;
  for (const name of names) {
    const path = `/${name}/${(await service.make(name)).body.id}`;
    let refused = 0;
    const client = async () => {
      for (let turn = 0; turn < turns; ) {
        const { body, headers } = await service.ask('GET', path);
        const { status } = await change(service, 'PATCH', path, headers.etag ?? '', body.count + 1);
        if (status === 200) turn += 1;
        else if (status === 412) refused += 1;
        else throw new Error(`${status}`);
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
    t.equal((await service.ask('GET', path)).body.count, clients * turns, name);
    t.not(refused, 0, 'and they did meet');
  }
});

const header = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'"W/*,- \t1aé\u0001'), maxLength: 12 }),
  fc.string({ unit: anyCharacter, maxLength: 12 }),
  fc.constantFrom(
    '"1-aaaaaaaaaaaaaaaaaaaaaa"',
    '"0-aaaaaaaaaaaaaaaaaaaaaa"',
    '"9223372036854775808-aaaaaaaaaaaaaaaaaaaaaa"',
  ),
);

test('whatever the headers are, the answer is one of those that are specified', async (t) => {
  const service = await versionService(t);
  const created = await service.make('note');
  const path = `/note/${created.body.id}`;
  await fc.assert(
    fc.asyncProperty(header, async (value) => {
      const statuses = await Promise.all([
        service.ask('GET', path, { headers: { 'if-none-match': value } }),
        service.ask('GET', path, { headers: { 'if-match': value } }),
        service.ask('PATCH', path, { headers: { 'if-match': value }, body: {} }),
        service.ask('POST', '/note', { headers: { 'idempotency-key': value }, body: {} }),
      ]).then((answers) => answers.map(({ status }) => status));
      const specified = [
        [200, 304, 400],
        [200, 400, 412],
        [200, 400, 412],
        [201, 400],
      ];
      if (statuses.some((status, index) => !specified[index]?.includes(status))) throw new Error(`${statuses}`);
    }),
    { numRuns: runs * 20 },
  );
});
