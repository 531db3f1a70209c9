import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from '../../db/database.ts';
import { shapeOf } from './all_shapes.ts';
import { fullSize, openBench, rows, script } from './data.ts';
import { load } from './load.ts';
import { register } from './register.ts';
import { writeRuled } from './ruled.ts';
import { startAlmanac, token } from './servers.ts';
import { counter, questionsOf } from './shape.ts';
import { shapes } from './shapes.ts';
import { stop } from './subject.ts';

// Where the time goes: a CPU profile of the server, which the tools of Chromium open, and the statements that cost
// PostgreSQL most, with their plans.

const folder = join('.data', 'bench', 'profile');

/** Puts load on Almanac, shape by shape, and writes both. Gives a table of the statements. */
export async function profile(
  names: readonly string[] | null,
  seconds: number,
  progress: (text: string) => void,
): Promise<readonly object[]> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const bench = await openBench(progress);
  try {
    await bench.restart({ shared_preload_libraries: 'pg_stat_statements' });
    const url = await bench.copy(fullSize, 'speed');
    await script(url, 'create extension pg_stat_statements');
    const flags = ['--cpu-prof', `--cpu-prof-dir=${folder}`];
    const chosen = names?.map(shapeOf) ?? shapes;
    const next = counter();
    for (const isRuled of [false, true]) {
      const asked = chosen.filter(({ role }) => (role !== null) === isRuled);
      if (asked.length === 0) continue;
      const server = await startAlmanac(url, isRuled ? await writeRuled() : register, { flags });
      for (const shape of asked) {
        progress(`profiling: ${shape.name}`);
        const questions = questionsOf(shape, 'almanac', next, fullSize);
        await load(server, token(shape), questions, seconds);
      }
      await stop(server);
    }
    const found = await costliest(url);
    await writeFile(join(folder, 'statements.txt'), found.map(({ text }) => text).join('\n\n'));
    progress(`the profile and the statements with their plans are in ${folder}`);
    return found.map(({ row }) => row);
  } finally {
    await bench.close();
  }
}

async function costliest(url: string) {
  const database = await connect(url, { maximumConnections: 1, statementTimeoutSeconds: 0 });
  try {
    const statements = await rows(database.query, ten);
    return await Promise.all(
      statements.map(async ({ query, calls, milliseconds, total }) => {
        // What is no query of its own, such as the end of a transaction, has no plan.
        const planned = await database.query({ text: `explain (generic_plan, verbose) ${query}`, values: [] });
        const plan = planned.ok ? planned.rows.map((row) => row['QUERY PLAN']).join('\n') : planned.error.message;
        const statement = query ?? '';
        return {
          row: {
            calls,
            'mean ms': milliseconds,
            'total ms': total,
            statement: statement.replace(/\s+/g, ' ').slice(0, 80),
          },
          text: `-- ${calls} calls, ${milliseconds} ms each, ${total} ms\n${statement};\n\n${plan}`,
        };
      }),
    );
  } finally {
    await database.close();
  }
}

const ten = `select query, calls, round(mean_exec_time::numeric, 3) as milliseconds, round(total_exec_time) as total
  from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())
  order by total_exec_time desc limit 10`;
