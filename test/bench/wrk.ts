import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Loaded, Sent } from './load.ts';

export function hasWrk(): boolean {
  return spawnSync('wrk', ['-v']).error === undefined;
}

const run = promisify(execFile);

/** As many connections as there are lists; they take the questions of all of them in turns. */
export async function loadByWrk(
  origin: string,
  questions: readonly (readonly Sent[])[],
  seconds: number,
): Promise<Loaded> {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-bench-'));
  try {
    const script = join(folder, 'questions.lua');
    await writeFile(script, scriptOf(questions.flat()));
    const connections = String(questions.length);
    const { stdout } = await run(
      'wrk',
      ['-t', '1', '-c', connections, '-d', `${seconds}s`, '--timeout', '30s', '-s', script, origin],
      { maxBuffer: 2 ** 24 },
    );
    const { failed, ...measured } = JSON.parse(stdout.split('\n').at(-2) ?? '') as Loaded & {
      readonly failed: number;
    };
    if (failed > 0) throw new Error(`${failed} requests to ${origin} failed`);
    return measured;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Requests are written once, before the first is sent; times of wrk are in microseconds. */
function scriptOf(questions: readonly Sent[]): string {
  const requests = questions.map(({ method, path, headers, body }) => {
    const pairs = Object.entries(headers).map(([name, value]) => `[${text(name)}]=${text(value)}`);
    return `  { ${text(method)}, ${text(path)}, { ${pairs.join(', ')} }, ${body === null ? 'nil' : text(body)} },`;
  });
  return `local questions = {
${requests.join('\n')}
}
local requests = {}
local next = 0
function init()
  for index, question in ipairs(questions) do
    requests[index] = wrk.format(question[1], question[2], question[3], question[4])
  end
end
function request()
  next = next % #requests + 1
  return requests[next]
end
function done(summary, latency)
  local errors = summary.errors
  io.write(string.format('{"requests":%d,"perSecond":%f,"median":%f,"p99":%f,"failed":%d}\\n',
    summary.requests, summary.requests * 1e6 / summary.duration, latency:percentile(50) / 1000, latency:percentile(99) / 1000,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
`;
}

/** A text of Lua. */
function text(value: string): string {
  return JSON.stringify(value);
}
