import type { Place } from '../file/fault.ts';

/** The text of an SQL file, and the places of its bytes. */
export interface SqlSource {
  readonly file: string;
  readonly bytes: Buffer;
  /** PostgreSQL's parser counts bytes. */
  readonly placeAt: (byte: number) => Place;
}

/** Null if the file is not UTF-8. */
export function readSqlSource(file: string, content: Uint8Array): SqlSource | null {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    return null;
  }
  const bytes = Buffer.from(text);
  const placeAt = (byte: number): Place => {
    const before = bytes.subarray(0, byte).toString();
    return { file, line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') };
  };
  return { file, bytes, placeAt };
}
