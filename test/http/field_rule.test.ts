import { type Test, test } from 'tap';
import { sequence } from '../../engine/feature/event/sequencer.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { type Method, type Request, serveModel } from './service.ts';

// A role that reads a field by a rule sees null in the other rows, and learns nothing else of their values.

const own = '"team.owner=eq.{owner}"';
const model = modelOfFiles({
  'service.yaml': `
service: Test
roles: [clerk, agent]
events: { prefix: org.example }
claims: { others: { owner: owner } }
rules: { own_team: { of: team, that: "owner=eq.{owner}" } }
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
unique: [[code]]
fields:
  team_id: { type: reference, to: team }
  name: { type: text, nullable: true }
  secret: { type: integer, default: 7, access: { clerk: all, agent: { read: ${own} } } }
  code: { type: text, nullable: true, access: { clerk: all, agent: { read: ${own}, create: true } } }
  boss_id: { type: reference, to: dossier, nullable: true, access: { clerk: all, agent: { read: ${own} } } }
  paper: { type: json, nullable: true, access: { clerk: all, agent: { read: team=rule.own_team } } }
  is_big: { type: boolean, computed: secret=gt.150 }
relations: { staff: { resource: dossier, by: boss_id } }
access: { clerk: all, agent: all }
`,
});

async function serve(t: Test) {
  const service = await serveModel(t, model);
  await service.database.database.script(`
    insert into team (owner) values ('ann'), ('bo');
    insert into dossier (team_id, name, secret, code, boss_id, paper)
    values (1, 'a', 100, 'x', null, '{"n": 1}'), (2, 'b', 200, 'y', 1, '{"n": 2}'), (2, 'c', 300, 'z', 1, null);
  `);
  await service.database.query('update dossier set secret = 250 where id = 2');
  while ((await sequence(service.database.database)) > 0);
  const token = service.token({ identity_id: 7, scope: 'manage:data', role: 'agent', owner: 'ann' });
  const ask = (method: Method, path: string, request: Request = {}) => service.ask(method, path, { token, ...request });
  return { service, ask };
}

test('what a rule of a field shows, and what filters find', async (t) => {
  const { ask } = await serve(t);
  const shown: readonly (readonly [path: string, body: unknown])[] = [
    [
      '/dossier?select=id,secret,code,boss_id',
      [
        { id: 1, secret: 100, code: 'x', boss_id: null },
        { id: 2, secret: null, code: null, boss_id: null },
        { id: 3, secret: null, code: null, boss_id: null },
      ],
    ],
    [
      '/dossier?select=s:secret,t:secret::text,paper->n&id=gt.1',
      [
        { s: null, t: null, n: null },
        { s: null, t: null, n: null },
      ],
    ],
    ['/dossier/2?select=secret,paper', { secret: null, paper: null }],
    ['/dossier?secret=eq.250', []],
    ['/dossier?select=id&secret=gt.0', [{ id: 1 }]],
    ['/dossier?select=id&secret=is.null', [{ id: 2 }, { id: 3 }]],
    ['/dossier?select=id&secret=not.eq.100', []],
    ['/dossier?select=id&secret=isdistinct.250', [{ id: 1 }, { id: 2 }, { id: 3 }]],
    ['/dossier?select=id&or=(secret.eq.250,code.eq.y,id.eq.3)', [{ id: 3 }]],
    ['/dossier?select=id&not.or=(secret.eq.250,id.eq.3)', [{ id: 1 }]],
    ['/dossier?select=id&code=match.^[xyz]', [{ id: 1 }]],
    ['/dossier?select=id&code=like.*y*', []],
    ['/dossier?select=id&paper->n=eq.2', []],
    ['/dossier?select=id&boss_id=eq.1', []],
    ['/dossier?select=id&order=secret', [{ id: 1 }, { id: 2 }, { id: 3 }]],
    ['/dossier?select=id&order=secret.desc', [{ id: 2 }, { id: 3 }, { id: 1 }]],
    ['/dossier?select=id&order=paper->n.desc.nullslast', [{ id: 1 }, { id: 2 }, { id: 3 }]],
    ['/team?select=id&dossier.secret=gt.0', [{ id: 1 }]],
    [
      '/team?select=id,dossier(id,secret)&order=id',
      [
        { id: 1, dossier: [{ id: 1, secret: 100 }] },
        {
          id: 2,
          dossier: [
            { id: 2, secret: null },
            { id: 3, secret: null },
          ],
        },
      ],
    ],
    ['/team?select=id,dossier!inner(id)&dossier.secret=eq.250', []],
    [
      '/dossier_history?select=dossier_id,secret&order=id',
      [
        { dossier_id: 1, secret: 100 },
        { dossier_id: 2, secret: null },
        { dossier_id: 3, secret: null },
        { dossier_id: 2, secret: null },
      ],
    ],
    ['/dossier_history?select=id&secret=eq.200', []],
    ['/dossier?select=id,secret&as_of=2999-01-01T00:00Z&id=lt.3', null],
  ];
  for (const [path, body] of shown) {
    const answer = await ask('GET', path);
    if (body === null) t.notMatch(answer.text, /250|200/, path);
    else t.strictSame(answer.body, body, `${path}: ${answer.text}`);
  }
  const csv = await ask('GET', '/dossier?select=id,secret', { headers: { accept: 'text/csv' } });
  t.equal(
    csv.text.trim(),
    'id,secret\r\n1,100\r\n2,\r\n3,'.replaceAll('\r\n', csv.text.includes('\r\n') ? '\r\n' : '\n'),
  );
  const lines = await ask('GET', '/dossier?select=secret&id=gt.1', { headers: { accept: 'application/x-ndjson' } });
  t.equal(lines.text, '{"secret":null}\n{"secret":null}\n');
});

test('pages by a field with a rule show each row once, and their cursors hold no value', async (t) => {
  const { ask } = await serve(t);
  for (const order of ['secret', 'secret.desc', 'code.desc.nullslast']) {
    const seen: number[] = [];
    let path: string | null = `/dossier?select=id&order=${order}&limit=1`;
    for (let page = 0; path !== null && page < 5; page++) {
      const answer: Awaited<ReturnType<typeof ask>> = await ask('GET', path);
      for (const { id } of answer.body) seen.push(id);
      const next: string | undefined = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link ?? ''))?.[1];
      t.notMatch(next ?? '', /250|300/);
      path = next === undefined ? null : next.replace(/^.*?\/dossier/, '/dossier');
    }
    t.same(seen.sort(), [1, 2, 3], order);
  }
});

test('what is refused to a role that reads a field by a rule', async (t) => {
  const { ask } = await serve(t);
  const merge = { prefer: 'resolution=merge-duplicates' };
  const refused: readonly (readonly [Method, string, Request, number])[] = [
    ['GET', '/dossier?embed=boss', {}, 400],
    ['GET', '/dossier?select=id,staff(id)', {}, 400],
    ['GET', '/dossier?boss.secret=eq.100', {}, 400],
    ['GET', '/dossier?staff=not.is.null', {}, 400],
    ['GET', '/dossier?is_big=is.true', {}, 400],
    ['PATCH', '/dossier/1', { body: { secret: 5 } }, 403],
    ['PATCH', '/dossier/2', { body: { secret: 250 } }, 403],
    ['PATCH', '/dossier?id=eq.2', { body: { code: 'y' } }, 403],
    ['POST', '/dossier?on_conflict=code', { body: [{ team_id: 2, code: 'y' }], headers: merge }, 400],
  ];
  for (const [method, path, request, status] of refused) {
    const answer = await ask(method, path, request);
    t.equal(answer.status, status, `${method} ${path}: ${answer.text}`);
    t.notMatch(answer.text, /250|200/, path);
  }
  const links = (await ask('GET', '/dossier/2')).body.links;
  t.same(Object.keys(links).sort(), ['history', 'self', 'team']);
});

test('writes show a field by its rule, choose no row by it, and their events do not name it', async (t) => {
  const { service, ask } = await serve(t);
  const renamed = await ask('PATCH', '/dossier/2', { body: { name: 'n' } });
  t.match(renamed, { status: 200, body: { name: 'n', secret: null, code: null } }, renamed.text);
  t.match((await ask('PATCH', '/dossier/1', { body: { name: 'n' } })).body, { secret: 100, code: 'x' });
  const moved = await ask('PATCH', '/dossier/1', { body: { team_id: 2 } });
  t.match(moved.body, { secret: null, code: null }, 'the row as it is now decides');
  await ask('PATCH', '/dossier/1', { body: { team_id: 1 } });
  const made = await ask('POST', '/dossier', { body: { team_id: 2, code: 'own' } });
  t.match(made, { status: 201, body: { secret: null, code: null } }, made.text);
  const many = await ask('POST', '/dossier', {
    body: [{ team_id: 2 }, { team_id: 1 }],
    headers: { prefer: 'return=representation' },
  });
  t.match(many.body, [{ secret: null }, { secret: 7 }], many.text);
  const chosen = await ask('PATCH', '/dossier?secret=eq.250', { body: { name: 'found' } });
  t.ok(chosen.status < 300, chosen.text);
  await ask('DELETE', '/dossier?code=eq.z');
  t.same(await service.database.query("select id from dossier where name = 'found'"), []);
  t.equal((await service.database.query("select id from dossier where code = 'z'")).length, 1);
  const requests = [{ id: 'a', method: 'PATCH', url: 'dossier/2', body: { name: 'batch' } }];
  const batch = await ask('POST', '/batch', { body: { requests }, headers: { prefer: 'return=effects' } });
  t.equal(batch.status, 200, batch.text);
  t.notMatch(batch.text, /"secret":\d/);
  const sentBack = (await ask('GET', '/dossier/2')).body;
  t.equal((await ask('PATCH', '/dossier/2', { body: { ...sentBack, name: 'back' } })).status, 200);
  const guess = await ask('PATCH', '/dossier/2', { body: { ...sentBack, secret: 250 } });
  t.equal(guess.status, 403, guess.text);
  await service.database.query('update dossier set secret = 1, name = $$both$$ where id = 2');
  while ((await sequence(service.database.database)) > 0);
  const events = await ask('GET', '/event?order=id.desc&limit=1');
  t.same(events.body[0]?.data?.updated_fields, ['name'], events.text);
});
