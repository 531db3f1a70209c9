import { isOfRelated } from '../../model/computed.ts';
import type { History, Model, Table } from '../../model/model.ts';
import type { JsonSchema } from '../../vocabulary/json_schema/json_schema.ts';
import { publishedDialect, responseSchema } from '../json_schema.ts';

/** What an update may send back of a row, or of a version, and cannot change. Generators of clients leave it out of what is sent. */
export function sentBackMembers(table: Table, model: Model): { readonly [name: string]: JsonSchema } {
  const properties = (resource: Table | History) =>
    Object.entries(responseSchema(resource, publishedDialect).properties as Record<string, JsonSchema>);
  const own = properties(table).filter(([name]) => {
    const field = table.fields.get(name);
    return field?.update === false && !isOfRelated(field);
  });
  const history = historyOf(table, model);
  const ofVersion = history === null ? [] : properties(history).filter(([name]) => !table.fields.has(name));
  return Object.fromEntries([
    ...own.map(([name, schema]) => [name, told(schema, unchanged)]),
    ...ofVersion.map(([name, schema]) => [name, told(schema, passedOver)]),
    ['links', { type: 'object', readOnly: true, description: unchanged }],
  ]);
}

function historyOf(table: Table, { resources }: Model): History | null {
  const history = table.history === null ? undefined : resources.get(table.history);
  return history?.kind === 'history' ? history : null;
}

function told(schema: JsonSchema, words: string): JsonSchema {
  return { ...schema, readOnly: true, description: `${schema.description ?? ''} ${words}`.trim() };
}

const unchanged = 'Cannot be changed: leave it out, or send the value that the row has.';
const passedOver = 'Passed over, where a version of the row is sent back.';
