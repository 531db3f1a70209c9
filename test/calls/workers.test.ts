import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import t, { type Test } from 'tap';
import { readClientFiles } from '../../engine/call/client_source.ts';
import type { CallMessage, ServiceRequest, ServiceResponse } from '../../engine/call/message.ts';
import type { RunEnd } from '../../engine/call/run_end.ts';
import { startProcess } from '../../engine/call/worker_process.ts';
import { type CallPlace, createCallWorkers } from '../../engine/call/workers.ts';
import { typesText } from '../../engine/contract/typescript/types.ts';
import { modelOfFiles } from '../model_of_files.ts';

const model = modelOfFiles({
  'service.yaml': 'service: Calls\n',
  'unit.yaml':
    'resource: unit\nfields:\n  name: { type: text }\n  power: { type: decimal, precision: 30, scale: 10 }\n',
});

/** A handler, and how its run ends. */
interface Case {
  readonly body: string;
  readonly ends: object;
  readonly logs?: RegExp;
  /** When it is too late, for those that never end. The others have all the time that a busy machine takes. */
  readonly milliseconds?: number;
}

const soon = 300;

const cases: Readonly<Record<string, Case>> = {
  'an answer': { body: 'return { id: 1 };', ends: { kind: 'answer', text: '{"id":1}' } },
  'no answer': { body: '', ends: { kind: 'answer', text: 'null' } },
  'a loop': { body: 'for (;;);', ends: { kind: 'late' }, milliseconds: soon },
  'a wait without end': { body: 'await new Promise(() => {});', ends: { kind: 'late' }, milliseconds: soon },
  'an end of the process': { body: 'process.exit(0);', ends: { kind: 'ended', how: 'exit 0' } },
  'a signal to the process': {
    body: "process.kill(process.pid, 'SIGSEGV'); for (;;);",
    ends: { kind: 'ended', how: 'SIGSEGV' },
  },
  'an abort': { body: 'process.abort();', ends: { kind: 'ended', how: 'SIGABRT' } },
  'a rejection that nobody handles': {
    body: "Promise.reject(new Error('nobody')); await new Promise(() => {});",
    ends: { kind: 'ended', how: 'exit 1' },
    logs: /nobody/,
  },
  'an exception outside': {
    body: "setTimeout(() => { throw new Error('outside'); }, 1); await new Promise(() => {});",
    ends: { kind: 'ended', how: 'exit 1' },
    logs: /outside/,
  },
  'an error with a code': {
    body: "throw Object.assign(new Error('the unit is taken'), { code: 'unit_taken' });",
    ends: { kind: 'thrown', code: 'unit_taken', message: 'the unit is taken' },
  },
  'an error behind the client': {
    body: "await service.create('unit', { get name() { throw new Error('inside'); } });",
    ends: { kind: 'thrown', message: 'inside', stack: /^(?!.*base64).*\(almanac:client\.ts:\d+/s },
  },
  'no message on the channel': {
    body: "(await import('node:fs')).writeSync(3, 'no message\\n'); await new Promise(() => {});",
    ends: { kind: 'ended', how: 'SIGKILL' },
  },
  'the end of the channel': {
    body: "(await import('node:fs')).closeSync(3); await new Promise(() => {});",
    ends: { kind: 'ended' },
  },
  'a message of many characters': {
    body: "return { id: 'å€😀'.repeat(200_000) };",
    ends: { kind: 'answer', text: JSON.stringify({ id: 'å€😀'.repeat(200_000) }) },
  },
  'a value that is thrown': { body: "throw 'text';", ends: { kind: 'thrown', code: null, message: 'text' } },
  'objects without end': {
    body: 'const all = []; for (;;) all.push({ all });',
    ends: { kind: 'ended' },
    logs: /heap/,
  },
  'a list that is too long': {
    body: 'return new Array(5e7).fill(0.5);',
    ends: { kind: 'ended' },
    logs: /heap/,
  },
  'a list longer than any': { body: "return 'x'.repeat(2e8).split('');", ends: { kind: 'ended' } },
  'a map without end': {
    body: 'const all = new Map(); for (let i = 0; ; i++) all.set(i, i);',
    ends: { kind: 'ended' },
    logs: /heap/,
  },
  'buffers without end': {
    body: 'const all = []; for (;;) { all.push(Buffer.alloc(1e7, 1)); await new Promise((go) => setTimeout(go, 5)); }',
    ends: { kind: 'ended', how: 'SIGKILL' },
    logs: /more memory than its limit/,
  },
  'lines without end': {
    body: "for (;;) { console.log('more'); await new Promise(setImmediate); }",
    ends: { kind: 'late' },
    logs: /more than 200 lines/,
    milliseconds: 1000,
  },
  'an answer before its requests': {
    body: "service.create('unit', { name: 'a' }); return null;",
    ends: { kind: 'unanswered', requests: 1 },
  },
  'the environment': {
    // The runner of the tests adds its own.
    body: 'return { names: Object.keys(process.env).filter((name) => !/^(_TAPJS|NODE_OPTIONS)/.test(name)) };',
    ends: { kind: 'answer', text: '{"names":[]}' },
  },
  'standard input': { body: 'return { read: process.stdin.read() };', ends: { kind: 'answer', text: '{"read":null}' } },
  'a number of many digits': {
    body: 'return { power: row?.power, input: input.big };',
    ends: { kind: 'answer', text: '{"power":"12345678901234567890.5","input":12345678901234567890}' },
  },
  'a request': {
    body: "const { row: made } = await service.create('unit', { name: 'a', power: '1.50' }); return { power: made.power };",
    ends: { kind: 'answer', text: '{"power":"1.50"}' },
  },
};

t.test('a run of a handler ends', async (t) => {
  const { runBody } = await workersOf(t, 2);
  for (const [name, { body, ends, logs, milliseconds }] of Object.entries(cases)) {
    const { end, lines } = await runBody(body, { milliseconds });
    t.match(end, ends, name);
    if (logs !== undefined) t.match(lines.join('\n'), logs, `${name} is in the log`);
  }
});

t.test('a handler is TypeScript, whatever the package of its folder says', async (t) => {
  const { runText } = await workersOf(t, 1);
  const helper = 'export const one: number = 1;\n';
  const text = `import { one } from './helper.ts';\nexport default async () => ({ one });\n`;
  const packages: readonly (readonly [folder: string, described: string | null])[] = [
    ['plain', null],
    ['typeless', '{}'],
    ['commonjs', '{ "type": "commonjs" }'],
    ['node_modules/definitions', '{ "type": "module" }'],
  ];
  for (const [name, described] of packages) {
    const { end, lines } = await runText(name, { 'handler.ts': text, 'helper.ts': helper, 'package.json': described });
    t.match(end, { kind: 'answer', text: '{"one":1}' }, name);
    t.strictSame(lines, [], `${name}: Node.js warns of nothing`);
  }
});

t.test('a process is kept for the next call', async (t) => {
  const { runBody } = await workersOf(t, 2);
  const pid = async (body: string) => JSON.parse((await answerOf(runBody(body))) ?? '').pid as number;
  const tellPid = 'return { pid: process.pid };';
  const first = await pid(tellPid);
  t.equal(await pid(tellPid), first);
  t.equal(await pid(`setTimeout(() => {}, 50).unref(); ${tellPid}`), first, 'a timer that holds nothing');
  t.equal(await pid(`setTimeout(() => {}, 60_000); ${tellPid}`), first);
  t.not(await pid(tellPid), first, 'a timer goes on after the call');
});

t.test('an answer counts, whatever ends its process at once', async (t) => {
  const { runBody, all } = await workersOf(t, 1);
  const ends = [
    "Promise.reject(new Error('left behind'));",
    'setImmediate(() => process.exit(3));',
    "queueMicrotask(() => setImmediate(() => { throw new Error('left behind'); }));",
  ];
  for (const each of ends) {
    const { end } = await runBody(`${each} return { call: 1 };`);
    t.match(end, { kind: 'answer', text: '{"call":1}' }, each);
    t.match((await runBody('return { call: 2 };')).end, { kind: 'answer', text: '{"call":2}' }, 'the next call');
  }
  t.equal(all(), 1);
});

t.test('what a call leaves behind does not reach the next call', async (t) => {
  const { runBody, all } = await workersOf(t, 1);
  const later = [
    "setTimeout(() => service.create('unit', { name: 'later' }).catch((error) => console.log(error.name)), 20);",
    "setImmediate(() => service.create('unit', { name: 'later' }));",
    "Promise.resolve().then(() => {}).then(() => {}).then(() => {}).then(() => service.create('unit', { name: 'later' }));",
    'globalThis.former = service;',
  ];
  for (const each of later) {
    const sent: string[] = [];
    const send = async (request: ServiceRequest) => {
      sent.push(request.body ?? '');
      return echo(request);
    };
    const first = await runBody(`${each} return { call: 1 };`, { send });
    t.match(first.end, { kind: 'answer', text: '{"call":1}' }, each);
    const second = await runBody(
      `await new Promise((go) => setTimeout(go, 40));
       await globalThis.former?.create('unit', { name: 'former' }).catch(() => {});
       await service.create('unit', { name: 'own' });
       return { call: 2 };`,
      { send },
    );
    t.match(second.end, { kind: 'answer', text: '{"call":2}' });
    t.strictSame(sent, ['{"name":"own"}'], 'only the request of the second call came');
  }
  t.equal(all(), 1);
});

t.test('what a call leaves behind may fail under the next call, which goes on', async (t) => {
  const { runBody, all } = await workersOf(t, 1);
  const fail = "throw new Error('left behind');";
  const later: readonly ((milliseconds: number) => string)[] = [
    (milliseconds) => `setTimeout(() => { ${fail} }, ${milliseconds}).unref();`,
    (milliseconds) => `setTimeout(async () => { await null; ${fail} }, ${milliseconds}).unref();`,
    (milliseconds) => `setTimeout(() => setImmediate(() => { ${fail} }), ${milliseconds}).unref();`,
    (milliseconds) => `AbortSignal.timeout(${milliseconds}).addEventListener('abort', () => { ${fail} });`,
    (milliseconds) =>
      `let now; new Promise((_, reject) => { now = reject; }); setTimeout(() => now(new Error('left behind')), ${milliseconds}).unref();`,
  ];
  const answer = 'return { pid: process.pid };';
  for (const each of later) {
    for (let milliseconds = 20; ; milliseconds *= 2) {
      const left = each(milliseconds);
      const first = await answerOf(runBody(`${left} ${answer}`));
      const second = await runBody(`await new Promise((go) => setTimeout(go, ${3 * milliseconds})); ${answer}`);
      // A busy machine may begin the second call too late to see the failure.
      if (second.lines.length === 0 && milliseconds < 5000) continue;
      t.match(second.end, { kind: 'answer', text: first }, left);
      t.match(second.lines.join('\n'), /^of an earlier call: Error: left behind/m, 'the log says whose failure it is');
      t.not(await answerOf(runBody(answer)), first, 'the next call has another process');
      break;
    }
  }
  t.equal(all(), 1);
});

t.test('a late line says that it is of an earlier call', async (t) => {
  const { runBody } = await workersOf(t, 1);
  const write = "console.log('late\\nlater'); process.stderr.write(Buffer.from('last\\n'));";
  await runBody(`globalThis.later = Promise.withResolvers(); later.promise.then(() => { ${write} });`);
  const { lines } = await runBody("later.resolve(); await new Promise(setImmediate); console.log('own');");
  t.same(lines.toSorted(), [
    'of an earlier call: last',
    'of an earlier call: late',
    'of an earlier call: later',
    'own',
  ]);
});

t.test('each line is told of its call, however soon the next one begins', async (t) => {
  const { fileOf } = await workersOf(t, 1);
  const process = startProcess(await client(), 64);
  t.teardown(process.end);
  const file = fileOf("console.log(input.at); console.error('å€😀'.repeat(input.at % 7 * 5000) + input.at);");
  const others: string[] = [];
  let own = 0;
  const run = (at: number) =>
    process.run(
      { ...call, file, input: JSON.stringify({ at }) },
      {
        ...{ isShort: true, milliseconds: 20_000, send: echo },
        tellLine: (_level, line) => {
          if (line === String(at) || line.startsWith('å€😀')) own += 1;
          else others.push(`${at}: ${line}`);
        },
      },
    );
  for (let at = 0; at < 100; at += 1) t.match(await run(at), { kind: 'answer' });
  t.strictSame({ others, own }, { others: [], own: 200 });
  // Those that wait for one that writes are given back, and the process goes on.
  t.match(await Promise.all([run(100), run(101), run(102)]), [{ kind: 'answer' }, null, null]);
  t.match(await run(103), { kind: 'answer' });
  t.strictSame({ others, own }, { others: [], own: 204 });
});

t.test('a process that ended while nobody called is missed by nobody', async (t) => {
  const { runBody, all } = await workersOf(t, 1);
  t.match((await runBody('setTimeout(() => process.exit(3), 20).unref();')).end, { kind: 'answer' });
  for (const deadline = performance.now() + 60_000; all() > 0 && performance.now() < deadline; )
    await new Promise((go) => setTimeout(go, 20));
  t.equal(all(), 0);
  t.match((await runBody('return 1;')).end, { kind: 'answer', text: '1' });
});

t.test('requests go out one by one, and are answered before the call ends', async (t) => {
  const { runBody } = await workersOf(t, 1);
  let atWork = 0;
  let most = 0;
  let count = 0;
  const send = async (request: ServiceRequest) => {
    atWork += 1;
    count += 1;
    most = Math.max(most, atWork);
    await new Promise(setImmediate);
    atWork -= 1;
    return echo(request);
  };
  const many = "const all = Array.from({ length: 10_000 }, () => service.create('unit', { name: 'a' }));";
  const { end } = await runBody(`${many} await Promise.all(all); return { all: all.length };`, {
    ...{ send, megabytes: 256 },
  });
  t.match(end, { kind: 'answer', text: '{"all":10000}' });
  t.strictSame({ most, count }, { most: 1, count: 10_000 });
  count = 0;
  t.match((await runBody(`${many} return null;`, { send, megabytes: 256 })).end, { kind: 'unanswered' });
  t.ok(count < 100, 'no more are sent after the answer');
  const slow = async (request: ServiceRequest) => {
    atWork += 1;
    await new Promise((go) => setTimeout(go, 600));
    atWork -= 1;
    return echo(request);
  };
  t.match((await runBody("await service.create('unit', { name: 'a' });", { send: slow, milliseconds: soon })).end, {
    kind: 'late',
  });
  t.equal(atWork, 0, 'the statement has ended when the call has');
});

interface First {
  readonly body: string;
  readonly ends: object;
  /** When it is too late, for what never ends. */
  readonly milliseconds?: number;
}

/** What the first of three calls does that come at once: all but the first two hold the others up, and how it ends. */
const firsts: Readonly<Record<string, First>> = {
  'is short': { body: '', ends: { kind: 'answer' } },
  throws: { body: "throw new Error('first');", ends: { kind: 'thrown' } },
  loops: { body: 'for (;;);', ends: { kind: 'late' }, milliseconds: 2000 },
  waits: { body: 'await new Promise((go) => setTimeout(go, 1000));', ends: { kind: 'answer' } },
  'ends the process': { body: 'process.exit(0);', ends: { kind: 'ended' } },
  'leaves a timer behind': { body: 'setTimeout(() => {}, 60_000);', ends: { kind: 'answer' } },
  'leaves an end behind': { body: 'setImmediate(() => process.exit(3));', ends: { kind: 'answer' } },
  'leaves a later end behind': {
    body: 'setImmediate(() => setImmediate(() => process.exit(3)));',
    ends: { kind: 'answer' },
  },
  'leaves turns without end behind': {
    body: '(function again() { setImmediate(again); })();',
    ends: { kind: 'answer' },
  },
  // Otherwise the line might seem to be of another call.
  'writes a line': { body: "console.log('a line');", ends: { kind: 'answer' } },
};

/** A handler that notes in a file which call has begun. */
const noting = (log: string, body: string): string =>
  `(await import('node:fs')).appendFileSync(${JSON.stringify(log)}, input.at + '\\n');
  if (input.at === 'first') { ${body} }
  return { at: input.at };`;

const begun = (log: string): readonly string[] => readFileSync(log, 'utf8').trim().split('\n');

t.test('short calls wait for each other in a process, but for no long one', async (t) => {
  const { fileOf, folder } = await workersOf(t, 1);
  for (const [name, { body, ends, milliseconds }] of Object.entries(firsts)) {
    const isHeldUp = name !== 'is short' && name !== 'throws';
    const log = join(folder, name);
    const file = fileOf(noting(log, body));
    for (let round = 0; ; round += 1) {
      const process = startProcess(await client(), 32);
      t.teardown(process.end);
      const lines: string[] = [];
      const run = (at: string, late = 30_000) =>
        process.run(
          { ...call, file, input: JSON.stringify({ at }) },
          { isShort: true, milliseconds: late, send: echo, tellLine: (_level, line) => lines.push(`${at}: ${line}`) },
        );
      await run('before');
      writeFileSync(log, '');
      const first = run('first', milliseconds);
      let isOver = false;
      first.then(() => {
        isOver = true;
      });
      const mayWait = process.mayWait();
      const others = await Promise.all([run('second'), run('third')]);
      if (/loops|waits/.test(name)) t.notOk(isOver, `${name}: the others are given back before`);
      t.match(await first, ends, name);
      // What was given back does not begin later either.
      await new Promise((go) => setTimeout(go, 50));
      await process.end();
      // A machine that stands still holds them up too.
      if ((!mayWait || (!isHeldUp && others.includes(null))) && round < 20) continue;
      t.ok(mayWait, name);
      const answered = ['second', 'third'].map((at) => ({ kind: 'answer', text: JSON.stringify({ at }) }));
      t.match(others, isHeldUp ? [null, null] : answered, name);
      t.strictSame(begun(log), isHeldUp ? ['first'] : ['first', 'second', 'third'], name);
      t.ok(
        lines.filter((line) => line !== 'before: a line').every((line) => line.startsWith('first: ')),
        name,
      );
      break;
    }
  }
});

t.test('a call that waits in vain runs in another process, and once', async (t) => {
  for (const [name, { body, ends, milliseconds }] of Object.entries(firsts)) {
    const { fileOf, run, folder } = await workersOf(t, 3);
    const log = join(folder, name);
    const file = fileOf(noting(log, body));
    const at = (text: string) =>
      run(file, { input: JSON.stringify({ at: text }), milliseconds: text === 'first' ? milliseconds : undefined });
    for (let times = 0; times < 30; times += 1) await at('before');
    const [first, ...others] = await Promise.all(['first', 'second', 'third'].map(at));
    t.match(first?.end, ends, name);
    t.match(others, [{ end: { text: '{"at":"second"}' } }, { end: { text: '{"at":"third"}' } }], name);
    t.strictSame(
      begun(log)
        .filter((text) => text !== 'before')
        .toSorted(),
      ['first', 'second', 'third'],
      name,
    );
  }
});

t.test('a process ends with the service, also from a loop', async (t) => {
  const { fileOf } = await workersOf(t, 1);
  const service = spawn(process.execPath, ['test/calls/one_call.ts', fileOf('console.log(process.pid); for (;;);')]);
  const [line] = (await once(service.stdout, 'data')) as [Buffer];
  const pid = Number(line.toString());
  t.ok(isAlive(pid));
  service.kill('SIGKILL');
  await once(service, 'exit');
  const deadline = performance.now() + 60_000;
  while (isAlive(pid) && performance.now() < deadline) await new Promise((go) => setTimeout(go, 20));
  t.notOk(isAlive(pid));
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function answerOf(ran: Promise<{ readonly end: RunEnd }>): Promise<string | null> {
  const { end } = await ran;
  return end.kind === 'answer' ? end.text : null;
}

async function client(): Promise<string> {
  return typesText(model, await readClientFiles());
}

async function workersOf(t: Test, places: number) {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-handler-'));
  const turns = { enter: async () => () => {} };
  const workers = createCallWorkers({ places, turns, client });
  t.teardown(async () => {
    await workers.close();
    rmSync(folder, { recursive: true });
  });
  let files = 0;
  const fileOf = (body: string): string => {
    files += 1;
    const file = join(folder, `handler_${files}.ts`);
    writeFileSync(
      file,
      `export default async function ({ input, row, caller, service }: any): Promise<unknown> {\n${body}\n}\n`,
    );
    return pathToFileURL(file).href;
  };
  const run = async (file: string, options: Options = {}) => {
    const at = (await workers.enter('')) as CallPlace;
    const ran = await runFile(at, file, options);
    await at.leave();
    return ran;
  };
  return {
    fileOf,
    folder,
    run,
    all: workers.processes,
    runBody: async (body: string, options: Options = {}) => run(fileOf(body), options),
    /** Runs handler.ts among these files of a folder. */
    runText: async (name: string, texts: Readonly<Record<string, string | null>>) => {
      const own = join(folder, name);
      mkdirSync(own, { recursive: true });
      for (const [file, text] of Object.entries(texts)) if (text !== null) writeFileSync(join(own, file), text);
      return run(pathToFileURL(join(own, 'handler.ts')).href);
    },
  };
}

interface Options {
  readonly send?: (request: ServiceRequest) => Promise<ServiceResponse>;
  readonly milliseconds?: number | undefined;
  readonly megabytes?: number;
  /** A text of JSON. */
  readonly input?: string;
}

async function runFile(
  place: CallPlace,
  file: string,
  { send = echo, milliseconds = 30_000, megabytes = 32, input = call.input }: Options,
): Promise<{ readonly end: RunEnd; readonly lines: readonly string[] }> {
  const lines: string[] = [];
  const tellLine = (_level: string, line: string) => lines.push(line);
  const end = await place.run({ ...call, file, input }, megabytes, { milliseconds, send, tellLine });
  return { end, lines };
}

const call: Omit<CallMessage, 'kind' | 'id' | 'behind' | 'file'> = {
  names: { input: '', row: 'unit', answer: '' },
  input: '{"big":12345678901234567890}',
  row: '{"id":"1","power":12345678901234567890.5}',
  caller: { role: null, identity: '7', claims: {} },
};

async function echo({ body }: ServiceRequest): Promise<ServiceResponse> {
  return { status: 201, headers: { 'content-type': 'application/json' }, body };
}
