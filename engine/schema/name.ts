import { createHash } from 'node:crypto';

const longest = 63; // bytes, NAMEDATALEN - 1; names are ASCII

/** `<part>_<part>_<suffix>`, as PostgreSQL would name it; with a hash of the parts in it where that is too long. */
export function objectName(parts: readonly string[], suffix: string): string {
  const plain = [...parts, suffix].join('_');
  return plain.length <= longest ? plain : hashedName(parts, suffix);
}

/**
 * A function that names objects as objectName does, and never gives a name twice, nor one of those that are taken:
 * table a_b with column c, and table a with column b_c, would get the same.
 */
export function nameGiver(taken: Iterable<string>): (parts: readonly string[], suffix: string) => string {
  const given = new Set(taken);
  return (parts, suffix) => {
    const plain = objectName(parts, suffix);
    const name = given.has(plain) ? hashedName(parts, suffix) : plain;
    if (given.has(name)) throw new Error(`${parts.join('.')} (${suffix}) is in the model twice`);
    given.add(name);
    return name;
  };
}

function hashedName(parts: readonly string[], suffix: string): string {
  const hash = createHash('sha256').update([...parts, suffix].join('.')).digest('hex').slice(0, 8);
  const end = `_${hash}_${suffix}`;
  return `${parts.join('_').slice(0, longest - end.length)}${end}`;
}
