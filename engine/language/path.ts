import { name } from './tokens.ts';
import { unquoted } from './unquoted.ts';

/** The name that the name of a parameter begins with, and what follows the dot behind it; null where there is no dot. */
export function splitPath(text: string): { readonly name: string; readonly rest: string } | null {
  const written = leadingName.exec(text)?.[0];
  if (written === undefined || text[written.length] !== '.') return null;
  return { name: unquoted(written), rest: text.slice(written.length + 1) };
}

/** The name that the name of a parameter begins with; empty where it begins with none. */
export function firstName(text: string): string {
  return unquoted(leadingName.exec(text)?.[0] ?? '');
}

const leadingName = new RegExp(`^(?:${name.source})`);
