import { InvalidArgumentError } from 'commander';

/** Reads an option such as `--claim party_id=3`, which may be repeated. */
export function readClaim(text: string, claims: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const equals = text.indexOf('=');
  if (equals > 0) return new Map([...claims, [text.slice(0, equals), text.slice(equals + 1)]]);
  throw new InvalidArgumentError('expected a name and a value, such as party_id=3');
}
