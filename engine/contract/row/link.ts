import { offers } from '../../model/action.ts';
import { historyName } from '../../model/history_name.ts';
import type { Model, Resource } from '../../model/model.ts';
import { isRecording } from '../../model/recorder.ts';
import { isDirect, type Relation } from '../../model/relation.ts';
import { uploadedFields } from '../../model/uploaded.ts';
import { actionNames, actionWord } from '../../vocabulary/action/actions.ts';
import type { JsonSchema } from '../../vocabulary/json_schema/json_schema.ts';
import type { ExampleRow } from '../field_example.ts';
import { isShownToAll } from '../json_schema.ts';
import type { OpenapiObject } from '../openapi/component.ts';

/** The member `links` of a row that is read. */
export function linksSchema(resource: Resource, model: Model): JsonSchema {
  const reachable = [...neighbours(resource, model)];
  const hidden = reachable.filter(([relation]) => !isSeenByAll(relation, resource, model)).map(([{ alias }]) => alias);
  const relations = reachable.map(([relation, action]) => {
    const nullable = resource.fields.get(relation.from)?.nullable === true || isRecording(relation);
    const description = action === 'read' ? `The ${relation.target}.` : `The list of ${relation.target}.`;
    return [relation.alias, { ...path, ...(nullable ? { type: ['string', 'null'] } : {}), description }] as const;
  });
  const files = uploadedFields(resource);
  const unseen = files.filter((field) => !isShownToAll(field, resource)).map(({ name }) => name);
  const properties = {
    self: { ...path, description: 'The row itself.' },
    ...(offers(resource, 'history') ? { history: { ...path, description: 'Its versions.' } } : {}),
    ...Object.fromEntries(files.map(({ name }) => [name, { ...path, description: `The file ${name}.` }])),
    ...Object.fromEntries(relations),
  };
  return {
    type: 'object',
    description: 'Where the row and its neighbours are, as paths; null where there is none.',
    properties,
    required: Object.keys(properties).filter(
      (name) => ![...hidden, ...unseen].includes(name) && (name !== 'history' || isPastSeenByAll(resource)),
    ),
  };
}

/** Whether every role that reads rows may read rows of the past. */
function isPastSeenByAll({ access }: Resource): boolean {
  return [...(access?.values() ?? [])].every(
    ({ read, past }) => read.kind === 'nothing' || past.version.kind !== 'nothing',
  );
}

/** The member `links` of an example. */
export function linksExample(resource: Resource, model: Model, row: ExampleRow): ExampleRow {
  const { basePath } = model.service;
  const self = `${basePath}/${resource.name}/${row.id}`;
  const relations = [...neighbours(resource, model)].map(([relation, action]) => {
    const { alias, target, from } = relation;
    const value = row[from];
    const found = action === 'read' ? `${target}/${value}` : `${target}?${listFilter(relation, String(value))}`;
    return [alias, value === null ? null : `${basePath}/${found}`] as const;
  });
  return {
    self,
    ...(offers(resource, 'history') ? { history: `${self}/history` } : {}),
    ...Object.fromEntries(uploadedFields(resource).map(({ name }) => [name, `${self}/${name}`])),
    ...Object.fromEntries(relations),
  };
}

/** From the answer of a read to the row's neighbours. */
export function relatedLinks(resource: Resource, model: Model): OpenapiObject {
  // An expression gives one value: no list of ids, and no array around an id.
  const direct = [...neighbours(resource, model)].filter(([{ inArray }]) => inArray === undefined);
  const relations = direct.map(([{ alias, target, from, to }, action]) => {
    const value = `$response.body#/${from}`;
    const parameters = action === 'read' ? { id: value } : { [to]: `eq.{${value}}` };
    return [alias, { operationId: `${action}_${target}`, parameters }] as const;
  });
  return {
    ...(offers(resource, 'history')
      ? {
          history: {
            operationId: `list_${historyName(resource.name)}`,
            parameters: { [`${resource.name}_id`]: 'eq.{$response.body#/id}' },
          },
        }
      : {}),
    ...Object.fromEntries(relations),
  };
}

/** From the answer of a create to what can be done with the new row. */
export function itemLinks(resource: Resource): OpenapiObject {
  const actions = actionNames.filter((action) => actionWord(action).path === '/{id}' && offers(resource, action));
  return Object.fromEntries(
    actions.map((action) => [
      action,
      { operationId: `${action}_${resource.name}`, parameters: { id: '$response.body#/id' } },
    ]),
  );
}

const path = { type: 'string', format: 'uri-reference' } as const;

/** The filter by which a list has the rows that a relation leads to. An array as a text has commas between its elements. */
function listFilter({ to, inArray }: Relation, value: string): string {
  if (inArray === undefined) return `${to}=eq.${value}`;
  return inArray === 'to' ? `${to}=cs.%7B${value}%7D` : `${to}=in.(${value})`;
}

/** Whether every role may read the fields of a relation. */
function isSeenByAll({ from, to, target }: Relation, resource: Resource, { resources }: Model): boolean {
  const field = resource.fields.get(from);
  return field !== undefined && isShownToAll(field, resource) && !resources.get(target)?.fields.get(to)?.access;
}

/** The relations that lead somewhere a client may go, each with the action to get there. */
function neighbours(resource: Resource, model: Model): ReadonlyMap<Relation, 'read' | 'list'> {
  const reachable = new Map<Relation, 'read' | 'list'>();
  // What links lead to is in the lists of two resources, and no path shows it.
  for (const relation of [...resource.relations.values()].filter(isDirect)) {
    const action = relation.cardinality === 'one' && relation.to === 'id' ? 'read' : 'list';
    if (model.resources.get(relation.target)?.actions.has(action)) reachable.set(relation, action);
  }
  return reachable;
}
