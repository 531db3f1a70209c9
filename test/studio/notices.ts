import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

/** The licences of the libraries whose code is in a bundle, in order of name. */
export async function noticesOf({ inputs }: Pick<Metafile, 'inputs'>): Promise<string> {
  const folders = new Set(
    Object.keys(inputs).flatMap((path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []),
  );
  const notices = [...folders].map(noticeOf);
  return `Studio contains code of these libraries.\n\n${[...new Set(notices)].sort().join('\n')}`;
}

function noticeOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((each) => /^licen[cs]e(\.md|\.txt)?$/i.test(each));
  const text =
    file !== undefined && existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : license;
  if (typeof text !== 'string' || text === '') throw new Error(`${name} has no licence`);
  return `${name} ${version} (${license})\n\n${text.trim().replaceAll(/\r\n/g, '\n')}\n`;
}
