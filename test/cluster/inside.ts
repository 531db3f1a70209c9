import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepareGround } from './ground.ts';
import { findPrograms, type SetName } from './programs.ts';
import { trials } from './trials.ts';

// One trial with one set of programs, in namespaces that end with this process: so does everything that it starts.

const [set = '', root = '', name = '', times = '', folder = ''] = process.argv.slice(2);
const programs = findPrograms(set as SetName, root);
prepareGround(programs, folder);
const progress = (text: string) => process.stderr.write(`${set}, ${name}: ${text}\n`);
try {
  const findings = await trials[name]?.run({ programs, folder, times: Number(times), progress });
  writeFileSync(join(folder, 'findings.json'), JSON.stringify(findings));
  process.exit(0);
} catch (error) {
  progress(String((error as Error).stack));
  process.exit(1);
}
