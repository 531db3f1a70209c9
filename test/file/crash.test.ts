import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { secret } from '../http/service.ts';
import { type FileService, fileService } from './service.ts';

// A process that is killed at any moment leaves no file that nothing has, and no row without its file.

const process_ = fileURLToPath(new URL('service_process.ts', import.meta.url));
const rounds = process.env.ALMANAC_LONG ? 60 : 2;

async function start(t: Test, { database, folder }: FileService): Promise<{ process: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [process_, database.url, folder, secret], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  const [url] = await once(createInterface(child.stdout), 'line');
  return { process: child, url: `${url}/api/v1` };
}

t.test('killed at random moments, again and again', { timeout: 600_000 }, async (t) => {
  const service = await fileService(t);
  const { add, database, store, stored, sweep, token } = service;
  const paths: string[] = [];
  for (const resource of ['document', 'document', 'photo', 'photo'])
    paths.push(`/${resource}/${await add(resource)}/${resource === 'photo' ? 'picture' : 'secret_scan'}`);
  const told = new Set<string>();
  let uploads = 0;
  for (let round = 0; round < rounds; round += 1) {
    const { process: child, url } = await start(t, service);
    let isOver = false;
    const clients = Array.from({ length: 6 }, async (_, client) => {
      for (let turn = 0; !isOver; turn += 1) {
        const path = paths[(client + turn) % paths.length] ?? '';
        const isPut = (client + turn) % 5 !== 0;
        const bytes = randomBytes(1 + Math.floor(Math.random() * 400_000));
        const answer = await fetch(`${url}${path}`, {
          method: isPut ? 'PUT' : 'DELETE',
          headers: { authorization: `Bearer ${token}`, connection: 'close' },
          ...(isPut && { body: bytes }),
        }).catch(() => null);
        if (answer === null) return;
        if (isPut) uploads += 1;
        if (answer.status === 200 && path.startsWith('/document'))
          told.add(createHash('sha256').update(bytes).digest('hex'));
        await answer.arrayBuffer().catch(() => null);
      }
    });
    // What was given up, and what the last version has left, is due at once: the sweep is at work too.
    const due = (async () => {
      while (!isOver) {
        await database.query(
          "update almanac.stored_file set due_at = due_at - interval '6 minutes' where value is not null",
        );
        await delay(30);
      }
    })();
    // At any point of what they do, once they do it.
    for (const before = uploads; uploads < before + 2; ) await delay(5);
    await delay(Math.random() * 700);
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    isOver = true;
    await Promise.all([...clients, due]);
  }
  t.comment(`${uploads} uploads were answered, in ${rounds} rounds`);

  const held = await database.query(`
    select secret_scan as file from document_history where secret_scan is not null
    union select secret_scan from document where secret_scan is not null
    union select picture from photo where picture is not null`);
  const objects: string[] = [];
  const hashes = new Set<string>();
  for (const { file } of held) {
    const { object, sha256, size } = JSON.parse(file ?? '{}') as Record<string, string>;
    const stream = await store.read(object ?? '', null);
    const bytes = stream === null ? null : await buffer(stream);
    const hash = bytes === null ? 'missing' : createHash('sha256').update(bytes).digest('hex');
    if (hash !== sha256 || bytes?.length !== Number(size)) t.fail(`${object} is ${hash}, and should be ${sha256}`);
    objects.push(object ?? '');
    hashes.add(hash);
  }
  t.strictSame(
    [...told].filter((hash) => !hashes.has(hash)),
    [],
    'what a client was told of is there',
  );
  const before = stored().length;
  await sweep('30 days');
  t.strictSame([...stored()].sort(), objects.sort(), `of ${before} files, those that nothing had are gone`);
  const [{ count } = {}] = await database.query('select count(*) from almanac.stored_file');
  t.equal(Number(count), objects.length);
});
