import Negotiator from 'negotiator';
import { type Form, mediaTypes } from '../../contract/media_type.ts';

/** Of the forms that are offered, the one that an Accept header likes best (RFC 9110, 12.5.1); null when it takes none. */
export function negotiate(accept: string | undefined, offered: readonly Form[]): Form | null {
  const names = offered.map((each) => mediaTypes[each]);
  // charset=utf-8 is so anyway, and a parameter of ours changes no type: only q, the weight, counts.
  const types = accept?.replace(/;\s*(?!q\s*=)[^;,]*/gi, '').trim();
  // An empty header asks for nothing in particular.
  const liked = new Negotiator({ headers: { accept: types === '' ? undefined : types } }).mediaType(names);
  return offered.find((each) => mediaTypes[each] === liked) ?? null;
}

/** Whether an Accept header asks for comma-separated values that are safe to open in a spreadsheet. */
export function escapesFormulas(accept: string | undefined): boolean {
  return (accept ?? '')
    .split(',')
    .some((range) => /^\s*text\/csv\s*;(?:.*;)?\s*formulas="?escape"?\s*(?:;|$)/i.test(range));
}
