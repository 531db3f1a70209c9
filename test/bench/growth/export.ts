import { residentBytes } from '../resident.ts';
import { token } from '../servers.ts';
import type { Served } from '../subject.ts';

const newline = 10;
const megabyte = 2 ** 20;

/** Takes every version of every entry, and looks at the memory of the server meanwhile. */
export async function exportAll(server: Served): Promise<object> {
  const before = await residentBytes(server);
  let peak = before;
  let isDone = false;
  const looking = (async () => {
    while (!isDone) peak = Math.max(peak, await residentBytes(server));
  })();
  const begin = performance.now();
  const answer = await fetch(`${server.address}/controllable_unit_service_provider_history`, {
    headers: { authorization: `Bearer ${token({ role: null })}`, accept: 'application/x-ndjson' },
  });
  if (!answer.ok || answer.body === null) throw new Error(`the export fails with ${answer.status}`);
  let lines = 0;
  for await (const piece of answer.body) for (const byte of piece as Uint8Array) if (byte === newline) lines += 1;
  const seconds = (performance.now() - begin) / 1000;
  isDone = true;
  await looking;
  return {
    rows: lines,
    seconds: seconds.toFixed(1),
    'rows a second': Math.round(lines / seconds),
    'MiB before': Math.round(before / megabyte),
    'MiB at most': Math.round(peak / megabyte),
  };
}
