import Negotiator from 'negotiator';
import { type Form, mediaTypes } from '../../contract/media_type.ts';

/** Of the forms that are offered, the one that an Accept header likes best (RFC 9110, 12.5.1); null when it takes none. */
export function negotiate(accept: string | undefined, offered: readonly Form[]): Form | null {
  const names = offered.map(nameOf);
  const types = accept?.split(',').map(rangeOf).join(',').trim();
  // An empty header asks for nothing in particular.
  const liked = new Negotiator({ headers: { accept: types === '' ? undefined : types } }).mediaType(names);
  return offered.find((each) => nameOf(each) === liked) ?? null;
}

/** Whether an Accept header names a media type of PostgREST. */
export function namesPostgrest(accept: string | undefined): boolean {
  return /(^|[,\s])application\/vnd\.pgrst\./i.test(accept ?? '');
}

/** Whether an Accept header asks for comma-separated values that are safe to open in a spreadsheet. */
export function escapesFormulas(accept: string | undefined): boolean {
  return (accept ?? '')
    .split(',')
    .some((range) => /^\s*text\/csv\s*;(?:.*;)?\s*formulas="?escape"?\s*(?:;|$)/i.test(range));
}

/**
 * A media range with the type by which it is negotiated. Of its parameters, only the weight q counts, and nulls of a type
 * of PostgREST. charset=utf-8 is so anyway.
 */
function rangeOf(range: string): string {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
  const weights = parameters.filter((parameter) => /^q\s*=/i.test(parameter));
  const [, kind = null] = /^application\/vnd\.pgrst\.(array|object)(?:\+json)?$/i.exec(type) ?? [];
  if (/^application\/vnd\.pgrst\.plan(?:\+text)?$/i.test(type)) return [nameOf('plan'), ...weights].join(';');
  if (kind === null) return [type, ...weights].join(';');
  const isStripped = parameters.some((parameter) => /^nulls\s*=\s*"?stripped"?$/i.test(parameter));
  return [nameOf(formsOf[kind.toLowerCase() as keyof typeof formsOf][isStripped ? 1 : 0]), ...weights].join(';');
}

/** Each type of PostgREST with its form, and the form without nulls. */
const formsOf = { array: ['json', 'stripped'], object: ['object', 'stripped_object'] } as const;

/** The type by which a form is negotiated: without parameters, which are compared otherwise. */
function nameOf(form: Form): string {
  return mediaTypes[form].replace(';nulls=', '-');
}
