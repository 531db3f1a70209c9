import parseRange from 'range-parser';
import { Problem } from '../../contract/problem.ts';
import type { ByteRange } from '../../store/store.ts';

/**
 * The part of a file that the header Range asks for; null for all of it. A range that cannot be read counts as none. So do several
 * ranges, and a range for another file by If-Range (RFC 9110, 14.2 and 13.1.5).
 * @throws Problem for a range behind the end.
 */
export function readByteRange(
  { range, 'if-range': condition }: { readonly range?: string | undefined; readonly 'if-range'?: string | undefined },
  size: number,
  etag: string,
): ByteRange | null {
  if (range === undefined || !/^bytes=/i.test(range) || (condition !== undefined && condition !== etag)) return null;
  const found = parseRange(size, range.toLowerCase(), { combine: true });
  if (found === -1) {
    throw new Problem('range_not_satisfiable', `the file has ${size} bytes, and the range none of them`, {
      headers: { 'content-range': `bytes */${size}` },
    });
  }
  if (found === -2 || found.length !== 1) return null;
  const [part] = found;
  return part === undefined ? null : { first: part.start, last: part.end };
}
