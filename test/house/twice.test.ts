import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';

const runs: readonly {
  readonly name: string;
  /** What a test file prints in its first and its second run, and the code with which it ends. */
  readonly tries: readonly (readonly [output: string, code: number])[];
  readonly output: string;
  readonly errors: RegExp;
  readonly code: number;
}[] = [
  {
    name: 'a file that passes runs once',
    tries: [['ok 1 - a rule\n', 0]],
    ...{ output: 'ok 1 - a rule\n', errors: /^$/, code: 0 },
  },
  {
    name: 'one that fails runs again, and what failed is told',
    tries: [
      ['    not ok 1 - a rule\n      ---\n      found: 2\n      ...\n    ok 2 - other\n', 1],
      ['    ok 1 - a rule\n', 0],
    ],
    output: '# failed at first: a rule\n    ok 1 - a rule\n',
    errors: /^failed, and runs again: +not ok 1 - a rule\n +---\n +found: 2\n +\.\.\.\n$/,
    code: 0,
  },
  {
    name: 'one that fails again has failed',
    tries: [
      ['not ok 1 - a rule\n', 1],
      ['not ok 1 - a rule\n', 1],
    ],
    output: '# failed at first: a rule\nnot ok 1 - a rule\n',
    errors: /^failed, and runs again: not ok 1 - a rule\n+$/,
    code: 1,
  },
  {
    name: 'one that ends without a word of what failed runs again',
    tries: [
      ['ok 1 - a rule\n', 3],
      ['ok 1 - a rule\n', 3],
    ],
    output: '# failed at first: the process\nok 1 - a rule\n',
    errors: /^failed, and runs again: ok 1 - a rule\n+$/,
    code: 3,
  },
];

t.test('a test file', async (t) => {
  for (const [at, { name, tries, output, errors, code }] of runs.entries()) {
    const folder = t.testdir();
    const file = join(folder, `${at}.mjs`);
    const count = JSON.stringify(join(folder, `${at}.count`));
    writeFileSync(
      file,
      `import { appendFileSync, readFileSync } from 'node:fs';
      appendFileSync(${count}, '.');
      const [output, code] = ${JSON.stringify(tries)}[readFileSync(${count}, 'utf8').length - 1];
      process.stdout.write(output);
      process.exitCode = code;`,
    );
    const ran = await new Promise<{ readonly said: object; readonly stderr: string }>((tell) =>
      execFile(process.execPath, ['test/twice.ts', file], (error, stdout, stderr) =>
        tell({ said: { code: error?.code ?? 0, output: stdout }, stderr }),
      ),
    );
    t.strictSame(ran.said, { code, output }, name);
    t.match(ran.stderr, errors, name);
  }
});

t.test('a run that is told to stop does not begin again', async (t) => {
  const folder = t.testdir();
  const [file, count] = [join(folder, 'waits.mjs'), join(folder, 'count')];
  writeFileSync(
    file,
    `import { appendFileSync } from 'node:fs';
    appendFileSync(${JSON.stringify(count)}, '.');
    console.error('waits');
    setInterval(() => {}, 1000);`,
  );
  const running = spawn(process.execPath, ['test/twice.ts', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(running, 'close');
  await once(running.stderr, 'data');
  running.kill('SIGTERM');
  t.strictSame(await ended, [1, null]);
  t.equal(readFileSync(count, 'utf8'), '.');
});
