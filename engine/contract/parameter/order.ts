import type { Resource } from '../../model/model.ts';
import { hasTrait } from '../../vocabulary/field_type.ts';
import type { OpenapiObject } from '../openapi/component.ts';

/** `order`: fields of the resource, what is in JSON and arrays, and fields of its relations to one. */
export function orderParameter({ fields, relations }: Resource): OpenapiObject {
  const own = [...fields.keys()];
  const toOne = [...relations.values()].filter(({ cardinality }) => cardinality === 'one').map(({ alias }) => alias);
  const parted = [...fields.values()].filter(({ type }) => hasTrait(type, 'parted'));
  const parts = parted.length === 0 ? '' : `|(${parted.map(({ name }) => name).join('|')})(->>?("[^"]*"|[^",.()]+))+`;
  const related = toOne.length === 0 ? '' : `|(${toOne.join('|')}) *\\( *[a-z][a-z0-9_]* *\\)`;
  const key = ` *(${own.join('|')}${parts}${related}) *(\\.(asc|desc))?(\\.nulls(first|last))? *`;
  return {
    name: 'order',
    in: 'query',
    description:
      'Keys to order by, each with `.asc` or `.desc`, `.nullsfirst` or `.nullslast`; the id is always the last.',
    schema: { type: 'string', pattern: `^${key}(,${key})*$` },
    example: `${own.at(-1)}.desc`,
  };
}
