import type { Model, Resource } from '../../definition/model.ts';
import type { OpenapiObject } from './component.ts';

/** `select`: what the answer shows of each row. */
export function selectParameter(resource: Resource, model: Model): OpenapiObject {
  const [last = 'id'] = [...resource.fields.keys()].slice(-1);
  const relation = [...resource.relations.values()].find(({ target }) => model.resources.has(target));
  return {
    name: 'select',
    in: 'query',
    description:
      'What the answer shows of each row, in the place of all its fields: fields, `new_name:field`, `field::type`, `field->member->>text`, `*`, and relations with what is shown of them, as `alias(id,name)`, `alias!inner(*)` or `...alias(name)`, which puts the columns of a relation to one among those of the row. The answer then has these members alone.',
    schema: { type: 'string', minLength: 1 },
    example: `id,${last === 'id' ? 'again:id' : last}${relation === undefined ? '' : `,${relation.alias}(id)`}`,
  };
}
