import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runAlmanac } from '../../codegen/almanac.ts';
import { pooledEnvironment } from '../pooler.ts';

const checkout = fileURLToPath(new URL('../..', import.meta.url));
const bin = join(checkout, 'codegen/bin.js');

interface Teardown {
  teardown(work: () => unknown): unknown;
}

export interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Both, in the order in which they came. */
  readonly printed: readonly { readonly stream: 'stdout' | 'stderr'; readonly text: string }[];
}

/**
 * Runs the command `almanac` in a folder to its end, with an environment of its own. It runs within the process of the
 * test, one at a time, because a start of Node is most of what a short command takes.
 */
export async function almanac(
  arguments_: readonly string[],
  environment: Record<string, string> = {},
  folder = checkout,
  watch: (stdout: string) => void = () => {},
): Promise<Finished> {
  const output = { stdout: '', stderr: '' };
  const printed: { stream: 'stdout' | 'stderr'; text: string }[] = [];
  const before = { environment: process.env, folder: process.cwd() };
  const restored = (['stdout', 'stderr'] as const).map((stream) => {
    const { write } = process[stream];
    process[stream].write = (text: string | Uint8Array) => {
      output[stream] += text;
      printed.push({ stream, text: String(text) });
      watch(output.stdout);
      return true;
    };
    return () => {
      process[stream].write = write;
    };
  });
  process.env = userEnvironment(environment);
  process.chdir(folder);
  try {
    const code = await runAlmanac(arguments_);
    return { code, ...output, printed };
  } finally {
    process.chdir(before.folder);
    process.env = before.environment;
    for (const restore of restored) restore();
  }
}

/**
 * Runs the command within the process of the test until it prints what it should, and then tells it to stop, as SIGTERM
 * does. For what a start does and prints: how a process ends is asked of one that `startAlmanac` starts.
 */
export async function almanacUntil(
  printed: RegExp,
  arguments_: readonly string[],
  environment: Record<string, string> = {},
  folder = checkout,
): Promise<Finished> {
  const others = new Set(process.listeners('SIGTERM'));
  return almanac(arguments_, environment, folder, (output) => {
    if (!printed.test(output)) return;
    for (const stop of process.listeners('SIGTERM')) if (!others.has(stop)) stop('SIGTERM');
  });
}

interface Output {
  stdout: string;
  stderr: string;
  both: string;
}

export interface Running {
  readonly pid: number;
  /** All that it has printed so far, on each stream and on both in order. */
  readonly output: Output;
  /** Resolves with the first match in what it prints on either stream; throws when it ends without. */
  printed(pattern: RegExp, since?: number): Promise<RegExpExecArray>;
  /** Its exit code. */
  readonly ended: Promise<number | null>;
  /** Tells it to stop, and gives its exit code. */
  stop(): Promise<number | null>;
}

/** Starts the command `almanac`; it is stopped when the test ends. */
export function startAlmanac(
  t: Teardown,
  arguments_: readonly string[],
  environment: Record<string, string> = {},
  folder = checkout,
): Running {
  return running(t, start(arguments_, environment, folder));
}

export interface OnTerminal extends Running {
  /** Types on the keyboard: '\n' is the enter key, '\x03' is Ctrl-C. */
  type(text: string): void;
}

/** The same on a terminal, which it takes for a person's; null where this machine has no program to make one. */
export function startOnTerminal(
  t: Teardown,
  arguments_: readonly string[],
  environment: Record<string, string> = {},
): OnTerminal | null {
  const command = ['env', '-u', 'NODE_OPTIONS', process.execPath, bin, ...arguments_];
  const maker = terminalMaker(command);
  if (maker === null) return null;
  const [program, ...rest] = maker;
  const child = spawn(program, rest, { cwd: checkout, env: userEnvironment(environment) });
  return { ...running(t, child), type: (text) => child.stdin.write(text) };
}

/** How a command is run on a terminal of its own whose screen and keyboard are the standard streams. */
function terminalMaker(command: readonly string[]): readonly [string, ...string[]] | null {
  // The program of this name elsewhere takes other arguments.
  if (/util-linux/.test(spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout ?? ''))
    return ['script', '-qec', `exec ${command.map((part) => `'${part}'`).join(' ')}`, '/dev/null'];
  const spawnPty = 'import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)';
  return spawnSync('python3', ['-c', 'import pty']).status === 0 ? ['python3', '-c', spawnPty, ...command] : null;
}

function running(t: Teardown, child: ChildProcessWithoutNullStreams): Running {
  const output = collect(child);
  const closed = once(child, 'close').then(([code]) => code as number | null);
  const stop = async () => {
    child.kill('SIGTERM');
    return closed;
  };
  t.teardown(stop);
  return {
    pid: child.pid ?? 0,
    output,
    ended: closed,
    stop,
    printed: async (pattern, since = 0) => {
      for (;;) {
        const match = pattern.exec(output.both.slice(since));
        if (match !== null) return match;
        if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}: ${output.both}`);
        const waiting = new AbortController();
        const said = [child.stdout, child.stderr].map((stream) => once(stream, 'data', waiting));
        await Promise.race([...said, closed]);
        waiting.abort();
        await Promise.allSettled(said);
      }
    },
  };
}

/** An empty folder that the database's own user can enter; removed when the test ends. */
export function temporaryFolder(t: Teardown): string {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-test-'));
  chmodSync(folder, 0o755);
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A copy of a folder of the checkout. */
export function copyOf(t: Teardown, name: string): string {
  const folder = temporaryFolder(t);
  cpSync(join(checkout, name), folder, { recursive: true });
  return folder;
}

function start(
  arguments_: readonly string[],
  environment: Record<string, string>,
  folder: string,
): ChildProcessWithoutNullStreams {
  // tap has Node load its own modules first in every process: the command runs as a user's shell would run it.
  return spawn('env', ['-u', 'NODE_OPTIONS', process.execPath, bin, ...arguments_], {
    cwd: folder,
    env: userEnvironment(environment),
  });
}

/** The environment of a user who has set nothing else. */
function userEnvironment(environment: Record<string, string>): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME, PORT: '0', ...pooledEnvironment(environment) };
}

function collect(child: ChildProcessWithoutNullStreams): Output {
  const output = { stdout: '', stderr: '', both: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].on('data', (data) => {
      output[stream] += data;
      output.both += data;
    });
  }
  return output;
}
