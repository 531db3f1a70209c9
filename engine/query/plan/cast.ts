import { fieldTypes } from '../../vocabulary/field_type.ts';

/**
 * The types that `select=field::type` converts to, with PostgreSQL's names: types of fields, their other names, and
 * arrays of them.
 */
export const castTypes: ReadonlyMap<string, string> = new Map(
  [...fieldTypes.values()].flatMap(({ castNames = [], castTo }) =>
    castNames.flatMap((name) => {
      const type = castTo ?? name;
      return [
        [name, type],
        [`${name}[]`, `${type}[]`],
      ] as const;
    }),
  ),
);
