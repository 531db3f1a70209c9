import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** A shell that is a reader's: what one command sets, the next one finds. */
export interface Session {
  /** Runs commands to their end, with their errors among what they print, as on a terminal. */
  run(commands: string): Promise<Ran>;
  close(): Promise<void>;
}

export interface Ran {
  /** Of the last command that failed; 0 where none has. */
  readonly code: number;
  readonly output: string;
  /** Where the session is now. */
  readonly folder: string;
}

const prelude = fileURLToPath(new URL('session.sh', import.meta.url));
const longest = 120_000;

/** Opens a session in a folder; what it runs and prints goes through files of another one. */
export function openSession(folder: string, notes: string, environment: Record<string, string>): Session {
  const shell = spawn('bash', ['--noprofile', '--norc'], {
    cwd: folder,
    env: environment,
    // A group of its own: what a page leaves running in the background ends with the session.
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit', 'pipe'],
  });
  const done = createInterface({ input: shell.stdio[3] as Readable });
  const ended = once(shell, 'exit').then(() => null);
  const [script, printed] = [join(notes, 'commands'), join(notes, 'printed')];
  shell.stdin?.write(`. '${prelude}'; trap 'failed=$?' ERR\n`);
  return {
    run: async (commands) => {
      writeFileSync(script, `${commands}\n`);
      const line = once(done, 'line');
      const timeout = setTimeout(() => shell.kill('SIGKILL'), longest);
      shell.stdin?.write(
        `failed=0; . '${script}' </dev/null >'${printed}' 2>&1 3>&-; printf '%s %s\\n' $failed "$PWD" >&3\n`,
      );
      const said = await Promise.race([line, ended]);
      clearTimeout(timeout);
      const output = readFileSync(printed, 'utf8');
      if (said === null) throw new Error(`the shell ended, or was stopped after ${longest / 1000} s: ${output}`);
      const [, code, now = ''] = /^(\d+) (.*)$/.exec(String(said[0])) ?? [];
      return { code: Number(code), output, folder: now };
    },
    close: async () => {
      if (shell.pid !== undefined && shell.exitCode === null && shell.signalCode === null)
        process.kill(-shell.pid, 'SIGKILL');
      await ended;
    },
  };
}
