import { fieldTypes } from '../../vocabulary/field_type.ts';
import type { Trait } from '../../vocabulary/trait.ts';

/** Names that are words of SQL: the catalogue of types has other names for them. */
const wordsOfSql = ['smallint', 'integer', 'int', 'bigint', 'decimal', 'real', 'boolean'];

/**
 * The types that `select=field::type` converts to, with PostgreSQL's names: types of fields and their other names, and
 * arrays of them. The catalogue calls an array of int4 `_int4`.
 */
export const castTypes: ReadonlyMap<string, string> = new Map(
  [...fieldTypes.values()].flatMap(({ castNames = [], castTo }) =>
    castNames.flatMap((name) => {
      const type = castTo ?? name;
      const isInCatalogue = !name.includes(' ') && !wordsOfSql.includes(name);
      const arrays = [`${name}[]`, ...(isInCatalogue ? [`_${name}`] : [])];
      return [[name, type] as const, ...arrays.map((array) => [array, `${type}[]`] as const)];
    }),
  ),
);

/** What the values of a type that castTypes names have in common with the values of fields. */
export function traitsOfCast(type: string): readonly Trait[] {
  const isArray = type.endsWith('[]');
  const word = isArray
    ? fieldTypes.get('array')
    : [...fieldTypes.values()].find(({ castNames = [], castTo }) => castTo === type || castNames.includes(type));
  return word?.traits ?? [];
}
