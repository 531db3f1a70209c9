import type { JsonSchema } from './json_schema.ts';

/** A map with these keys and no others. */
export function object<const Required extends readonly string[], const Properties extends JsonSchema>(
  description: string,
  required: Required,
  properties: Properties,
) {
  return { description, type: 'object', required, properties, additionalProperties: false } as const;
}

/** A snake_case name. */
export function name(description: string) {
  return { $ref: '#/$defs/name', description } as const;
}

/**
 * One of these names. TypeBox reads names from a tuple only, so the type is a tuple with any of them as its one member.
 */
export function oneOfNames<Name extends string>(names: readonly Name[]) {
  return { enum: names as unknown as readonly [Name] } as const;
}

/**
 * One schema or another, by a condition. Unlike `oneOf`, it reports the faults of the chosen schema only. But editors
 * complete only maps in it, so scalars use `anyOf`.
 */
export function when(condition: JsonSchema, consequence: JsonSchema, otherwise?: JsonSchema): JsonSchema {
  const alternative = otherwise === undefined ? {} : { else: otherwise };
  // biome-ignore lint/suspicious/noThenProperty: a JSON Schema keyword
  return { if: condition, then: consequence, ...alternative };
}

/** Who may do what, by the role that the token names. */
export function byRole<const Each extends JsonSchema>(description: string, each: Each) {
  return {
    type: 'object',
    propertyNames: { $ref: '#/$defs/name' },
    additionalProperties: each,
    description,
  } as const;
}
