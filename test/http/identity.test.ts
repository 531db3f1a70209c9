import { Writable } from 'node:stream';
import { test } from 'tap';
import { createAuthenticate } from '../../engine/auth/token.ts';
import { createServer } from '../../engine/http/server.ts';
import { checkRefusal, checkRefusals } from './refusal.ts';
import { quiet, secret, testService } from './service.ts';
import { createMaker, tableOf } from './valid_body.ts';

// An identity claim that is an integer is used as it is; otherwise sub is looked up, and made once.

test('the claim that names an identity', async (t) => {
  const { ask, token } = await testService(t, 'test/five_lines');
  const ids: readonly (readonly [claim: unknown, recordedBy: string])[] = [
    [0, '0'],
    [42, '42'],
    ['42', '42'],
    ['007', '7'],
    [9007199254740991, '9007199254740991'],
    ['999999999999999999', '999999999999999999'],
  ];
  for (const [claim, recordedBy] of ids) {
    const options = { body: { heading: 'x' }, token: token({ identity_id: claim, sub: 'x', scope: 'manage:data' }) };
    const { status, text } = await ask('POST', '/note', options);
    t.equal(status, 201, text);
    t.match(text, `"recorded_by":${recordedBy}}`);
  }
});

test('where the service has no resource identity, a token without that claim may read only', async (t) => {
  const service = await testService(t, 'test/five_lines');
  const token = service.token({ sub: 'kari', scope: 'manage:data' });
  t.equal((await service.ask('GET', '/note', { token })).status, 200);
  const refused = {
    code: 'unauthenticated' as const,
    detail: "the token's claim identity_id is not a whole number",
    headers: { 'www-authenticate': /^Bearer error="invalid_token"/ },
  };
  for (const claim of [undefined, -1, 1.5, 2 ** 53, 'x', null, [1], '1 ', '9999999999999999999']) {
    const claims = { sub: 'kari', scope: 'manage:data', ...(claim !== undefined && { identity_id: claim }) };
    const answer = await service.ask('POST', '/note', { body: { heading: 'x' }, token: service.token(claims) });
    checkRefusal(t, answer, refused);
  }
  await checkRefusals(t, service, [
    { ask: ['PATCH', '/note/1', { body: {}, token }], ...refused },
    { ask: ['DELETE', '/note/1', { token }], ...refused },
  ]);
  t.equal((await service.ask('GET', '/note')).text, '[]');
});

test('a subject gets an identity on first use, also when twenty requests come at once', async (t) => {
  const service = await testService(t, 'test/register');
  const make = createMaker(service);
  const table = tableOf(service.model, 'party');
  const bodies = await Promise.all(Array.from({ length: 20 }, () => make.body(table)));
  const token = service.token({ sub: 'kari.nordmann', scope: 'manage:data' });
  const answers = await Promise.all(bodies.map((body) => service.ask('POST', '/party', { body, token })));
  t.same(new Set(answers.map(({ status }) => status)), new Set([201]));
  const { body: identities } = await service.ask('GET', '/identity?subject=eq.kari.nordmann');
  t.equal(identities.length, 1);
  t.match(identities[0], { name: null, party_id: null, recorded_by: 0 }, 'recorded by the service itself');
  t.same(new Set(answers.map(({ body }) => body.recorded_by)), new Set([identities[0].id]));
  const later = await service.ask('POST', '/party', { body: await make.body(table), token });
  t.equal(later.body.recorded_by, identities[0].id);
});

test('nobody is made by a request that fails before it writes, or only reads', async (t) => {
  const service = await testService(t, 'test/register');
  const of = (sub: string, scope = 'manage:data') => service.token({ sub, scope });
  t.equal((await service.ask('GET', '/party', { token: of('reader') })).status, 200);
  t.equal((await service.ask('POST', '/party', { body: {}, token: of('fails') })).status, 422);
  t.equal((await service.ask('POST', '/party', { body: {}, token: of('lacks', 'read:data') })).status, 403);
  for (const subject of ['reader', 'fails', 'lacks'])
    t.same((await service.ask('GET', `/identity?subject=eq.${subject}`)).body, [], subject);
});

test('an identity that is there already is used', async (t) => {
  const service = await testService(t, 'test/register');
  const make = createMaker(service);
  const { body: known } = await service.ask('POST', '/identity', { body: { subject: 'ola' } });
  const token = service.token({ sub: 'ola', scope: 'manage:data' });
  const { body } = await service.ask('POST', '/party', {
    body: await make.body(tableOf(service.model, 'party')),
    token,
  });
  t.equal(body.recorded_by, known.id);
});

test('a subject that is given to another identity is that one soon', async (t) => {
  const service = await testService(t, 'test/register');
  const make = createMaker(service);
  const create = async () => {
    const body = await make.body(tableOf(service.model, 'party'));
    const token = service.token({ sub: 'kari', scope: 'manage:data' });
    return (await service.ask('POST', '/party', { body, token })).body.recorded_by;
  };
  const first = await create();
  t.equal(await create(), first);
  await service.database.query("update identity set subject = 'kari of before' where subject = 'kari'");
  const [second] = await service.database.query("insert into identity (subject) values ('kari') returning id");
  t.match(second?.id, /^\d+$/);
  const { now } = performance;
  t.teardown(() => {
    performance.now = now;
  });
  performance.now = () => now.call(performance) + 11_000;
  t.equal(String(await create()), second?.id);
});

test('a subject that cannot be stored is nobody', async (t) => {
  const service = await testService(t, 'test/register');
  const body = await createMaker(service).body(tableOf(service.model, 'party'));
  for (const sub of ['a\0b', 'a'.repeat(257)]) {
    const token = service.token({ sub, scope: 'manage:data' });
    t.equal((await service.ask('GET', '/party?limit=1', { token })).status, 200);
    const answer = await service.ask('POST', '/party', { body, token });
    checkRefusal(t, answer, { code: 'unauthenticated', detail: "the token's sub cannot be that of an identity" });
  }
});

test('the log names the identity of a token that has a subject alone', async (t) => {
  const { model, database, token } = await testService(t, 'test/register');
  const lines: { readonly msg: string; readonly identity: string | null; readonly address?: string }[] = [];
  const logTo = new Writable({
    write: (line, _encoding, done) => {
      lines.push(JSON.parse(String(line)));
      done();
    },
  });
  const authenticate = createAuthenticate({ kind: 'secret', secret }, model.service);
  const server = await createServer({
    model,
    database: database.database,
    authenticate,
    ...quiet,
    logLevel: 'info',
    logTo,
  });
  t.teardown(() => server.close());
  const [known] = await database.query("insert into identity (subject) values ('kari') returning id");
  const logged = async (method: 'GET' | 'POST', authorization: string) => {
    const headers = { authorization, 'content-type': 'application/json' };
    const payload = method === 'POST' ? '{"subject":"other"}' : undefined;
    await server.inject({ method, url: '/api/v1/identity', headers, ...(payload && { payload }) });
    const { identity, address } = lines.filter(({ msg }) => msg === 'request').at(-1) ?? {};
    return [identity, address];
  };
  const of = (sub: string, scope = 'manage:data') => `Bearer ${token({ sub, scope })}`;
  t.strictSame(await logged('GET', of('kari')), [known?.id, undefined], 'of who reads');
  t.strictSame(await logged('POST', of('kari', 'read:data')), [known?.id, undefined], 'of who is refused');
  t.strictSame(await logged('GET', of('ola')), [null, '127.0.0.1'], 'of who only reads none is made');
  t.match(await logged('POST', of('ola')), [/^\d+$/, undefined], 'of who writes for the first time');
  t.match(await logged('GET', of('ola')), [/^\d+$/, undefined]);
  t.strictSame(await logged('GET', 'Bearer x'), [null, '127.0.0.1'], 'of who is nobody, the address');
});
