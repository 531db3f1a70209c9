import { globSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect, parseArgs } from 'node:util';
import tap from 'tap';
import { openTestServer, prefixVariable, quickFolder, urlVariable } from './server.ts';

// The test command: all test files but the stories and those of Studio in a browser, or those of its arguments, with one database server. A process takes
// longer to start than most files take, so short files share processes.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Seconds that a process may take. On a machine that others use too, the longest take several times as long as on one that is free. */
    timeout: { type: 'string', default: '900' },
    jobs: { type: 'string', default: String(availableParallelism() + 1) },
  },
});

const inTests = (name: string) => `test/${name}.test.ts`;
/** Files that start first, the longest ahead. Each has a process of its own. */
const long: readonly string[] = [
  ...[
    'story/browser',
    'docs/pages',
    'http/lines',
    'events/followers',
    'http/limit',
    'codegen/dev',
    'db/database',
    'move/move',
  ],
  ...[
    'fault/fault',
    'fault/failover',
    'fault/load',
    'codegen/start',
    'codegen/serve',
    'codegen/observe',
    'codegen/calls',
  ],
  ...['story/package', 'story/generated_clients', 'story/openapi_lint', 'docs/site', 'http/openapi', 'http/health'],
  ...['http/access_matrix', 'schema/change', 'http/hidden_rows', 'oracle/oracle', 'oracle/write', 'events/webhook'],
  ...['studio/browser/walk', 'studio/browser/hostile', 'studio/browser/sign_in'],
].map(inTests);
/** Files that have a process of their own too: they measure time or memory, or end processes. They start last. */
const measuring: readonly string[] = [
  ...['codegen/workers', 'db/read', 'db/migrate_instance', 'events/look', 'events/notice', 'events/notification_crash'],
  ...[
    'http/answer_size',
    'http/every_path',
    'http/fuzz',
    'http/idempotency_crash',
    'http/batch_crash',
    'codegen/roles_service',
    'transfer/kill',
  ],
  'studio/browser/speed',
].map(inTests);
/** What it measures, others at work would change: it runs after all of them. */
const alone = inTests('studio/browser/first_render');
/** So many files may share a process. */
const mostInOne = 18;
/**
 * Files that say that nothing is lost, doubled, or shown to whom may not see it. What they find once is a fault, however
 * seldom it comes. The others run once more when they fail: see test/twice.ts.
 */
const onceOnly = /property|crash|kill|fault|failover|race|lost|hidden|oracle|joined_(writes|consequence|entries)/;

/** The files of each process, in the order of their start. */
function processes(files: readonly string[]): readonly (readonly string[])[] {
  // A process may take so long in all, and in a long run many a file takes most of that.
  if (process.env.ALMANAC_LONG !== undefined) return files.map((file) => [file]);
  const one = (names: readonly string[]) => names.filter((name) => files.includes(name)).map((name) => [name]);
  const short = files.filter((file) => ![...long, ...measuring, alone].includes(file));
  const { once = [], again = [] } = Object.groupBy(short, (file) => (onceOnly.test(file) ? 'once' : 'again'));
  return [...one(long), ...shared(once), ...shared(again), ...one(measuring)];
}

/** Neighbours share a process, of which many are of one folder and load the same modules. */
function shared(files: readonly string[]): readonly (readonly string[])[] {
  const count = Math.ceil(files.length / mostInOne);
  return Array.from({ length: count }, (_, at) =>
    files.slice(Math.round((at * files.length) / count), Math.round(((at + 1) * files.length) / count)),
  );
}

function nameOf(files: readonly string[]): string {
  const [first = '', ...others] = files;
  if (others.length === 0) return first;
  return Object.entries(Object.groupBy(files, dirname))
    .map(([folder, all = []]) => `${folder}: ${all.map((file) => basename(file, '.test.ts')).join(', ')}`)
    .join('; ');
}

/** Notes each assertion that fails, under the names of its tests, and what failed in the first of two runs. */
function note(parser: typeof tap.parser, names: readonly string[]): void {
  parser.on('assert', ({ ok, todo, name, diag }: { ok: boolean; todo: unknown; name: string; diag: object | null }) => {
    if (!ok && !todo) failures.push(`failed: ${[...names, name].join(' > ')} ${inspect(diag, { depth: 5 })}\n`);
  });
  parser.on('comment', (comment: string) => {
    if (comment.startsWith('# failed at first: ')) failures.push(`${names.join(' > ')} ${comment}`);
  });
  parser.on('child', (child: typeof tap.parser) => note(child, [...names, child.name]));
}

const missing = [...long, ...measuring, alone].filter((file) => globSync(file).length === 0);
if (missing.length > 0) throw new Error(`test/run.ts names files that are not there: ${missing.join(', ')}`);
const files = globSync(positionals.length > 0 ? positionals : 'test/!(story)/*.test.ts').sort();
if (files.length === 0) throw new Error(`there is no test file ${positionals.join(' ')}`);

// Before the server starts, which may take longer on a slow machine than a process may without it.
tap.setTimeout(0);
const server = await openTestServer();
tap.teardown(() => server.close());
// What a long run makes may be more than the memory can hold.
const temporary = await mkdtemp(
  join(process.env.ALMANAC_LONG === undefined ? await quickFolder() : tmpdir(), 'almanac-run-'),
);
await chmod(temporary, 0o755); // For root, databases run as another user.
tap.teardown(() => rm(temporary, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => tap.endAll());
const failures: string[] = [];
note(tap.parser, []);
// After all of the report: what failed is soon found in a log, or at the end of one that is cut.
tap.parser.on('complete', () => process.on('exit', () => process.stderr.write(failures.join(''))));
tap.jobs = Number(values.jobs);
const environment = {
  ...process.env,
  // Processes go on from what earlier ones have compiled.
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../node_modules/.cache/almanac', import.meta.url)),
  TMPDIR: temporary,
  TAP_TIMEOUT: values.timeout,
  [urlVariable]: server.url,
  [prefixVariable]: server.prefix,
};
const program = fileURLToPath(new URL('import_files.ts', import.meta.url));
const twice = fileURLToPath(new URL('twice.ts', import.meta.url));
const domains = `--import=${new URL('without_domains.ts', import.meta.url)}`;
// tap adds modules to it that count which code runs and which files are loaded, in each process and those that it starts.
// Nobody asks for the counts, and they take a third of the CPU.
const { NODE_OPTIONS = '' } = process.env;
await Promise.all(processes(files.filter((file) => file !== alone)).map(run));
if (files.includes(alone)) await run([alone]);

async function run(together: readonly string[]): Promise<void> {
  const runsOnce = process.env.ALMANAC_LONG !== undefined || together.some((file) => onceOnly.test(file));
  await tap.spawn(
    'env',
    [
      `NODE_OPTIONS=${NODE_OPTIONS}`,
      process.execPath,
      ...(runsOnce ? [] : [twice]),
      domains,
      ...(together.length > 1 ? [program] : []),
      ...together,
    ],
    { env: environment, buffered: true, timeout: Number(values.timeout) * (runsOnce ? 1000 : 2000) },
    nameOf(together),
  );
}
