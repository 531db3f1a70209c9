import { test } from 'tap';
import { openapiText } from '../../codegen/openapi.ts';
import { createTables } from '../../db/migrate/prepare.ts';
import { schemaText } from '../../engine/schema/schema.ts';
import { testDatabase } from '../database.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { clientText } from '../types/model.ts';
import { serveDatabase } from './service.ts';

const model = modelOfFiles({
  'service.yaml': 'service: Machines\nevents: { prefix: org.example }\n',
  'machine.yaml': `resource: machine
history: true
fields:
  name: { type: text }
  password: { type: text, write_only: true, min_length: 4, max_length: 20, pattern: '^[a-z0-9]+$' }
  pin: { type: text, write_only: true, nullable: true }
relations:
  part: { resource: part, by: machine_id }
`,
  'part.yaml': 'resource: part\nfields:\n  machine_id: { type: reference, to: machine }\n',
});

const mask = '********';

test('a text that is write_only is shown nowhere', async (t) => {
  const database = await testDatabase(t, { key: schemaText(model), run: (empty) => createTables(empty, model) });
  const { ask } = await serveDatabase(t, model, database);
  const secrets = ['hunter2hunter2', 'correcthorse', 'p1nn3d'];
  const answers: string[] = [];
  const say = async (...request: Parameters<typeof ask>) => {
    const answer = await ask(...request);
    answers.push(answer.text, JSON.stringify(answer.headers));
    return answer;
  };
  const made = await say('POST', '/machine', { body: { name: 'a', password: secrets[0] as string, pin: null } });
  t.match(made, { status: 201, body: { password: mask, pin: mask } });
  const { recorded_at: before } = made.body;
  const patch = { password: secrets[1] as string, pin: secrets[2] as string };
  t.match(await say('PATCH', '/machine/1', { body: patch }), { status: 200, body: { password: mask } });
  await say('POST', '/part', { body: { machine_id: 1 } });
  const paths = [
    ...['/machine', '/machine/1', '/machine_history', '/machine?select=a:password,b:password::text', '/event'],
    ...[`/machine?as_of=${encodeURIComponent(before)}`, '/part?embed=machine', '/machine?order=password,pin'],
    ...secrets.map((secret) => `/machine?password=eq.${secret}`),
    ...secrets.map((secret) => `/machine?password=like.${secret?.slice(0, 3)}*`),
    ...['/machine?pin=is.null', '/machine?pin=not.is.null', '/part?machine.pin=is.null'],
  ];
  for (const path of paths) await say('GET', path);
  await say('GET', '/machine', { headers: { accept: 'text/csv' } });
  await say('GET', '/machine', { headers: { accept: 'application/x-ndjson' } });
  await say('PATCH', '/machine/1', { body: { name: 'b' }, headers: { prefer: 'return=effects' } });
  const lengths = await Promise.all(
    secrets.map(async (secret) => (await ask('GET', `/machine?password=eq.${secret}`)).text),
  );
  t.same(lengths, ['[]', '[]', '[]'], 'a filter tells nothing of it');
  t.same((await ask('GET', '/machine?pin=is.null')).body, [], 'nor whether there is any');
  for (const answer of answers) for (const secret of secrets) t.notMatch(answer, secret);
  const rows = await database.query('select password, pin from machine');
  t.same(rows, [{ password: secrets[1], pin: secrets[2] }], 'and yet it is kept');
  const events = await database.query('select data::text as data from event order by id');
  for (const { data } of events) for (const secret of secrets) t.notMatch(String(data), secret);

  const row = (await ask('GET', '/machine/1')).body;
  t.equal((await ask('PATCH', '/machine/1', { body: { ...row, links: undefined, name: 'c' } })).status, 200);
  t.same(
    await database.query('select name, password from machine'),
    [{ name: 'c', password: secrets[1] }],
    'sent back',
  );
  const masked = await ask('POST', '/machine', { body: { name: 'd', password: mask } });
  t.match(masked.body, { status: 422 }, 'a row that was copied has no value');
  t.match(JSON.stringify(masked.body.errors), /must be the value itself/);
  const long = await ask('POST', '/machine', { body: { name: 'd', password: 'x'.repeat(30) } });
  t.match(long, { status: 422 });
  t.notMatch(long.text, 'xxxx');
});

test('the document and the client', async (t) => {
  const { components } = JSON.parse(openapiText(model, 'json'));
  const schemas = JSON.stringify(components.schemas);
  t.match(components.schemas.machine.properties.password, { type: 'string', const: mask });
  t.match(components.schemas.machine_history.properties.password, { const: mask });
  t.match(schemas, /"password":\{"type":"string",[^}]*"writeOnly":true/);
  t.match(await clientText(model), /password: string;/);
});
