import { extname } from 'node:path';
import type { ImportFormat } from '../../engine/transfer/import/file_pieces.ts';

/** The format of a file of rows, by the end of its name; undefined for any other end. */
export function formatOf(file: string): ImportFormat | undefined {
  return formats.get(extname(file));
}

const formats: ReadonlyMap<string, ImportFormat> = new Map([
  ['.csv', 'csv'],
  ['.ndjson', 'ndjson'],
  ['.jsonl', 'ndjson'],
]);
