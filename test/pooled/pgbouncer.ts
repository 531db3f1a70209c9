import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

interface Pgbouncer {
  /** Its host and port. */
  readonly address: string;
  stop(): Promise<void>;
}

const startMilliseconds = 60_000;

/** Starts the PgBouncer below a root folder in transaction mode, with its default settings, before all databases of a server. */
export async function startPgbouncer(root: string, serverUrl: string): Promise<Pgbouncer> {
  const { hostname, port: serverPort, username, password } = new URL(serverUrl);
  const port = await freePort();
  // It must see the folder: of another Debian, it sees nothing but what is below the root.
  const folder = await mkdtemp(join(root, 'tmp', 'almanac-pgbouncer-'));
  await chmod(folder, 0o755);
  const inside = join('/tmp', basename(folder));
  await writeFile(join(folder, 'users.txt'), `"${username}" "${password}"\n`);
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `
[databases]
* = host=${hostname} port=${serverPort}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${inside}/users.txt
auth_user = ${username}
pool_mode = transaction
; Beyond the defaults: several processes of tests, and another session for each transaction where there are several.
max_client_conn = 1000
server_round_robin = 1
`,
  );
  const command = ['/usr/sbin/pgbouncer', '--quiet', `${inside}/pgbouncer.ini`];
  const [program = '', ...values] =
    process.getuid?.() === 0 ? ['chroot', '--userspec=postgres:postgres', root, ...command] : command;
  const child = spawn(program, values, { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  const pooled = new URL(serverUrl);
  pooled.port = String(port);
  const deadline = performance.now() + startMilliseconds;
  while (!(await answers(pooled.href))) {
    if (performance.now() < deadline && child.exitCode === null) await delay(100);
    else {
      await stop();
      throw new Error('PgBouncer does not answer');
    }
  }
  return { address: pooled.host, stop };
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
