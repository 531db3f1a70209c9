import type { Resource } from '../../definition/model.ts';
import type { OpenapiObject } from './component.ts';

/** `order`: fields of the resource and of its relations to one. */
export function orderParameter({ fields, relations }: Resource): OpenapiObject {
  const own = [...fields.values()].filter(({ type }) => type.kind !== 'json').map(({ name }) => name);
  const toOne = [...relations.values()].filter(({ cardinality }) => cardinality === 'one').map(({ alias }) => alias);
  const related = toOne.length === 0 ? '' : `|(${toOne.join('|')}) *\\( *[a-z][a-z0-9_]* *\\)`;
  const key = ` *(${own.join('|')}${related}) *(\\.(asc|desc))?(\\.nulls(first|last))? *`;
  return {
    name: 'order',
    in: 'query',
    description:
      'Keys to order by, each with `.asc` or `.desc`, `.nullsfirst` or `.nullslast`; the id is always the last.',
    schema: { type: 'string', pattern: `^${key}(,${key})*$` },
    example: `${own.at(-1)}.desc`,
  };
}
