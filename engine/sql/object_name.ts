import { createHash } from 'node:crypto';

const longest = 63; // bytes, NAMEDATALEN - 1; names are ASCII

/**
 * The parts with underscores between them, as PostgreSQL would name it. Where that is too long, a hash of the parts
 * stands before the last one, which says what kind of object it is.
 */
export function objectName(parts: readonly string[]): string {
  const plain = parts.join('_');
  return plain.length <= longest ? plain : hashedName(parts);
}

/** The same name with the hash, for parts whose plain name another object has. */
export function hashedName(parts: readonly string[]): string {
  const hash = createHash('sha256').update(parts.join('.')).digest('hex').slice(0, 8);
  const end = `_${hash}_${parts.at(-1)}`;
  return `${parts
    .slice(0, -1)
    .join('_')
    .slice(0, longest - end.length)}${end}`;
}
