/** A JSON Schema. */
export interface Schema {
  readonly [keyword: string]: unknown;
}

/** A map with these keys and no others. */
export function object(description: string, required: readonly string[], properties: Schema): Schema {
  return { description, type: 'object', required, properties, additionalProperties: false };
}

/** A snake_case name. */
export function name(description: string): Schema {
  return { $ref: '#/$defs/name', description };
}

/**
 * One schema or another by the value of a key: the other schemas' faults are no faults.
 * A key that is missing decides nothing, so that the schema that requires it is the only one to speak.
 */
export function when(condition: Schema, consequence: Schema, otherwise?: Schema): Schema {
  const alternative = otherwise === undefined ? {} : { else: otherwise };
  // biome-ignore lint/suspicious/noThenProperty: a JSON Schema keyword
  return { if: condition, then: consequence, ...alternative };
}
