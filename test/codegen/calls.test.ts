import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Test, test } from 'tap';
import { testDatabase } from '../database.ts';
import { secret, signToken, testService } from '../http/service.ts';
import { almanac, type Running, startAlmanac, temporaryFolder } from './process.ts';

// What the commands of Almanac tell and do about the calls of a service.

test('who may make which call', async (t) => {
  const { database } = await testService(t, 'test/calls/service');
  const text = await almanac(['access', 'test/calls/service']);
  t.equal(text.code, 0);
  t.strictSame(text.stdout.trim().split('\n\n')[1]?.split('\n'), [
    'call        scope                roles         rights of',
    'unit.play   use:data:unit:play   clerk, guest  the caller',
    'unit.hurry  use:data:unit:hurry  clerk         the caller',
    'unit.serve  use:data:unit:serve  clerk, guest  the service',
    'unit.boost  use:data:unit:boost  clerk, guest  the caller',
  ]);
  t.strictSame(JSON.parse((await almanac(['access', '--json', 'test/calls/service'])).stdout).at(-2), {
    resource: 'unit',
    call: 'serve',
    scope: 'use:data:unit:serve',
    roles: ['clerk', 'guest'],
    as: 'service',
  });
  const open = temporaryFolder(t);
  writeFileSync(join(open, 'service.yaml'), 'service: Open\n');
  writeFileSync(
    join(open, 'unit.yaml'),
    'resource: unit\nfields: { code: { type: text, unique: true } }\ncalls:\n  find: { input: { code: { type: text } }, find: "code=eq.{input.code}", answer: [id] }\n',
  );
  t.equal(
    (await almanac(['access', open])).stdout.trim(),
    `No resource has access rules: scopes alone decide.

call       scope               roles                    rights of
unit.find  use:data:unit:find  the scope alone decides  the service`,
  );

  await database.query("insert into unit (name) values ('open one'), ('closed one')");
  const environment = { DATABASE_URL: database.url, ALMANAC_RESOURCES: 'test/calls/service' };
  const explained: readonly (readonly [row: string, role: readonly string[], last: readonly string[]])[] = [
    ['unit/1', ['--role', 'guest'], ['call boost: yes', '  holds: name=like.open* (name is open one)']],
    ['unit/2', ['--role', 'guest'], ['call boost: no', '  does not hold: name=like.open* (name is closed one)']],
    ['unit/2', ['--role', 'clerk'], ['delete: yes (all rows)', 'call boost: yes (all rows)']],
    ['unit/2', [], ['delete: no (no row)', 'call boost: no (no row)']],
  ];
  for (const [row, role, last] of explained) {
    const { stdout } = await almanac(['access', '--row', row, ...role], environment);
    t.strictSame(stdout.trim().split('\n').slice(-2), last, `${row} ${role.join(' ')}`);
  }
});

const handled = {
  'service.yaml': 'service: Notes\nlimits: { calls: 2, drain_seconds: 1, shutdown_seconds: 60 }\n',
  'note.yaml': `resource: note
fields: { text: { type: text } }
calls:
  keep:
    input: { text: { type: text }, milliseconds: { type: integer, default: 0 } }
    answer: { fields: { text: { type: text } } }
    handler: keep.ts
    errors: { bad_text: { status: 409, title: The text is bad } }
    limits: { milliseconds: 60000 }
  hurry:
    input: { text: { type: text }, milliseconds: { type: integer, default: 0 } }
    answer: { fields: { text: { type: text } } }
    handler: keep.ts
    limits: { milliseconds: 3000 }
`,
  'word.ts': "export const word: string = 'first';\n",
  'keep.ts': `import { word } from './word.ts';
import type { Handler } from './client.ts';

const keep: Handler<'note', 'keep'> = async ({ input: { text, milliseconds }, service }) => {
  await service.create('note', { text });
  console.log('a note of ' + text.length);
  if (text === 'bad') throw Object.assign(new Error('not this one'), { code: 'bad_text' });
  if (text === 'defect') throw new Error('a secret of the handler');
  await new Promise((go) => setTimeout(go, milliseconds));
  return { text: word };
};

export default keep;
`,
};

interface Called {
  readonly status: number;
  readonly id: string | null;
  readonly body: { readonly text?: string; readonly code?: string };
}

/** A service with one call, from a command that runs. */
async function handledService(t: Test, more: Readonly<Record<string, string>> = {}) {
  const { url, query } = await testDatabase(t);
  const folder = temporaryFolder(t);
  const save = (file: string, text: string) => writeFileSync(join(folder, file), text);
  for (const [file, text] of Object.entries(handled)) save(file, text);
  const environment = { DATABASE_URL: url, ALMANAC_RESOURCES: folder, JWT_SECRET: secret, ...more };
  const token = signToken({ identity_id: 7, scope: 'manage:data' });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const keepAt = async (command: Running) => {
    const [, address = ''] = await command.printed(/API +(\S+)/);
    return async (body: object, call = 'keep'): Promise<Called> => {
      const answer = await fetch(`${address}/note/${call}`, { method: 'POST', headers, body: JSON.stringify(body) });
      const id = answer.headers.get('x-request-id');
      return { status: answer.status, id, body: (await answer.json()) as Called['body'] };
    };
  };
  const texts = async () => (await query('select text from note order by id')).map(({ text }) => text);
  return { environment, save, keepAt, texts };
}

test('almanac dev loads a handler again', async (t) => {
  const { environment, save, keepAt, texts } = await handledService(t);
  const dev = startAlmanac(t, ['dev'], environment);
  const keep = await keepAt(dev);
  await dev.printed(/Watching/);
  t.match(await keep({ text: 'a' }), { status: 200, body: { text: 'first' } });
  const change = async (file: string, text: string, printed: RegExp) => {
    const since = dev.output.both.length;
    save(file, text);
    await dev.printed(printed, since);
  };
  await change('word.ts', "export const word: string = 'second';\n", /serving the new definitions/);
  t.match(await keep({ text: 'b' }), { status: 200, body: { text: 'second' } }, 'a file that the handler imports');
  const slow = keep({ text: 'slow', milliseconds: 1500 });
  await dev.printed(/a note of 4/);
  await change('keep.ts', handled['keep.ts'].replace('text: word', "text: 'third'"), /serving the new definitions/);
  t.match(await keep({ text: 'c' }), { status: 200, body: { text: 'third' } }, 'the file of the handler');
  t.match(await slow, { status: 200, body: { text: 'second' } }, 'a call at work goes on as it was');
  await change('keep.ts', 'enum Word { One }\nexport default () => Word.One;\n', /keep\.ts:1:1: .* enum /);
  t.match(await keep({ text: 'd' }), { status: 200, body: { text: 'third' } }, 'the old service goes on');
  t.strictSame(await texts(), ['a', 'b', 'slow', 'c', 'd']);
  t.equal(await dev.stop(), 0);
});

test('a call that a handler answers is a line of the log and a span of the trace', async (t) => {
  const bodies: Buffer[] = [];
  const collector = createServer(async (request, response) => {
    for await (const chunk of request) bodies.push(chunk as Buffer);
    response.end();
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  t.teardown(() => collector.close());
  const { environment, keepAt } = await handledService(t, {
    ALMANAC_MIGRATIONS: temporaryFolder(t),
    NODE_ENV: 'production',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
  });
  await almanac(['migration', 'new', 'first'], environment);
  await almanac(['migrate'], environment);
  const service = startAlmanac(t, ['serve'], environment);
  const keep = await keepAt(service);
  const calls = [await keep({ text: 'private' }), await keep({ text: 'bad' }), await keep({ text: 'defect' })];
  t.equal(await service.stop(), 0);
  const lines = service.output.stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const requests = lines.filter(({ msg }) => msg === 'request');
  t.strictSame(
    requests.map(({ method, route, resource, identity, status, request_id }) => [
      ...[method, route, resource, identity, status, request_id],
    ]),
    calls.map(({ status, id }) => ['POST', '/api/v1/note/keep', 'note', '7', status, id]),
  );
  t.strictSame(
    calls.map(({ status, body: { code = null } }) => [status, code]),
    [
      [200, null],
      [409, 'bad_text'],
      [500, 'internal'],
    ],
  );
  t.ok(requests.every(({ milliseconds }) => typeof milliseconds === 'number' && milliseconds > 0));
  t.strictSame(
    lines.filter(({ msg }) => /^a note/.test(String(msg))).map(({ msg, call, request_id }) => [msg, call, request_id]),
    calls.map(({ id }, at) => [`a note of ${[7, 3, 6][at]}`, 'keep', id]),
    'what the handler writes',
  );
  const errors = lines.filter(({ level }) => level === 50);
  t.match(errors, [{ request_id: calls[2]?.id, cause: /Error: a secret of the handler\n {4}at keep .*keep\.ts:8:/ }]);
  t.equal(errors.length, 1, 'an error that the call declares is none of the service');
  t.notMatch(JSON.stringify(calls), /secret/);
  const sent = Buffer.concat(bodies).toString('latin1');
  const count = (part: string) => sent.split(part).length - 1;
  t.strictSame(
    ['handler note.keep', 'almanac.end', 'answer', 'thrown'].map(count),
    [3, 3, 1, 2],
    'a span for each run',
  );
  t.notMatch(sent, /private|secret/);
});

test('a service that is told to stop lets calls end', async (t) => {
  const { environment, save, keepAt, texts } = await handledService(t);
  const service = startAlmanac(t, ['serve'], environment);
  const keep = await keepAt(service);
  t.match(await keep({ text: 'before' }), { status: 200 });
  const calls = [keep({ text: 'in time', milliseconds: 1600 }), keep({ text: 'hangs', milliseconds: 60_000 }, 'hurry')];
  await Promise.all([service.printed(/a note of 7/), service.printed(/a note of 5/)]);
  // There are two places: this one waits for its turn.
  calls.push(keep({ text: 'later' }));
  await delay(1000);
  t.equal(await service.stop(), 0);
  t.match(await Promise.all(calls), [
    { status: 200, body: { text: 'first' } },
    { status: 503, body: { code: 'call_ended' } },
    { status: 200, body: { text: 'first' } },
  ]);
  t.strictSame(await texts(), ['before', 'in time', 'later'], 'what was ended is rolled back');

  if (!process.env.ALMANAC_LONG) return;
  save('service.yaml', handled['service.yaml'].replace('shutdown_seconds: 60', 'shutdown_seconds: 6'));
  const again = startAlmanac(t, ['serve'], environment);
  const cut = (await keepAt(again))({ text: 'too long', milliseconds: 60_000 }).catch(() => null);
  await again.printed(/a note of 8/);
  const begin = performance.now();
  t.equal(await again.stop(), 1, 'longer than shutdown_seconds');
  t.ok(performance.now() - begin < 10_000);
  t.equal(await cut, null);
  t.strictSame(await texts(), ['before', 'in time', 'later']);
});
