import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { openTestServer, prefixVariable, urlVariable } from './server.ts';

// The test command: one database server for all test files of a run. Its arguments are tap's.

const server = await openTestServer();
// Each file runs in a process of its own: they go on from what an earlier one has compiled.
const cache = fileURLToPath(new URL('../node_modules/.cache/almanac', import.meta.url));
const tap = fileURLToPath(new URL('dist/esm/run.mjs', import.meta.resolve('tap/package.json')));
const run = spawn(process.execPath, [tap, ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: {
    ...process.env,
    NODE_COMPILE_CACHE: cache,
    // tap notes which files each process loads, and reads each once more for that: half of what a process takes to start.
    _TAPJS_PROCESSINFO_EXCLUDE_: '/./',
    [urlVariable]: server.url,
    [prefixVariable]: server.prefix,
  },
});
// The interrupt key reaches tap too. It ends first, and then this does.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => run.kill(signal));
const [code] = await once(run, 'exit');
await server.close();
process.exitCode = code ?? 1;
