import { readFileSync } from 'node:fs';
import { findDemo } from '../codegen/demo/files.ts';
import type { Model } from '../engine/model/model.ts';

/** What the demo data of a folder of definitions consists of, as one text. */
export async function demoText(model: Model, folder: string): Promise<string> {
  const { rows, script } = await findDemo(model, folder);
  const files = [...rows.map(({ file }) => file), ...(script === null ? [] : [script])];
  return files.map((file) => `${file}\n${readFileSync(file, 'utf8')}`).join('');
}
