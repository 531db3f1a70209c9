import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes that this process still needs: what is merely not collected yet does not count. */
export async function liveBytes(): Promise<number> {
  // The memory of buffers goes after their objects, in a turn of its own.
  for (const _turn of [1, 2]) {
    collect();
    await setImmediate();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
