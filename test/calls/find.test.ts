import { test } from 'tap';
import { serveModel, type TestService } from '../http/service.ts';
import { modelOfFiles } from '../model_of_files.ts';

// Calls that find one row, and may make it. A guest reads no unit, and has no right to make one.

const files = {
  'service.yaml': `service: Units
roles: [owner, guest, desk]
claims: { others: { party_id: party_id } }
events: { prefix: org.test }
`,
  'unit.yaml': `resource: unit
history: true
fields:
  code: { type: text, unique: true, max_length: 10, pattern: '^[a-z0-9%*]+$' }
  serial: { type: bigint, nullable: true, unique: true }
  name: { type: text, nullable: true, access: { owner: all } }
  party_id: { type: bigint, nullable: true }
  status: { type: enum, values: [new, active], default: new, create: false }
access:
  owner: all
calls:
  lookup:
    input: { code: { type: text, min_length: 1 } }
    find: 'code=eq.{input.code}'
    answer: [id, name]
    access: [guest, owner]
  by_serial:
    input: { serial: { type: bigint, nullable: true } }
    find: 'serial=eq.{input.serial}&status=eq.new'
    answer: [code]
    access: [guest]
  mine:
    input: { code: { type: text } }
    find: 'code=eq.{input.code}&party_id=eq.{party_id}'
    answer: [id]
    access: [guest]
  register:
    input:
      code: { type: text }
      label: { type: text, default: plain, max_length: 5 }
    find: 'code=eq.{input.code}'
    create: { code: '{input.code}', name: '{input.label}', party_id: '{party_id}', status: active }
    answer: [id, code, name, party_id, status]
    access: [guest]
`,
  'thing.yaml': `resource: thing
fields: { code: { type: text, unique: true } }
calls:
  lookup: { input: { code: { type: text } }, find: 'code=eq.{input.code}', answer: [id] }
`,
};

async function units(t: Parameters<typeof serveModel>[0]): Promise<TestService & { guest: string }> {
  const service = await serveModel(t, modelOfFiles(files));
  await service.database.query(
    `insert into unit (code, serial, name, party_id, status) values
       ('a1', 9007199254740993, 'first', 5, 'new'), ('b2', 2, 'second', 6, 'active'), ('c3', null, null, null, 'new')`,
  );
  const guest = service.token({ identity_id: 7, role: 'guest', party_id: 5, scope: 'use:data' });
  return { ...service, guest };
}

test('a call finds a row that its caller may not read', async (t) => {
  const { ask, guest: token } = await units(t);
  const cases: readonly (readonly [path: string, body: object, status: number, answer: unknown])[] = [
    ['unit/lookup', { code: 'a1' }, 200, { id: 1, name: 'first' }],
    ['unit/lookup', { code: 'c3' }, 200, { id: 3, name: null }],
    ['unit/lookup', { code: 'zz' }, 404, 'not_found'],
    ['unit/by_serial', { serial: 2 }, 404, 'not_found'],
    ['unit/by_serial', { serial: null }, 404, 'not_found'],
    ['unit/mine', { code: 'a1' }, 200, { id: 1 }],
    ['unit/mine', { code: 'b2' }, 404, 'not_found'],
    ['rpc/unit.lookup', { code: 'b2' }, 200, { id: 2, name: 'second' }],
    ['rpc/mine', { code: 'a1' }, 200, { id: 1 }],
    ['rpc/unit.mine', { code: 'a1' }, 200, { id: 1 }],
    ['rpc/lookup', { code: 'a1' }, 404, 'unknown_path'],
    ['rpc/nothing', { code: 'a1' }, 404, 'unknown_path'],
    ['thing/lookup', { code: 'a1' }, 404, 'not_found'],
  ];
  for (const [path, body, status, answer] of cases) {
    const got = await ask('POST', `/${path}`, { token, body: body as never });
    t.strictSame(
      [got.status, got.body?.code !== undefined && status > 299 ? got.body.code : got.body],
      [status, answer],
      path,
    );
  }
  const exact = await ask('POST', '/unit/by_serial', {
    token,
    body: '{"serial":9007199254740993}' as never,
    headers: { 'content-type': 'application/json' },
  });
  t.strictSame([exact.status, exact.body], [200, { code: 'a1' }], 'no digit is lost');
  const near = await ask('POST', '/unit/by_serial', {
    token,
    body: '{"serial":9007199254740992}' as never,
    headers: { 'content-type': 'application/json' },
  });
  t.equal(near.status, 404);
});
