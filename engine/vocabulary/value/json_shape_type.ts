import type { JsonSchema } from '../json_schema/json_schema.ts';

/** A JSON Schema as a type of TypeScript; Json where TypeScript cannot say it. */
export function shapeType(schema: unknown): string {
  if (typeof schema !== 'object' || schema === null) return schema === false ? 'never' : 'Json';
  const shape = schema as JsonSchema;
  const { const: one, enum: some, anyOf, oneOf, type } = shape;
  if (one !== undefined) return literalType(one);
  if (Array.isArray(some)) return union(some.map(literalType));
  const either = anyOf ?? oneOf;
  if (Array.isArray(either)) return union(either.map(shapeType));
  return Array.isArray(type) ? union(type.map((each) => typeOf(each, shape))) : typeOf(type, shape);
}

function typeOf(type: unknown, schema: JsonSchema): string {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    case 'number':
    case 'integer':
      return 'number | RawNumber';
    case 'array':
      return `readonly (${schema.items === undefined || schema.prefixItems !== undefined ? 'Json' : shapeType(schema.items)})[]`;
    case 'object':
      return objectType(schema);
    default:
      return 'Json';
  }
}

function objectType({ properties = {}, required = [], additionalProperties, patternProperties }: JsonSchema): string {
  const names = required as readonly string[];
  const members = Object.entries(properties as JsonSchema).map(
    ([name, member]) => `readonly ${JSON.stringify(name)}${names.includes(name) ? '' : '?'}: ${shapeType(member)}`,
  );
  const isOpen = additionalProperties !== false || patternProperties !== undefined;
  // A member of any name would have to fit the others too.
  const others =
    members.length === 0 && typeof additionalProperties === 'object'
      ? shapeType(additionalProperties)
      : 'Json | undefined';
  const all = isOpen ? [...members, `readonly [member: string]: ${others}`] : members;
  return all.length === 0 ? 'Readonly<Record<string, never>>' : `{ ${all.join('; ')} }`;
}

function literalType(value: unknown): string {
  return typeof value === 'object' && value !== null ? 'Json' : JSON.stringify(value);
}

function union(types: readonly string[]): string {
  return types.length === 0 ? 'never' : [...new Set(types)].join(' | ');
}
