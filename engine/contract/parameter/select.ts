import type { Model, Resource } from '../../model/model.ts';
import type { OpenapiObject } from '../openapi/component.ts';

/** `select`: what the answer shows of each row. */
export function selectParameter(resource: Resource, model: Model): OpenapiObject {
  const [last = 'id'] = [...resource.fields.keys()].slice(-1);
  const relation = [...resource.relations.values()].find(({ target }) => model.resources.has(target));
  return {
    name: 'select',
    in: 'query',
    description:
      'What the answer shows of each row, in the place of all its fields: fields, `new_name:field`, `field::type`, `field->member->>text`, `*`, and relations with what is shown of them, as `alias(id,name)`, `alias!inner(*)` or `...alias(name)`, which puts the columns of a relation to one among those of the row. The answer then has these members alone, as `x-answer-row` has it.',
    schema: { type: 'string', minLength: 1 },
    // OpenAPI has no words for a parameter by which the answer is another.
    'x-answer-row': { type: 'object', additionalProperties: true },
    example: `id,${last === 'id' ? 'again:id' : last}${relation === undefined ? '' : `,${relation.alias}(id)`}`,
  };
}
