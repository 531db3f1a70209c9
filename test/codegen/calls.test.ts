import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'tap';
import { testService } from '../http/service.ts';
import { almanac, temporaryFolder } from './process.ts';

// What the commands of Almanac tell and do about the calls of a service.

test('who may make which call', async (t) => {
  const { database } = await testService(t, 'test/calls/service');
  const text = await almanac(['access', 'test/calls/service']);
  t.equal(text.code, 0);
  t.strictSame(text.stdout.trim().split('\n\n')[1]?.split('\n'), [
    'call        scope                roles         rights of',
    'unit.play   use:data:unit:play   clerk, guest  the caller',
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
