import { type Test, test } from 'tap';
import { notificationModel, notifyAll, ownRules } from '../events/notification_service.ts';
import { openPsql } from '../psql.ts';
import { checkRefusals } from './refusal.ts';
import { serveModel, type TestService } from './service.ts';

// Specification 4.4 and 6: who is notified reads of it, and acknowledges it, alone or many at once.

/** Parties 1 to 3, identity 10 x n of party n, one of nobody; each of 6 units gives party 1 and 2 a notification. */
const rows = `
insert into party (id, name) overriding system value select id, 'party ' || id from generate_series(1, 3) as id;
insert into identity (id, subject, party_id) overriding system value
  select 10 * id, 'identity ' || id, case when id < 4 then id end from generate_series(1, 4) as id;
insert into point (id, system_operator_id, supplier_id) overriding system value values (1, 1, 2);`;
const units = `
insert into unit (point_id) select 1 from generate_series(1, 6) as place`;

async function notified(t: Test): Promise<TestService> {
  const model = notificationModel({
    ...ownRules,
    unit: '[{ to: [point.system_operator, point.supplier] }]',
    point: '[{ on: [delete], to: supplier }]',
  });
  const service = await serveModel(t, model);
  await service.database.database.script(rows + units);
  await notifyAll(model, service);
  return service;
}

function tokenOf(service: TestService, identity: number, scope = 'manage:data'): string {
  return service.token({ identity_id: identity, scope });
}

test('a recipient sees their own notifications, and nobody else does', async (t) => {
  const service = await notified(t);
  const { ask } = service;
  const callers: readonly (readonly [
    who: string,
    claims: Readonly<Record<string, unknown>>,
    ids: readonly number[],
  ])[] = [
    ['an identity of the first party', { identity_id: 10 }, [1, 3, 5, 7, 9, 11]],
    ['of the second', { identity_id: 20 }, [2, 4, 6, 8, 10, 12]],
    ['found by its subject', { sub: 'identity 2' }, [2, 4, 6, 8, 10, 12]],
    ['whose subject is another’s', { identity_id: 10, sub: 'identity 2' }, [1, 3, 5, 7, 9, 11]],
    ['with a role that the service does not know', { identity_id: 10, role: 'admin' }, [1, 3, 5, 7, 9, 11]],
    ['of a party that nothing concerns', { identity_id: 30 }, []],
    ['of no party', { identity_id: 40 }, []],
    ['that is no row', { identity_id: 999 }, []],
    ['the service itself', { identity_id: 0 }, []],
    ['a subject that nobody knows', { sub: 'stranger' }, []],
  ];
  for (const [who, claims, ids] of callers) {
    const token = service.token({ ...claims, scope: 'manage:data' });
    const list = await ask('GET', '/notification?select=id', { token, headers: { prefer: 'count=exact' } });
    t.same([list.status, list.body.map(({ id }: { id: number }) => id)], [200, ids], who);
    t.match(list.headers['content-range'], new RegExp(`/${ids.length}$`), who);
    for (const id of [1, 2]) {
      const status = ids.includes(id) ? 200 : 404;
      t.equal((await ask('GET', `/notification/${id}`, { token })).status, status, `${who}: ${id}`);
    }
    const changed = await ask('PATCH', '/notification?id=gt.0', { token, body: {} });
    t.same([changed.status, changed.headers['content-range']?.split('/')[1]], [204, String(ids.length)], who);
  }
});

test('who goes to another party while an acknowledgement waits acknowledges nothing of the former one', async (t) => {
  const service = await notified(t);
  const { ask, database } = service;
  const psql = await openPsql(t, database.url);
  const token = tokenOf(service, 10);
  const body = { acknowledged: true };
  const changes: readonly [path: string, headers: Record<string, string>, told: unknown][] = [
    ['/notification/1', {}, { code: 'not_found' }],
    ['/notification?id=gt.0', {}, null],
    ['/notification?id=gt.0', { prefer: 'return=representation' }, []],
  ];
  for (const [path, headers, told] of changes) {
    await psql.run('begin; select from notification for update; update identity set party_id = 3 where id = 10');
    const asked = ask('PATCH', path, { token, body, headers });
    await psql.awaited();
    await psql.run('commit');
    const answer = await asked;
    t.match(answer.body, told, `${path}: ${answer.text}`);
    t.same(await database.query('select from notification where acknowledged'), []);
    await psql.run('update identity set party_id = 1 where id = 10');
  }
  t.equal((await ask('PATCH', '/notification?id=gt.0', { token, body })).headers['content-range'], '0-5/6');
});

test('a notification names its event and its recipient, and leads to both', async (t) => {
  const service = await notified(t);
  const { ask } = service;
  const token = tokenOf(service, 10);
  const { body } = await ask('GET', '/notification/1', { token });
  const { recorded_at, event_id, ...rest } = body;
  t.same(rest, {
    id: 1,
    acknowledged: false,
    party_id: 1,
    recorded_by: 0,
    links: {
      self: '/api/v1/notification/1',
      event: `/api/v1/event/${event_id}`,
      party: '/api/v1/party/1',
      recorded_by_identity: null,
    },
  });
  const embedded = await ask('GET', '/notification?embed=event,party&event.source=eq./unit/2', { token });
  t.match(embedded.body[0], { event: null, party: { name: 'party 1' } });
  const found = await ask('GET', '/notification?select=id&event.source=in.(/unit/2,/unit/3)', { token });
  t.same(found.body, [{ id: 3 }, { id: 5 }]);
  await checkRefusals(t, service, [
    {
      ask: ['GET', '/notification?embed=event', { token: tokenOf(service, 10, 'read:data:notification') }],
      code: 'insufficient_scope',
    },
    { ask: ['GET', '/notification?as_of=2020-01-01T00:00Z', { token }], code: 'invalid_parameter' },
    { ask: ['POST', '/notification', { token, body: {} }], code: 'method_not_allowed' },
    { ask: ['DELETE', '/notification/1', { token }], code: 'method_not_allowed' },
    { ask: ['PATCH', '/notification/1', { token, body: { party_id: 2 } }], code: 'invalid_body' },
    { ask: ['PATCH', '/notification/2', { token, body: { acknowledged: true } }], code: 'not_found' },
  ]);
  t.equal((await ask('POST', '/notification', { token, body: {} })).headers.allow, 'GET, HEAD, PATCH');
});

test('it is acknowledged, a second time without a new version, and raises no event', async (t) => {
  const service = await notified(t);
  const { ask, database } = service;
  const token = tokenOf(service, 10);
  const before = await ask('GET', '/notification/3', { token });
  const body = { acknowledged: true };
  const first = await ask('PATCH', '/notification/3', { token, body });
  t.match([first.status, first.body.acknowledged, first.body.recorded_by], [200, true, 10]);
  t.not(first.headers.etag?.split('-')[0], before.headers.etag?.split('-')[0]);
  const second = await ask('PATCH', '/notification/3', { token, body });
  t.same([second.status, second.body, second.headers.etag], [200, first.body, first.headers.etag]);
  const many = await ask('PATCH', '/notification?id=eq.3', {
    token,
    body,
    headers: { prefer: 'return=representation' },
  });
  t.same([many.status, many.body], [200, [first.body]], 'among many too');
  t.same(await database.query('select from almanac.outbox'), []);
});

/** What is asked of the collection by an identity of the first party, and whose notifications are acknowledged after it. */
const changes: readonly {
  readonly query: string;
  readonly prefer?: string;
  readonly accept?: string;
  readonly status: number;
  readonly range: string;
  readonly shows?: unknown;
  readonly acknowledged: readonly number[];
}[] = [
  { query: 'id=in.(1,3,5)', status: 204, range: '0-2/3', acknowledged: [1, 3, 5] },
  { query: 'id=in.(1,2,3,4)', status: 204, range: '0-1/2', acknowledged: [1, 3] },
  { query: 'id=in.(2,4,999)', status: 204, range: '*/0', acknowledged: [] },
  { query: 'id=eq.1', prefer: 'return=minimal', status: 204, range: '0-0/*', acknowledged: [1] },
  {
    query: 'id=in.(5,3)&select=id,acknowledged',
    prefer: 'return=representation',
    status: 200,
    range: '0-1/*',
    shows: [
      { id: 3, acknowledged: true },
      { id: 5, acknowledged: true },
    ],
    acknowledged: [3, 5],
  },
  { query: 'id=eq.2', prefer: 'return=representation', status: 200, range: '*/*', shows: [], acknowledged: [] },
  {
    query: 'acknowledged=is.false&event.source=eq./unit/1&select=id,party(name)',
    prefer: 'return=representation, count=exact',
    status: 200,
    range: '0-0/1',
    shows: [{ id: 1, party: { name: 'party 1' } }],
    acknowledged: [1],
  },
  {
    query: 'id=eq.7&select=id',
    prefer: 'return=representation',
    accept: 'application/vnd.pgrst.object+json',
    status: 200,
    range: '0-0/*',
    shows: { id: 7 },
    acknowledged: [7],
  },
  { query: 'acknowledged=is.false', status: 204, range: '0-5/6', acknowledged: [1, 3, 5, 7, 9, 11] },
  { query: 'or=(id.eq.1,id.gt.10)', status: 204, range: '0-1/2', acknowledged: [1, 11] },
];

test('many at once, those that filters choose', async (t) => {
  const service = await notified(t);
  const { ask, database } = service;
  const token = tokenOf(service, 10);
  for (const { query, prefer, accept, status, range, shows, acknowledged } of changes) {
    await database.query('update notification set acknowledged = false');
    const headers = { ...(prefer && { prefer }), ...(accept && { accept }) };
    const answer = await ask('PATCH', `/notification?${query}`, { token, headers, body: { acknowledged: true } });
    t.equal(answer.status, status, `${query}: ${answer.text}`);
    t.equal(answer.headers['content-range'], range, query);
    t.equal(answer.headers['preference-applied'], prefer, query);
    if (shows === undefined) t.equal(answer.text, '', query);
    else t.same(JSON.parse(answer.text), shows, query);
    const found = await database.query('select id from notification where acknowledged order by id');
    t.same(
      found.map(({ id }) => Number(id)),
      acknowledged,
      query,
    );
  }
});

test('a change of many rows says of which, and of nothing that it cannot have', async (t) => {
  const service = await notified(t);
  const token = tokenOf(service, 10);
  const body = { acknowledged: true };
  const patch = (query: string, more: object = {}) =>
    ['PATCH', `/notification${query}`, { token, body, ...more }] as const;
  await checkRefusals(t, service, [
    { ask: patch(''), code: 'filter_required', hint: /id=in.*id=not\.is\.null/ },
    { ask: patch('?select=id'), code: 'filter_required' },
    { ask: patch('?embed=event!'), code: 'filter_required' },
    { ask: patch('?embed=event!&event.id=gt.0'), code: 'filter_required' },
    { ask: patch('?limit=1&id=gt.0'), code: 'invalid_parameter', hint: /add order=id/ },
    { ask: patch('?limit=-1&order=id&id=gt.0'), code: 'invalid_parameter' },
    { ask: patch('?order=name&id=gt.0'), code: 'invalid_parameter' },
    { ask: patch('?id=1'), code: 'invalid_parameter' },
    { ask: patch('?nobody=eq.1'), code: 'unknown_parameter' },
    { ask: patch('?id=gt.0', { body: { acknowledged: 'yes' } }), code: 'invalid_body' },
    { ask: patch('?id=gt.0', { body: { event_id: 1 } }), code: 'invalid_body' },
    { ask: patch('?id=gt.0', { headers: { 'if-match': '"1-2fWzOvgOnYSyMbc8d1X_sQ"' } }), code: 'precondition_failed' },
    {
      ask: patch('?id=gt.0', { headers: { prefer: 'handling=strict, return=all' } }),
      code: 'invalid_parameter',
      hint: /return=representation, return=minimal/,
    },
    { ask: patch('?id=gt.0', { headers: { accept: 'application/vnd.pgrst.object+json' } }), code: 'not_singular' },
    { ask: patch('?id=gt.0', { token: tokenOf(service, 10, 'read:data') }), code: 'insufficient_scope' },
    {
      ask: patch('?event.id=gt.0', { token: tokenOf(service, 10, 'manage:data:notification') }),
      code: 'insufficient_scope',
    },
    { ask: ['DELETE', '/notification?id=eq.1', { token }], code: 'method_not_allowed' },
  ]);
  const changed = await service.database.query('select from notification where acknowledged');
  t.same(changed, [], 'what is refused changes nothing');
});

test('two who acknowledge the same at once wait for each other', async (t) => {
  const service = await notified(t);
  const tokens = [10, 20].map((identity) => tokenOf(service, identity));
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, place) =>
      service.ask('PATCH', '/notification?id=gt.0', {
        token: tokens[place % 2] ?? '',
        body: { acknowledged: place % 4 < 2 },
      }),
    ),
  );
  t.same([...new Set(answers.map(({ status, headers }) => `${status} ${headers['content-range']}`))], ['204 0-5/6']);
});
