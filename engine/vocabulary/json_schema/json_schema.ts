export type JsonSchema = { readonly [keyword: string]: unknown };

/**
 * A schema of values that standard keywords describe only roughly. The schema is published. The function checks bodies:
 * it sees the text of a number, and returns what is wrong.
 */
export type ExactSchema = (published: JsonSchema, fault: (value: unknown) => string | null) => JsonSchema;

/** A schema of text that a function reads. */
export function textSchema(
  exact: ExactSchema,
  published: JsonSchema,
  fault: (text: string) => string | null,
): JsonSchema {
  return exact(published, (value) => (typeof value === 'string' ? fault(value) : 'must be a text'));
}
