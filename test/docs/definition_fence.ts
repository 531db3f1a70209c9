import { isMap, parseDocument } from 'yaml';
import { formatFault } from '../../engine/definition/file/fault.ts';
import { type Files, readFiles } from '../../engine/definition/file/read.ts';
import { buildModel } from '../../engine/feature/load.ts';

/** Where a definition is to be written, as its first line says; null when it does not. */
export function definitionPath(text: string): string | null {
  return /^# ((?:[\w.-]+\/)*[\w.-]+\.ya?ml)$/m.exec(text.split('\n', 1)[0] ?? '')?.[1] ?? null;
}

/**
 * What is wrong with a definition that a page shows: with its YAML, and where it is a whole definition, with what it says,
 * beside the definitions of a folder.
 */
export async function definitionFaults(text: string, beside: string | null): Promise<readonly string[]> {
  // A line of three dots leaves something out.
  const yaml = text.replaceAll(/^\s*\.\.\.$/gm, '');
  const document = parseDocument(yaml);
  const [error] = document.errors;
  if (error !== undefined) return [error.message];
  if (!isMap(document.contents) || yaml !== text) return [];
  const isService = document.has('service');
  if (definitionPath(text) !== null || !(isService || document.has('resource'))) return [];
  const others: Files = beside === null ? new Map() : await readFiles(beside);
  const name = String(document.get('resource'));
  const files = new Map(
    [...others].filter(([, bytes]) => parseDocument(Buffer.from(bytes).toString()).get('resource') !== name),
  );
  if (!files.has('service.yaml')) files.set('service.yaml', Buffer.from('service: Test\n'));
  const own = isService ? 'service.yaml' : 'this.yaml';
  files.set(own, Buffer.from(text));
  const model = buildModel(files, '');
  return model.ok ? [] : model.faults.filter(({ file }) => file.endsWith(own)).map(formatFault);
}
