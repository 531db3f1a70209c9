import type { Model, Resource } from '../../model/model.ts';
import type { OpenapiObject } from '../openapi/component.ts';

/** `order`: fields of the resource, what is in JSON and arrays, fields of its relations to one, and columns of `select`. */
export function orderParameter({ fields, relations }: Resource, model: Model): OpenapiObject {
  const own = [...fields.keys()];
  const toOne = [...relations.values()].filter(({ cardinality }) => cardinality === 'one').map(({ alias }) => alias);
  const related = toOne.length === 0 ? '' : `, \`${toOne[0]}(<field>)\` and the like`;
  return {
    name: 'order',
    in: 'query',
    description: `Keys to order by, each with \`.asc\` or \`.desc\`, \`.nullsfirst\` or \`.nullslast\`: fields${related}, or columns of \`select\` by the names that they have there. The id is always the last.${model.service.aggregates ? groups : ''}`,
    schema: { type: 'string', pattern: `^${key}(,${key})*$` },
    example: `${own.at(-1)}.desc`,
  };
}

const groups = ' With aggregates, keys are columns of `select`, and those that are no aggregates are always the last.';

const path = '("[^"]*"|[^",.()])+';
const key = `${path}(\\(${path}\\))? *(\\.(asc|desc))?(\\.nulls(first|last))? *`;
