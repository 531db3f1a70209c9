import type { Model, Resource } from '../../model/model.ts';
import type { JsonSchema } from '../../vocabulary/json_schema/json_schema.ts';
import { type OpenapiObject, refer } from '../openapi/component.ts';

/** A reference to the schema of an answer with effects. */
export function referToEffects(): OpenapiObject {
  return refer('x-schemas', effectsName);
}

const effectsName = 'effects';

/** The answer to a write with `Prefer: return=effects`. Linters do not see that `x-answers` refers to it. */
export function effectsSchema(model: Model): { readonly [name: string]: JsonSchema } {
  const tables = [...model.resources.values()].filter(({ kind, actions }) => kind === 'table' && actions.size > 0);
  return {
    [effectsName]: {
      title: 'Effects of a write',
      type: 'object',
      properties: {
        result: { description: 'The answer without `return=effects`. Null where that has no body.' },
        effects: {
          type: 'array',
          items: { anyOf: tables.map(effectSchema) },
          description: 'Every row that the write changed and that the caller may read, by resource and id.',
        },
      },
      required: ['result', 'effects'],
    },
  };
}

function effectSchema({ name }: Resource): JsonSchema {
  const row = { anyOf: [refer('schemas', name), { type: 'null' }] };
  return {
    type: 'object',
    properties: {
      resource: { type: 'string', const: name, description: 'The resource of the row.' },
      id: { type: 'integer', format: 'int64', description: 'The id of the row.' },
      change: {
        type: 'string',
        enum: ['create', 'update', 'delete'],
        description: 'What happened to the row. An entry that is taken off its timeline is deleted.',
      },
      before: { ...row, description: 'The row before. Null if it was not there, or the caller could not read it.' },
      after: { ...row, description: 'The row after. Null if it is gone, or the caller can no longer read it.' },
    },
    required: ['resource', 'id', 'change', 'before', 'after'],
  };
}
