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

/**
 * A function that names objects as objectName does, and never gives a name twice, or a name that is taken. Otherwise
 * table a_b with column c, and table a with column b_c, would get the same name.
 */
export function nameGiver(taken: Iterable<string>): (parts: readonly string[]) => string {
  const given = new Set(taken);
  return (parts) => {
    const plain = objectName(parts);
    const name = given.has(plain) ? hashedName(parts) : plain;
    if (given.has(name)) throw new Error(`${parts.join('.')} is in the model twice`);
    given.add(name);
    return name;
  };
}

function hashedName(parts: readonly string[]): string {
  const hash = createHash('sha256').update(parts.join('.')).digest('hex').slice(0, 8);
  const end = `_${hash}_${parts.at(-1)}`;
  return `${parts
    .slice(0, -1)
    .join('_')
    .slice(0, longest - end.length)}${end}`;
}
