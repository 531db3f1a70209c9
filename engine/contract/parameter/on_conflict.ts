import type { Resource } from '../../model/model.ts';
import { seenCombinations } from '../../model/unique.ts';
import type { OpenapiObject } from '../openapi/component.ts';

/** The key by which an upsert finds the rows that are there. */
export function onConflictParameter(resource: Resource): OpenapiObject {
  const unique = resource.kind === 'table' ? seenCombinations(resource) : [];
  const keys = ['id', ...unique.map(String)];
  return {
    name: 'on_conflict',
    in: 'query',
    description: `With \`Prefer: resolution\`: the fields by which existing rows are found, separated by commas, in any order. One of: ${keys.map((key) => `\`${key}\``).join(', ')}. Without it, \`id\` if the rows have one, or else the only other key.`,
    schema: { type: 'string', minLength: 1 },
    example: keys.at(-1),
  };
}
