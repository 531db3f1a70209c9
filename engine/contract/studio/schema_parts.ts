import type { JsonSchema } from '../../vocabulary/json_schema/json_schema.ts';

/** An object that has each of these members. */
export function record(
  title: string,
  description: string,
  properties: Readonly<Record<string, JsonSchema>>,
): JsonSchema {
  return { type: 'object', title, description, properties, required: Object.keys(properties) };
}

export function list(description: string, items: JsonSchema): JsonSchema {
  return { type: 'array', items, description };
}

export function choice(description: string, values: readonly string[]): JsonSchema {
  return { type: 'string', enum: values, description };
}

export function text(description: string): JsonSchema {
  return { type: 'string', description };
}

export function flag(description: string): JsonSchema {
  return { type: 'boolean', description };
}

export function count(description: string): JsonSchema {
  return { type: 'integer', minimum: 1, description };
}

export function orNull(description: string): JsonSchema {
  return { type: ['string', 'null'], description };
}
