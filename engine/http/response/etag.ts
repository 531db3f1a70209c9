import { hash } from 'node:crypto';
import { Problem } from '../../contract/problem.ts';
import type { ActionRequest } from '../request/action_request.ts';

/**
 * The entity tag of a representation of a row (RFC 9110, 8.8.3), with its quotes. It has the version of the row and a
 * hash of the representation, since others may show more or less of the same version.
 */
export function etagOf(version: string, form: string, body: string): string {
  return `"${version}-${hash('sha256', `${form} ${body}`, 'base64url').slice(0, 22)}"`;
}

/** An entity tag of a condition, without its quotes. */
export interface Tag {
  readonly isWeak: boolean;
  readonly text: string;
}

/** The tags of a condition; '*' for any, and null without the condition. */
export type Tags = readonly Tag[] | '*' | null;

/**
 * The tags of the header If-Match or If-None-Match (RFC 9110, 13.1): null without the header, and '*' for any.
 * @throws Problem for an invalid header.
 */
export function readTags(request: Pick<ActionRequest, 'headers'>, name: 'If-Match' | 'If-None-Match'): Tags {
  const header = request.headers[name === 'If-Match' ? 'if-match' : 'if-none-match'];
  if (header === undefined) return null;
  if (header.trim() === '*') return '*';
  const tags = parseTags(header);
  if (tags !== null && tags.length > 0) return tags;
  throw refusedHeader(
    name,
    `${name} is not a list of entity tags`,
    'send the ETag of an answer as it came, in its double quotes',
  );
}

/** Whether If-None-Match names the representation: as a whole, and weak tags like strong ones (RFC 9110, 13.1.2). */
export function namesEtag(tags: readonly Tag[] | '*', etag: string): boolean {
  return tags === '*' || tags.some(({ text }) => `"${text}"` === etag);
}

/** The versions that tags of If-Match name. A weak tag names none, nor does one that no row has (RFC 9110, 13.1.1). */
export function versionsIn(tags: readonly Tag[]): readonly string[] {
  return tags.flatMap(({ isWeak, text }) => {
    const [, version] = /^([1-9]\d{0,18})-[\w-]{22}$/.exec(text) ?? [];
    return isWeak || version === undefined || BigInt(version) >= 2n ** 63n ? [] : [version];
  });
}

/** The answer to a header that cannot be read, or has no meaning where it was sent. */
export function refusedHeader(name: string, detail: string, hint: string): Problem {
  return new Problem('invalid_parameter', detail, { hint, errors: [{ parameter: name, detail }] });
}

/** Elements of the list may be empty (RFC 9110, 5.6.1). */
function parseTags(header: string): readonly Tag[] | null {
  const tags: Tag[] = [];
  const element = /[ \t]*(?:(W\/)?"([!#-~\x80-\xff]*)"[ \t]*)?(?:,|$)/y;
  while (element.lastIndex < header.length) {
    const found = element.exec(header);
    if (found === null) return null;
    const [, weak, text] = found;
    if (text !== undefined) tags.push({ isWeak: weak !== undefined, text });
  }
  return tags;
}
