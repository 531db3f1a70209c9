import type { Model, Resource } from '../../model/model.ts';
import type { OpenapiObject } from '../openapi/component.ts';

const groups =
  'With `count()` or `field.sum()`, `.avg()`, `.min()`, `.max()` or `.count()`, a list or a relation has one object for each combination of the other columns. Its members have the names of the aggregates, or new ones as in `total:price.sum()`. A count is a whole number; sums and means are exact, and null where there are no values; the least and the greatest are as the field shows its values. `limit`, `offset`, `order` and the number of rows are then of these objects; `after` is not.';

/** `select`: what the answer shows of each row. */
export function selectParameter(resource: Resource, model: Model): OpenapiObject {
  const [last = 'id'] = [...resource.fields.keys()].slice(-1);
  const relation = [...resource.relations.values()].find(({ target }) => model.resources.has(target));
  return {
    name: 'select',
    in: 'query',
    description: `What the answer shows of each row, in the place of all its fields: fields, \`new_name:field\`, \`field::type\`, \`field->member->>text\`, \`*\`, and relations with what is shown of them, as \`alias(id,name)\`, \`alias!inner(*)\` or \`...alias(name)\`, which puts the columns of a relation among those of the row; of a relation to many, an array for each column.${model.service.aggregates ? ` ${groups}` : ''} The answer then has these members alone, as \`x-answer-row\` has it.`,
    schema: { type: 'string', minLength: 1 },
    // OpenAPI has no words for a parameter by which the answer is another.
    'x-answer-row': { type: 'object', additionalProperties: true },
    example: `id,${last === 'id' ? 'again:id' : last}${relation === undefined ? '' : `,${relation.alias}(id)`}`,
  };
}
