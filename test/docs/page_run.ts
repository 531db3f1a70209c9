import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Test } from 'tap';
import { readClientFiles } from '../../engine/call/client_source.ts';
import { typesText } from '../../engine/contract/typescript/types.ts';
import { formatFault } from '../../engine/definition/file/fault.ts';
import { loadModel } from '../../engine/feature/load.ts';
import type { Model } from '../../engine/model/model.ts';
import { isAsShown, readJson } from './answer.ts';
import { definitionFaults, definitionPath } from './definition_fence.ts';
import type { Fence, Page } from './page.ts';
import { openGround, type PageGround } from './page_ground.ts';

/** What came of a page. */
export interface PageRun {
  /** What is not as the page says. */
  readonly faults: readonly PageFault[];
  /** The files of its programs in TypeScript, to be type-checked. */
  readonly programs: readonly string[];
}

interface PageFault {
  readonly place: string;
  readonly why: string;
}

/** Runs a page from top to bottom, in a folder that is its own. */
export async function runPage(t: Test, page: Page, folder: string): Promise<PageRun> {
  const ground = page.ground === 'nothing' ? null : await openGround(t, page, folder);
  const programs: string[] = [];
  const faults: PageFault[] = [];
  for (const [at, fence] of page.fences.entries()) {
    const fail = (why: string) => faults.push({ place: `${page.file}:${fence.line}`, why });
    const next = page.fences[at + 1];
    const answer = next?.isAnswer ? next : null;
    try {
      if (fence.isAnswer) continue;
      if (fence.language === 'yaml') await tryDefinition(ground, fence, fail);
      else if (fence.language === 'json') tryJson(fence, fail);
      else if (fence.language === 'ts') programs.push(await writeProgram(ground, fence, folder));
      else await tryOn(ground, fence, answer, fail);
    } catch (error) {
      fail((error as Error).message);
    }
  }
  const fault = (await ground?.fault()) ?? '';
  if (fault !== '') faults.push({ place: page.file, why: `its definitions cannot be served in the end: ${fault}` });
  return { faults, programs };
}

type Fail = (why: string) => void;

async function tryDefinition(ground: PageGround | null, fence: Fence, fail: Fail): Promise<void> {
  const path = definitionPath(fence.text);
  if (path !== null && ground !== null) write(join(ground.folder(), path), fence.text);
  const beside = ground === null || ground.model() === null ? null : join(ground.folder(), 'resources');
  for (const fault of await definitionFaults(fence.text, beside)) fail(fault);
}

function tryJson({ text }: Fence, fail: Fail): void {
  const isLines = text.split('\n').every((line) => readJson(line) !== null);
  if (!isLines && readJson(text) === null) fail('this is no JSON');
}

async function tryOn(ground: PageGround | null, fence: Fence, answer: Fence | null, fail: Fail): Promise<void> {
  const trial = trials[fence.language];
  if (trial === undefined) return;
  if (ground === null) return fail('this page runs against nothing, so this needs <!-- not run: reason --> above it');
  const fault = await ground.fault();
  // A page may show what is said of a fault.
  if (fault !== '' && !fence.text.includes('almanac check')) fail(`the definitions cannot be served: ${fault}`);
  await trial(ground, fence, answer, fail);
}

type Trial = (ground: PageGround, fence: Fence, answer: Fence | null, fail: Fail) => Promise<void>;

const trials: Readonly<Record<string, Trial>> = { sh: tryShell, console: tryConsole, http: tryRequest };

async function tryShell(ground: PageGround, { text }: Fence, answer: Fence | null, fail: Fail): Promise<void> {
  const { code, output } = await ground.run(ground.localised(text), answer === null ? '--fail-with-body' : '');
  if (answer !== null) compare(ground, answer.text, output, fail);
  else if (code !== 0) fail(`a command ended with ${code}, having printed:\n${output}`);
}

async function tryConsole(ground: PageGround, { text }: Fence, _: Fence | null, fail: Fail): Promise<void> {
  for (const { command, shown } of readConsole(text)) {
    const { code, output } = await ground.run(ground.localised(command));
    if (shown.trim() !== '') compare(ground, shown, output, fail);
    else if (code !== 0) fail(`${command} ended with ${code}, having printed:\n${output}`);
  }
}

async function tryRequest(ground: PageGround, { text }: Fence, answer: Fence | null, fail: Fail): Promise<void> {
  const { output } = await ground.run(requestCommand(text, ground.notes));
  const [, status = '', body = ''] = /^HTTP\/\S+ (\d+).*?\r?\n\r?\n(.*)$/s.exec(output) ?? [];
  if (answer !== null) compare(ground, answer.text, answer.language === 'json' ? body : output, fail);
  else if (!/^[123]/.test(status)) fail(`the answer is\n${output}`);
}

function compare(ground: PageGround, shown: string, output: string, fail: Fail): void {
  const actual = ground.generalised(output);
  if (!isAsShown(shown, actual)) fail(`the page shows\n${shown}\nand what came is\n${actual}`);
}

/** The commands of a session, each with what it prints. */
export function readConsole(text: string): readonly { readonly command: string; readonly shown: string }[] {
  const exchanges: { command: string; shown: string }[] = [];
  for (const line of text.split('\n')) {
    const last = exchanges.at(-1);
    if (line.startsWith('$ ')) exchanges.push({ command: line.slice(2), shown: '' });
    else if (last === undefined) throw new Error(`${line} stands before any command`);
    else if (last.shown === '' && (/^\s+\S/.test(line) || isUnfinished(last.command))) last.command += `\n${line}`;
    else last.shown += `${line}\n`;
  }
  return exchanges;
}

/** Whether the next line belongs to it too. */
function isUnfinished(command: string): boolean {
  return command.endsWith('\\') || /['"]/.test(command.replaceAll(/'[^']*'|"(?:[^"\\]|\\.)*"|\\./gs, ''));
}

/** A request as the command that sends it. What it says with `$TOKEN` is the shell's; without a token it has that one. */
function requestCommand(text: string, notes: string): string {
  const [head = '', ...body] = text.split(/\n\n/);
  const [first = '', ...headers] = head.split('\n');
  const [, method = '', path = ''] = /^([A-Z]+) (\S+)(?: HTTP\/1\.1)?$/.exec(first) ?? [];
  if (path === '') throw new Error(`${first} is no request; expected a method and a path`);
  const has = (name: string) => headers.some((header) => header.toLowerCase().startsWith(`${name}:`));
  if (!has('authorization')) headers.push('Authorization: Bearer $TOKEN');
  if (body.length > 0 && !has('content-type')) headers.push('Content-Type: application/json');
  const file = join(notes, 'body');
  if (body.length > 0) writeFileSync(file, body.join('\n\n'));
  const words = [
    ...['curl', '--include', '--globoff', '--request', method],
    ...headers
      .filter((header) => !/^host:/i.test(header))
      .map((header) => `--header "${header.replaceAll(/["\\`]/g, '\\$&')}"`),
    ...(body.length > 0 ? ['--data-binary', `'@${file}'`] : []),
    `"$SERVICE"'${path.replaceAll("'", "'\\''")}'`,
  ];
  return words.join(' ');
}

/** Writes a program where its first line says, and beside it the client that it imports. */
async function writeProgram(ground: PageGround | null, { text }: Fence, own: string): Promise<string> {
  const [, name] = /^\/\/ (\S+\.ts)\n/.exec(text) ?? [];
  if (name === undefined) throw new Error('the first line of a program in TypeScript names its file: // name.ts');
  const file = join(ground?.folder() ?? own, name);
  write(file, text);
  for (const [, path = ''] of text.matchAll(/ from '(\.[^']*)'/g)) {
    const client = join(dirname(file), path);
    if (!existsSync(client))
      write(client, typesText(ground?.model() ?? (await registerModel()), await readClientFiles()));
  }
  return file;
}

async function registerModel(): Promise<Model> {
  const loaded = await loadModel('resources');
  if (loaded.ok) return loaded.model;
  throw new Error(loaded.faults.map(formatFault).join('\n'));
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${text}\n`);
}
