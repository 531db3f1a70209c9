import { name } from './token/tokens.ts';
import { unquoted } from './token/unquoted.ts';

/** Splits the name of a parameter at its first dot; the rest is null without a dot. */
export function splitPath(text: string): { readonly name: string; readonly rest: string } | null {
  const written = leadingName.exec(text)?.[0];
  if (written === undefined || text[written.length] !== '.') return null;
  return { name: unquoted(written), rest: text.slice(written.length + 1) };
}

/** The first name in the name of a parameter; empty if it begins with something else. */
export function firstName(text: string): string {
  return unquoted(leadingName.exec(text)?.[0] ?? '');
}

const leadingName = new RegExp(`^(?:${name.source})`);
