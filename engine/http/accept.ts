import Negotiator from 'negotiator';

/** The forms in which rows are answered: an array, one object, comma-separated values, an object to a line. */
export const mediaTypes = {
  json: 'application/json',
  object: 'application/vnd.pgrst.object+json',
  csv: 'text/csv',
  lines: 'application/x-ndjson',
} as const;

export type Form = keyof typeof mediaTypes;

/** Of the forms that are offered, the one that an Accept header likes best (RFC 9110, 12.5.1); null when it takes none. */
export function negotiate(accept: string | undefined, offered: readonly Form[]): Form | null {
  const names = offered.map((each) => mediaTypes[each]);
  // Our types have no parameters, and charset=utf-8 is so anyway: only q, the weight, counts.
  const types = accept?.replace(/;\s*(?!q\s*=)[^;,]*/gi, '').trim();
  // An empty header asks for nothing in particular.
  const liked = new Negotiator({ headers: { accept: types === '' ? undefined : types } }).mediaType(names);
  return offered.find((each) => mediaTypes[each] === liked) ?? null;
}
