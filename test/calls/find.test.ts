import { test } from 'tap';
import { modelForPrincipal, modelForScopes } from '../../engine/access/reach.ts';
import { breakingChanges } from '../../engine/contract/breaking/breaking.ts';
import { type OpenapiDocument, openapiDocument } from '../../engine/contract/openapi/document.ts';
import { resourcePage } from '../../engine/docs/resource/page.ts';
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
  code: { type: text, unique: true, min_length: 1, max_length: 10, pattern: '^[a-z0-9%*]+$' }
  serial: { type: bigint, nullable: true, unique: true }
  name: { type: text, nullable: true, access: { owner: all } }
  party_id: { type: bigint, nullable: true }
  status: { type: enum, values: [new, active], default: new, create: false }
access:
  owner: { read: 'code=neq.hidden', create: all, update: all }
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
  claim:
    input: { code: { type: text } }
    find: 'code=eq.{input.code}'
    create: { code: '{input.code}' }
    answer: [id]
    access: [guest]
    event: true
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

test('a misspelt call', async (t) => {
  const { ask } = await units(t);
  const cases: readonly (readonly [path: string, code: string, hint: string])[] = [
    ['unit/lokup', 'method_not_allowed', 'did you mean /api/v1/unit/lookup?'],
    ['unit/wholly_unlike', 'method_not_allowed', 'use GET, HEAD, PATCH'],
    ['unit/1/lokup', 'unknown_path', 'the document at /openapi.json lists every path'],
    ['unit/1/histroy', 'unknown_path', 'did you mean /api/v1/unit/1/history?'],
    ['rpc/unit.lokup', 'unknown_path', 'did you mean /api/v1/rpc/unit.lookup?'],
    ['rpc/by_serail', 'unknown_path', 'did you mean /api/v1/rpc/by_serial?'],
  ];
  for (const [path, code, hint] of cases) {
    const { body } = await ask('POST', `/${path}`, { body: { code: 'a1' } });
    t.match(body, { code, hint }, path);
  }
});

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

test('a call makes the row that it does not find', async (t) => {
  const { ask, guest: token, database } = await units(t);
  const register = (body: object, headers = {}) =>
    ask('POST', '/unit/register', { token, body: body as never, headers });
  const made = { id: 4, code: 'n1', name: 'lab', party_id: 5, status: 'active' };
  const first = await register({ code: 'n1', label: 'lab' });
  t.strictSame([first.status, first.body], [201, made], 'by the rights of the service');
  const second = await register({ code: 'n1', label: 'other' });
  t.strictSame([second.status, second.body], [200, made], 'there it is');
  const plain = await register({ code: 'n2' });
  t.equal(plain.body.name, 'plain', 'with the default of the input');
  const rows = await database.query(`select recorded_by::text from unit where code = 'n1'`);
  t.strictSame(rows, [{ recorded_by: '7' }], 'recorded under the identity of the caller');
  const waiting = await database.query(`select type, source from almanac.outbox order by id desc limit 1`);
  t.strictSame(waiting, [{ type: 'org.test.unit.create', source: '/unit/5' }], 'with the event of the row');

  const all = await Promise.all(Array.from({ length: 12 }, () => register({ code: 'par' })));
  t.strictSame([...new Set(all.map(({ body }) => body.id))].length, 1, 'concurrent calls make one row');
  t.strictSame(all.map(({ status }) => status).sort(), [...Array.from({ length: 11 }, () => 200), 201]);

  const many = async () => (await database.query('select count(*)::text as many from unit'))[0]?.many;
  const before = await many();
  const trial = await register({ code: 'dry' }, { prefer: 'tx=rollback, return=effects' });
  t.equal(trial.status, 201);
  t.strictSame(trial.body.result.code, 'dry');
  t.strictSame(trial.body.effects, [], 'effects are the rows that the caller may read');
  t.equal(await many(), before, 'a dry run leaves nothing');

  const key = { 'idempotency-key': '"k"' };
  const once = await register({ code: 'key' }, key);
  const again = await register({ code: 'key' }, key);
  t.strictSame([again.status, again.body], [201, once.body], 'a key gives the first answer again');
  t.strictSame((await register({ code: 'other' }, key)).body.code, 'idempotency_key_reused');
  const item = await ask('POST', '/unit/mine', { token, body: { code: 'key' } as never, headers: key });
  t.equal(item.status, 200, 'another call has keys of its own');
});

test('a call is an event, if it says so', async (t) => {
  const { ask, guest: token, token: sign, database } = await units(t);
  const claim = (code: string, headers = {}) => ask('POST', '/unit/claim', { token, body: { code }, headers });
  const waiting = () => database.query('select type, source, recorded_by::text from almanac.outbox order by id');
  const called = { type: 'org.test.unit.claim', source: '/unit/1', recorded_by: '7' };
  await database.query('delete from almanac.outbox');
  t.equal((await claim('a1')).status, 200);
  t.strictSame(await waiting(), [called]);
  t.equal((await claim('a1', { prefer: 'tx=rollback' })).status, 200);
  t.equal((await waiting()).length, 1, 'a dry run is none');
  t.equal((await claim('', {})).status, 422);
  t.equal((await waiting()).length, 1, 'a refused call is none');
  const key = { 'idempotency-key': '"c"' };
  t.equal((await claim('e5', key)).status, 201);
  t.equal((await claim('e5', key)).status, 201);
  const made = { ...called, source: '/unit/4' };
  t.strictSame((await waiting()).slice(1), [{ ...made, type: 'org.test.unit.create' }, made], 'after the row, once');
  await ask('PATCH', '/unit/1', {
    token: sign({ identity_id: 7, role: 'owner', scope: 'manage:data' }),
    body: { name: 'x' },
  });
  await database.query('select almanac.sequence_events(100)');
  const types = async (role: string) => {
    const { body } = await ask('GET', '/event?select=type,source&order=id', {
      token: sign({ identity_id: 8, role, scope: 'read:data' }),
    });
    return body.map(({ type, source }: Record<string, string>) => `${type?.split('.')[3]} ${source}`);
  };
  t.strictSame(await types('owner'), ['claim /unit/1', 'create /unit/4', 'claim /unit/4', 'update /unit/1']);
  t.strictSame(await types('guest'), [], 'of rows that one may not read, there are none');
});

test('a call is refused', async (t) => {
  const { ask, token: sign, guest } = await units(t);
  const scoped = (scope: string, claims = {}) => sign({ identity_id: 7, role: 'guest', party_id: 5, scope, ...claims });
  const cases: readonly (readonly [
    rule: string,
    token: string | null,
    request: object,
    status: number,
    code: unknown,
  ])[] = [
    ['without a token', null, {}, 401, 'unauthenticated'],
    ['without the scope', scoped('read:data use:data:unit:mine'), {}, 403, 'insufficient_scope'],
    ['with a scope for another resource', scoped('use:data:unit_history'), {}, 403, 'insufficient_scope'],
    ['with its own scope', scoped('use:data:unit:lookup'), {}, 200, undefined],
    ['with the scope of all calls of the resource', scoped('use:data:unit'), {}, 200, undefined],
    ['with a scope that covers it', scoped('manage:data:unit'), {}, 200, undefined],
    ['by another role', scoped('use:data', { role: 'desk' }), {}, 403, 'forbidden'],
    ['without a role', scoped('use:data', { role: undefined }), {}, 403, 'forbidden'],
    ['by another role, before the body is read', scoped('use:data', { role: 'desk' }), { body: {} }, 403, 'forbidden'],
    ['without a body', guest, { body: undefined }, 422, 'invalid_body'],
    ['with a list', guest, { body: [] }, 422, 'invalid_body'],
    ['with a missing member', guest, { body: {} }, 422, 'invalid_body'],
    ['with a member of another type', guest, { body: { code: 1 } }, 422, 'invalid_body'],
    ['with a member of several values', guest, { body: { code: ['a1'] } }, 422, 'invalid_body'],
    ['with an operator', guest, { body: { code: { like: 'a*' } } }, 422, 'invalid_body'],
    ['with null', guest, { body: { code: null } }, 422, 'invalid_body'],
    ['with an unknown member', guest, { body: { code: 'a1', id: 1 } }, 422, 'invalid_body'],
    ['with a NUL', guest, { body: { code: 'a\0' } }, 422, 'invalid_body'],
    ['with too little', guest, { body: { code: '' } }, 422, 'invalid_body'],
    ['with too much', guest, { body: { code: 'a'.repeat(2_000_000) } }, 413, 'payload_too_large'],
    ['with a parameter', guest, { path: '/unit/lookup?select=id' }, 400, 'unknown_parameter'],
    ['with If-Match', guest, { headers: { 'if-match': '"1-a"' } }, 400, 'invalid_parameter'],
    ['with a key that is none', guest, { headers: { 'idempotency-key': '' } }, 400, 'invalid_parameter'],
    ['for CSV', guest, { headers: { accept: 'text/csv' } }, 406, 'not_acceptable'],
    ['in CSV', guest, { body: 'code\na1\n', headers: { 'content-type': 'text/csv' } }, 415, 'unsupported_media_type'],
    [
      'strictly, with a preference for a write',
      guest,
      { headers: { prefer: 'handling=strict, tx=rollback' } },
      400,
      'invalid_parameter',
    ],
    ['as one object', guest, { headers: { accept: 'application/vnd.pgrst.object+json' } }, 200, undefined],
  ];
  for (const [rule, token, request, status, code] of cases) {
    const { path = '/unit/lookup', ...sent } = { body: { code: 'a1' }, ...request } as { path?: string };
    const answer = await ask('POST', path, { token, ...sent });
    t.strictSame([answer.status, answer.body?.code], [status, code], rule);
  }
  const fault = await ask('POST', '/unit/register', { token: guest, body: { code: 'A%', label: 'longer' } as never });
  t.strictSame(fault.body.errors, [{ pointer: '/label', detail: 'must have at most 5 characters' }], 'the input first');
  const field = await ask('POST', '/unit/register', { token: guest, body: { code: 'A%' } as never });
  t.strictSame(
    field.body.errors,
    [{ pointer: '/code', detail: 'must match ^[a-z0-9%*]+$' }],
    'then what the field takes',
  );
  const owner = sign({ identity_id: 7, role: 'owner', scope: 'manage:data' });
  const get = await ask('GET', '/unit/lookup', { token: owner });
  t.equal(get.status, 404, 'there is no row with this id');
  const put = await ask('DELETE', '/rpc/mine', {});
  t.strictSame([put.status, put.headers.allow], [405, 'POST']);
  const batch = await ask('POST', '/batch', {
    body: { requests: [{ id: '1', method: 'POST', url: 'unit/lookup', body: { code: 'a1' } }] },
  });
  t.strictSame([batch.status, batch.body.detail], [404, 'a batch holds no calls']);
});

test('a lookup lists nothing', async (t) => {
  const { ask, guest: token } = await units(t);
  const patterns = [
    'a*',
    'a%',
    '%',
    '*',
    'a_',
    '{a1,b2}',
    '(a1,b2)',
    '{input.code}',
    '{party_id}',
    '$name',
    '"a1"',
    "a1' or true --",
  ];
  for (const code of patterns) {
    const { status } = await ask('POST', '/unit/lookup', { token, body: { code } });
    t.equal(status, 404, code);
  }
  const other = await ask('POST', '/unit/mine', { token, body: { code: 'b2' } });
  const none = await ask('POST', '/unit/mine', { token, body: { code: 'zz' } });
  const words = ({ body: { detail, title, hint } }: typeof none) => [detail, title, hint];
  t.strictSame(words(other), words(none), 'a row of another party is like none');
});

test('the document has the calls that its reader may use', async (t) => {
  const model = modelOfFiles(files);
  const callsOfScopes = (...scopes: string[]) => callsIn(openapiDocument(modelForScopes(model, scopes)));
  t.strictSame(callsOfScopes('use:data:unit:lookup'), ['/unit/lookup']);
  t.strictSame(callsOfScopes('use:data:thing', 'read:data'), ['/thing/lookup']);
  const principal = {
    role: 'owner',
    identity: '7',
    subject: null,
    claims: new Map(),
    scopes: new Set(['manage:data']),
  };
  t.strictSame(callsIn(openapiDocument(modelForPrincipal(principal, model))), ['/thing/lookup', '/unit/lookup']);
});

test('a document tells when a call changes so that its clients break', async (t) => {
  const changed = (from: string, to: string) =>
    breakingChanges(
      openapiDocument(modelOfFiles(files)),
      openapiDocument(modelOfFiles({ ...files, 'thing.yaml': files['thing.yaml'].replace(from, to) })),
    ).map(({ place, change }) => `${place}: ${change}`);
  t.strictSame(changed('lookup:', 'seek:'), ['POST /thing/lookup: the operation is gone']);
  t.strictSame(changed('answer: [id]', 'answer: [id, code]'), []);
  t.match(changed('answer: [id]', 'answer: [code]').join(), /POST \/thing\/lookup 200 .*id/);
  const shorter = changed('input: { code: { type: text } }', 'input: { code: { type: text, max_length: 5 } }');
  t.match(shorter.join(), /POST \/thing\/lookup body .*code/);
});

function callsIn({ paths }: OpenapiDocument): readonly string[] {
  return Object.keys(paths)
    .filter((path) => /^\/(unit|thing)\/[a-z]/.test(path))
    .sort();
}

test('the page of a resource shows its calls', async (t) => {
  const model = modelOfFiles(files);
  const unit = model.resources.get('unit');
  if (unit?.kind !== 'table') return t.fail('there is no unit');
  const blocks = JSON.stringify(resourcePage(unit, model, () => '').blocks);
  for (const words of ['/api/v1/unit/lookup', 'use:data:unit:claim', 'or makes it', 'Each successful call is an event'])
    t.ok(blocks.includes(words), words);
});
