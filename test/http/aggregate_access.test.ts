import { test } from 'tap';
import { modelOfFiles } from '../model_of_files.ts';
import { pathOf } from './dialect.ts';
import { checkRefusals, type Refusal } from './refusal.ts';
import { serveModel } from './service.ts';

// Who may be told what rows have together: the rules of rows and fields come first.

const offices = modelOfFiles({
  'service.yaml': `
service: Test
aggregates: true
roles: [clerk, agent]
claims: { others: { owner: owner } }
`,
  'team.yaml': `
resource: team
fields: { owner: { type: text } }
relations: { dossier: { resource: dossier, by: team_id } }
access: { clerk: all, agent: { read: all } }
`,
  'dossier.yaml': `
resource: dossier
history: true
fields:
  team_id: { type: reference, to: team }
  name: { type: text }
  pay: { type: integer, access: { clerk: all, agent: { read: "team.owner=eq.{owner}" } } }
  note: { type: text, access: { clerk: all } }
  is_paid: { type: boolean, computed: pay=gt.150 }
access: { clerk: all, agent: { read: "name=neq.hidden" } }
`,
});

test('no group tells of rows and fields that the caller may not read', async (t) => {
  const service = await serveModel(t, offices);
  await service.database.database.script(`
    insert into team (owner) values ('ann'), ('bo');
    insert into dossier (team_id, name, pay, note)
    values (1, 'a', 100, 'x'), (2, 'a', 200, 'y'), (2, 'hidden', 300, 'z'), (2, 'b', 400, 'z');
  `);
  const token = service.token({ identity_id: 7, scope: 'read:data', role: 'agent', owner: 'ann' });
  const get = async (query: string) => (await service.ask('GET', pathOf(query), { token })).body;
  t.same(await get('dossier?select=name,count()'), [
    { name: 'a', count: 2 },
    { name: 'b', count: 1 },
  ]);
  t.same(await get('team?select=id,dossier(count(),name.max())'), [
    { id: 1, dossier: [{ count: 1, max: 'a' }] },
    { id: 2, dossier: [{ count: 2, max: 'b' }] },
  ]);
  t.same(await get('team?select=id,...dossier(pay,name)'), [
    { id: 1, pay: [100], name: ['a'] },
    { id: 2, pay: [null, null], name: ['a', 'b'] },
  ]);
  t.same(await get('dossier_history?select=count()'), [{ count: 3 }]);
  const partly = /your role reads pay in some rows only/;
  const unread = /no field note/;
  const asAgent = (query: string, detail: RegExp): Refusal => ({
    ask: ['GET', pathOf(query), { token }],
    code: 'invalid_parameter',
    detail,
  });
  await checkRefusals(t, service, [
    asAgent('dossier?select=pay.sum()', partly),
    asAgent('dossier?select=pay.count()', partly),
    asAgent('dossier?select=pay,count()', partly),
    asAgent('dossier?select=count(),*', partly),
    asAgent('dossier?select=p:pay::text.max()', partly),
    asAgent('team?select=id,dossier(pay.max())', partly),
    asAgent('team?select=dossier(pay),count()', partly),
    asAgent('team?select=dossier(*),count()', partly),
    asAgent('team?select=...dossier(pay),count()', partly),
    asAgent('team?select=count()&embed=dossier', partly),
    asAgent('dossier?select=...team(count()),pay', partly),
    asAgent('dossier?select=name,count()&order=pay', /pay is not a column of the groups/),
    asAgent('dossier?select=is_paid,count()', /no field is_paid/),
    asAgent('dossier?select=note.max()', unread),
    asAgent('dossier?select=note,count()', unread),
    asAgent('team?select=id,dossier(note,count())', unread),
  ]);
  const clerk = service.token({ identity_id: 8, scope: 'read:data', role: 'clerk' });
  const whole = await service.ask('GET', '/dossier?select=pay.sum(),count(),note.max()', { token: clerk });
  t.same(whole.body, [{ sum: 1000, count: 4, max: 'z' }]);
});

test('a service gives aggregates only if its definition says so', async (t) => {
  const { service } = offices;
  const off = await serveModel(t, { ...offices, service: { ...service, aggregates: false } });
  const token = off.token({ identity_id: 8, scope: 'read:data', role: 'clerk' });
  const refused = (query: string, position: number): Refusal => ({
    ask: ['GET', pathOf(query), { token }],
    code: 'invalid_parameter',
    detail: new RegExp(`this service gives no aggregates \\(select, character ${position}\\)`),
    hint: /aggregates: true in service\.yaml/,
  });
  await checkRefusals(t, off, [
    refused('team?select=count()', 1),
    refused('team?select=count', 1),
    refused('dossier?select=name,pay.sum()', 10),
    refused('team?select=id,dossier(count)', 12),
    refused('dossier?select=...team(count())', 9),
  ]);
  t.same((await off.ask('GET', '/team?select=...dossier(name)', { token })).body, [], 'arrays are no aggregates');
});
