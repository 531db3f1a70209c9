import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeSync } from 'node:fs';

// Runs Node with its arguments, which are test files, and once more if they fail: a machine that stands still for a moment
// breaks what a test says of time. The report is that of the last run. What failed in the first one is on standard error, and
// a comment of the report names it.

let isStopped = false;
const first = await run();
if (first.code === 0 || isStopped) end(first);
const failures = failuresOf(first.output);
process.stderr.write(failures.map(({ text }) => `failed, and runs again: ${text}\n`).join(''));
const second = await run();
end({ ...second, output: failures.map(({ title }) => `# failed at first: ${title}\n`).join('') + second.output });

interface Run {
  readonly code: number;
  readonly output: string;
}

async function run(): Promise<Run> {
  const child = spawn(process.execPath, process.argv.slice(2), { stdio: ['ignore', 'pipe', 'inherit'] });
  const stop = (signal: NodeJS.Signals): void => {
    isStopped = true;
    child.kill(signal);
  };
  process.on('SIGTERM', stop);
  const parts: Buffer[] = [];
  child.stdout.on('data', (part: Buffer) => parts.push(part));
  const [code] = (await once(child, 'close')) as [number | null];
  process.off('SIGTERM', stop);
  return { code: code ?? 1, output: Buffer.concat(parts).toString() };
}

/** What a report says of each test and assertion that failed, with what follows it indented. */
function failuresOf(output: string): readonly { readonly title: string; readonly text: string }[] {
  const found = output.matchAll(/^( *)not ok \d+ - (.*)\n(?:\1 {2}---\n[\s\S]*?\n\1 {2}\.\.\.$)?/gm);
  const failures = [...found].map(([text, , title = '']) => ({ title, text }));
  return failures.length > 0 ? failures : [{ title: 'the process', text: output.slice(-2000) }];
}

function end({ code, output }: Run): never {
  for (let rest = Buffer.from(output); rest.length > 0; ) rest = rest.subarray(writeSync(1, rest));
  process.exit(code);
}
