import type { Model, Resource } from '../../model/model.ts';
import { type AnyRelation, stepsOf } from '../../model/relation.ts';
import type { JsonSchema } from '../../vocabulary/json_schema/json_schema.ts';
import { instantSchema } from '../../vocabulary/type/datetime.ts';
import { type OpenapiObject, refer } from '../openapi/component.ts';

/** `embed`, and the instants at which embedded relations are valid; none where there are no relations. */
export function embedParameters(resource: Resource, model: Model): readonly OpenapiObject[] {
  const relations = [...resource.relations.values()];
  const [first] = relations;
  if (first === undefined) return [];
  const aliases = relations.map(({ alias }) => alias);
  const tree = relations.map((relation) => branchOf(relation, model)).join(', ');
  const temporal = relations.filter((relation) =>
    stepsOf(relation).some(({ target }) => model.resources.get(target)?.fields.has('valid_from')),
  );
  return [
    {
      name: 'embed',
      in: 'query',
      description: `Relations to fetch along, each with its own in parentheses behind it, to any depth: ${tree}. \`!\` behind one drops the rows that have no match in it.`,
      schema: { type: 'string', pattern: `^ *(${aliases.join('|')})[ ,!()a-z0-9_]*$` },
      example: exampleOf(first, model),
    },
    ...temporal.map(({ alias }) => ({
      name: `${alias}.valid_at`,
      in: 'query',
      description: `Of the embedded ${alias}, only what is valid at this instant.`,
      schema: instantSchema,
    })),
  ];
}

/**
 * A relation and the relations below it, unless there are too many: a hub would show every resource to each of its
 * neighbours.
 */
function branchOf({ alias, target }: AnyRelation, model: Model): string {
  const below = [...(model.resources.get(target)?.relations.keys() ?? [])];
  const shown = below.length > mostBranches ? [...below.slice(0, mostBranches), '...'] : below;
  return `\`${alias}${shown.length === 0 ? '' : `(${shown.join(',')})`}\``;
}

const mostBranches = 12;

/** The members that a row has when they are embedded. */
export function embeddedMembers(resource: Resource, model: Model): { readonly [alias: string]: JsonSchema } {
  const shown = [...resource.relations.values()].filter(
    ({ target }) => (model.resources.get(target)?.actions.size ?? 0) > 0,
  );
  return Object.fromEntries(
    shown.map(({ alias, target, cardinality }) => [
      alias,
      cardinality === 'many'
        ? { type: 'array', items: refer('schemas', target), description: 'There when it is embedded.' }
        : { anyOf: [refer('schemas', target), { type: 'null' }], description: 'There when it is embedded.' },
    ]),
  );
}

/** A relation, and one of those below it where there is any. */
function exampleOf({ alias, target }: AnyRelation, model: Model): string {
  const [below] = model.resources.get(target)?.relations.keys() ?? [];
  return below === undefined ? alias : `${alias}(${below})`;
}
