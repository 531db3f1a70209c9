import { type Test, test } from 'tap';
import { modelOfFiles } from '../model_of_files.ts';
import { type Method, type Request, serveModel } from './service.ts';

// What a role may not read does not show by what it may write: not in many rows, in their CSV, in effects, in a batch or in the
// plan of a list.

const files = {
  'service.yaml': `
service: Test
roles: [clerk, guest, owner, writer]
events: { prefix: org.example }
explain: unrestricted
claims: { others: { owner: owner } }
`,
  'team.yaml': `
resource: team
history: true
fields:
  name: { type: text }
  owner: { type: integer }
  budget: { type: integer, default: 3, access: { clerk: all } }
relations:
  person: { resource: person, by: team_id }
access:
  clerk: all
  guest: { read: all, create: all, update: all, delete: all }
  owner: { read: "owner=eq.{owner}", create: all, update: all, delete: "owner=eq.{owner}" }
  writer: { read: all }
`,
  'person.yaml': `
resource: person
history: true
fields:
  name: { type: text }
  number: { type: text, unique: true }
  badge: { type: text, nullable: true, unique: true, access: { clerk: all } }
  pin: { type: integer, default: 4711, access: { clerk: all, writer: read } }
  team_id: { type: reference, to: team }
  is_rich: { type: boolean, computed: pin=gt.2000 }
access:
  clerk: all
  guest: { read: all, create: all, update: all, delete: all }
  owner: { read: "team.owner=eq.{owner}", create: all, update: all, delete: "team.owner=eq.{owner}" }
  writer: { read: all, create: all, update: all, delete: all }
`,
};

async function service(t: Test) {
  const { ask, token, database } = await serveModel(t, modelOfFiles(files));
  await database.query(`
    insert into team (name, owner) values ('red', 1), ('blue', 2);
    insert into person (name, number, badge, pin, team_id) values ('Ann', 'a', 'x-1', 1111, 1), ('Bob', 'b', 'x-2', 2222, 2);`);
  const as = (role: string, claims: object = {}) => token({ identity_id: 7, scope: 'manage:data', role, ...claims });
  const send = (role: string, method: Method, path: string, request: Request = {}) =>
    ask(method, path, { token: as(role, { owner: 1 }), ...request });
  return { send };
}
const trial = { prefer: 'tx=rollback' };
const both = { prefer: 'return=effects, tx=rollback' };
const json = (body: Request['body'], headers: Request['headers'] = both): Request => ({
  ...(body !== undefined && { body }),
  headers,
});
const bob = { name: 'z', number: 'b', team_id: 1 };

test('a write names no field that the role may not read', async (t) => {
  const { send } = await service(t);
  const merge = { prefer: 'resolution=merge-duplicates, tx=rollback' };
  const csv = { ...both, 'content-type': 'text/csv' };
  const cases: readonly (readonly [method: Method, path: string, request: Request, status: number])[] = [
    ['POST', '/person?on_conflict=badge', json([{ ...bob, badge: 'x-2' }], merge), 400],
    ['POST', '/person?on_conflict=number', json([{ ...bob, badge: 'x-2' }], merge), 422],
    ['POST', '/person?columns=name,number,badge,team_id', json([bob]), 400],
    ['POST', '/person', json(Buffer.from('name,number,badge,team_id\nz,q,x-2,1\n'), csv), 422],
    ['PATCH', '/person?badge=eq.x-2', json({ name: 'n' }), 400],
    ['PATCH', '/person?id=gt.0&is_rich=is.true', json({ name: 'n' }), 400],
    ['PATCH', '/person?or=(id.eq.1,pin.eq.1)', json({ name: 'n' }), 400],
    ['PATCH', '/person?id=gt.0&order=pin.desc&limit=1', json({ name: 'n' }), 400],
    ['PATCH', '/person?id=gt.0&select=id,pin', json({ name: 'n' }, { prefer: 'return=representation' }), 400],
    ['PATCH', '/person?id=gt.0', json({ badge: 'x-1' }), 422],
    ['PATCH', '/person?id=gt.0', json({ is_rich: true }), 422],
    ['DELETE', '/person?team.budget=gt.1', json(undefined), 400],
    ['DELETE', '/person?id=gt.0&order=team(budget)&limit=1', json(undefined), 400],
  ];
  for (const [method, path, request, status] of cases) {
    for (const role of ['guest', 'owner']) {
      const answer = await send(role, method, path, request);
      t.equal(answer.status, status, `${role} ${method} ${path} ${answer.text}`);
      t.notMatch(answer.text, /x-1|1111|2222/, 'and no value');
    }
  }
});

test('rows and effects that a write shows have only the fields of the role', async (t) => {
  const { send } = await service(t);
  const shown = ['id', 'name', 'number', 'team_id', 'recorded_at', 'recorded_by'];
  const effects = await send('guest', 'PATCH', '/person?id=eq.2', json({ name: 'n' }));
  const [{ before, after }] = effects.body.effects;
  t.same(Object.keys(before), shown);
  t.same(Object.keys(after), shown);
  for (const role of ['guest', 'owner']) {
    for (const method of ['PATCH', 'DELETE'] as const) {
      const { status, text } = await send(role, method, '/person?id=gt.0', {
        ...json(method === 'PATCH' ? { name: 'n' } : undefined, {
          prefer: 'return=representation, tx=rollback',
          accept: 'text/csv',
        }),
      });
      t.equal(status, 200, text);
      const [header, ...rows] = text.trim().split('\r\n');
      t.equal(header, shown.join());
      t.equal(rows.length, role === 'guest' ? 2 : 1);
    }
  }
  t.equal((await send('guest', 'GET', '/person/1')).body.name, 'Ann', 'a trial is undone in any form');
});

test('a row of others does not show by a write', async (t) => {
  const { send } = await service(t);
  for (const resolution of ['merge-duplicates', 'ignore-duplicates']) {
    const prefer = `resolution=${resolution}, return=effects, tx=rollback`;
    const answer = await send('owner', 'POST', '/person?on_conflict=number', json([bob], { prefer }));
    t.match(answer, { status: 409, body: { code: 'unique_conflict' } });
    t.notMatch(answer.text, /Bob/);
  }
  const out = await send('owner', 'PATCH', '/team/1', json({ owner: 2 }));
  t.match(out.body, { effects: [{ resource: 'team', id: 1, before: { owner: 1 }, after: null }] });
  t.equal(out.body.effects.length, 1);
  t.equal(out.body.result, null, 'nor does a row that the write puts out of sight');
});

test('a batch reads what its caller may read, and no more', async (t) => {
  const { send } = await service(t);
  const batch = (...requests: readonly object[]) =>
    json({ requests: requests.map((request, place) => ({ id: String(place + 1), ...request })) as never }, trial);
  const person = { method: 'POST', url: 'person', body: { ...bob, number: 'q' } };
  const cases: readonly (readonly [role: string, request: Request, status: number])[] = [
    ['owner', batch({ method: 'GET', url: 'person/2' }), 404],
    ['owner', batch({ method: 'POST', url: 'person', body: { ...bob, number: 'q', team_id: 2 } }), 409],
    ['owner', batch({ method: 'PATCH', url: 'team/1', body: { owner: 2 } }, { method: 'GET', url: 'team/1' }), 404],
    ['guest', batch(person, { method: 'GET', url: 'person/$1.id?select=pin' }), 400],
    ['guest', batch(person, { method: 'GET', url: 'person?number=eq.$1.badge' }), 400],
    ['guest', batch({ method: 'GET', url: 'person', headers: { accept: plan } }), 403],
  ];
  for (const [role, request, status] of cases) {
    const answer = await send(role, 'POST', '/batch', request);
    t.equal(answer.status, status, answer.text);
    t.notMatch(answer.text, /Bob|blue|x-2|2222|4711/);
  }
  const read = await send('owner', 'POST', '/batch', batch(person, { method: 'GET', url: 'person_history' }));
  t.equal(read.status, 200, read.text);
  t.notMatch(read.text, /Bob|x-2|2222|4711/);
});

const plan = 'application/vnd.pgrst.plan+json; options=analyze|verbose|settings|buffers';

test('a plan is for roles from which nothing of the list is hidden', async (t) => {
  const { send } = await service(t);
  const paths = [
    '/person',
    '/person_history',
    '/team?select=name',
    '/person?select=team(name)',
    '/person?name=match.(',
    '/event',
  ];
  for (const role of ['guest', 'owner', 'writer']) {
    for (const path of paths) {
      const answer = await send(role, 'GET', path, { headers: { accept: plan } });
      t.equal(answer.status, 403, `${role} ${path}`);
      t.notMatch(answer.text, /cost|Filter|Scan|select|4711|2222/i);
    }
  }
});
