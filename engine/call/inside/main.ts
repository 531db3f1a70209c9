import { stripTypeScriptTypes } from 'node:module';
import { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { channelFile, openChannel } from '../channel.ts';
import { clock } from '../clock.ts';
import type { CallMessage, FromWorker, Thrown, ToWorker } from '../message.ts';
import { ClientOver, createService, type ServiceClient } from './service.ts';
import { loadTypeScript } from './typescript.ts';
import type { Watched } from './watch.ts';
import { createWhose, markLines } from './whose.ts';

// The program of a worker process. It answers one call at a time, and tells by messages what it does.

/** What this process uses of the client that is made for a model. */
interface ClientModule {
  readonly createClient: (options: { readonly url: string; readonly fetch: typeof fetch }) => ServiceClient;
  readonly parseExact: (text: string) => unknown;
  readonly rowsOf: (name: string, value: unknown) => unknown;
  readonly writeRow: (name: string, body: object) => string;
  readonly writeJson: (value: unknown) => string;
}

type HandlerFunction = (context: object) => unknown;

let client: Promise<ClientModule> | null = null;

/** Whether something of a former call has come up again: then this process takes no other call. */
let isSpent = false;

const socket = new Socket({ fd: channelFile });
const { tell } = openChannel<FromWorker, ToWorker>(socket, (message) => {
  switch (message.kind) {
    case 'open':
      client = importText(message.client);
      client.then(() => {
        watch(message.megabytes);
        tell({ kind: 'ready' });
      });
      return;
    case 'call':
      waiting.push(message);
      if (!isAnswering) answerCalls();
      return;
    case 'response':
      service.answered(message.number, message.response);
  }
});
// Without a channel there is nobody left to work for.
socket.once('close', () => process.exit());

const service = createService((request) => tell({ kind: 'request', ...request }));

loadTypeScript();

const whose = createWhose();
markLines(process.stdout, whose);
markLines(process.stderr, whose);

// The next call has no part in what a former one left behind, such as a timer. A request that a former call sends is refused.
const fail = (thrown: unknown): void => {
  console.error(thrown);
  if (!(thrown instanceof ClientOver) && !whose.isFormer()) process.exit(1);
  isSpent = true;
};
process.on('uncaughtException', fail);
process.on('unhandledRejection', fail);

const waiting: CallMessage[] = [];
let isAnswering = false;
/** The call that has ended last, if the next one may follow it at once. */
let former: number | null = null;

async function answerCalls(): Promise<void> {
  isAnswering = true;
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (mayBegin(next)) await answerCall(next);
    else tell({ kind: 'left', id: next.id });
  }
  isAnswering = false;
}

/** The service gives a call to another process once its time to begin here is over. The end before it is told by then. */
function mayBegin({ behind }: CallMessage): boolean {
  return behind === null || (behind.id === former && clock() < behind.beginBy);
}

async function answerCall(message: CallMessage): Promise<void> {
  const { id } = message;
  const end = await whose
    .run(id, () => run(message))
    .catch((thrown: unknown) => ({ kind: 'thrown', id, ...thrownOf(thrown) }) as const);
  const unanswered = service.close();
  // What a call leaves behind may end this process at once. Its answer counts all the same.
  const tellAtExit = (): void => tell({ ...end, unanswered, isClean: false, written: written() });
  process.once('exit', tellAtExit);
  const isAtWork = await goesOn();
  process.off('exit', tellAtExit);
  const isClean = unanswered === 0 && !isSpent && !isAtWork;
  whose.end();
  const before = toldWritten;
  toldWritten = written();
  tell({ ...end, unanswered, isClean, written: toldWritten });
  // The service reads what was written before the next call begins: else it would seem to be of that one.
  const isSilent = toldWritten.output === before.output && toldWritten.error === before.error;
  former = isClean && socket.writableLength === 0 && isSilent ? id : null;
}

/** In bytes, by the end of the call that has ended last. */
let toldWritten = written();

function written() {
  return { output: process.stdout.bytesWritten, error: process.stderr.bytesWritten };
}

async function run({ id, file, names, input, row, caller }: CallMessage) {
  if (client === null) throw new Error('a call came before the client');
  const { createClient, parseExact, rowsOf, writeRow, writeJson } = await client;
  const handler = handlers.get(file) ?? (await importHandler(file));
  const begin = performance.now();
  quiet = activeKinds().filter((kind) => kind !== immediate).length;
  const open = service.open(id);
  let opened: ServiceClient | null = null;
  const given = {
    input: rowsOf(names.input, parseExact(input)),
    row: row === null ? null : rowsOf(names.row, parseExact(row)),
    caller,
    // Many handlers need no client.
    get service() {
      opened ??= open(createClient);
      return opened;
    },
  };
  const answer: unknown = await handler(given);
  const isObject = typeof answer === 'object' && answer !== null && !Array.isArray(answer);
  const text = isObject ? writeRow(names.answer, answer) : writeJson(answer ?? null);
  return { kind: 'answer', id, text, milliseconds: performance.now() - begin } as const;
}

/** Asked for by each call, the loader takes longer than most handlers. */
const handlers = new Map<string, HandlerFunction>();

async function importHandler(file: string): Promise<HandlerFunction> {
  const handler: unknown = (await import(file)).default;
  if (typeof handler !== 'function') throw new Error('the file of the handler has no function as its default export');
  handlers.set(file, handler as HandlerFunction);
  return handler as HandlerFunction;
}

/** How much goes on in this process while it waits for a call. */
let quiet = 0;

/** Whether a call has left something that goes on, such as a timer or a connection. */
async function goesOn(): Promise<boolean> {
  for (let turns = 1; ; turns += 1) {
    await turn();
    const active = activeKinds();
    if (turns === mostTurns || !active.includes(immediate)) return active.length > quiet;
  }
}

const immediate = 'Immediate';

/** What a call leaves for the next turns of the event loop comes up before its end is told, in so many of them. */
const mostTurns = 10;

function activeKinds(): readonly string[] {
  // Pipes are the channel of messages and the output.
  return process.getActiveResourcesInfo().filter((kind) => kind !== 'PipeWrap');
}

const longestMessage = 2000;
const longestStack = 20_000;

function thrownOf(thrown: unknown): Thrown {
  if (!(thrown instanceof Error)) return { code: null, message: String(thrown).slice(0, longestMessage), stack: '' };
  const { code } = thrown as { readonly code?: unknown };
  return {
    code: typeof code === 'string' ? code : null,
    message: String(thrown.message).slice(0, longestMessage),
    stack: String(thrown.stack).slice(0, longestStack),
  };
}

/** Memory outside the heap, such as buffers, has no limit of its own. */
function watch(megabytes: number): void {
  const bytes = process.memoryUsage.rss() + (megabytes + spareMegabytes) * 2 ** 20;
  const workerData: Watched = { parent: process.ppid, bytes };
  const file = new URL(import.meta.url.endsWith('.ts') ? './watch.ts' : './watch.js', import.meta.url);
  new Worker(file, { workerData, execArgv: [] }).unref();
}

/** What the young objects of the heap, the watch and compiled code take. */
const spareMegabytes = 96;

async function importText(typescript: string): Promise<ClientModule> {
  // Without this name, each stack of an error would hold all of the text.
  const name = '//# sourceURL=almanac:client.ts';
  const text = `${stripTypeScriptTypes(typescript)}\nexport { parseExact, rowsOf, writeJson, writeRow };\n${name}\n`;
  return import(`data:text/javascript;base64,${Buffer.from(text).toString('base64')}`);
}
