import { hashedName, objectName } from '../sql/object_name.ts';

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
