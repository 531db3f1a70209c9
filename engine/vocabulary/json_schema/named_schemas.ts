import { formatNames } from '../value/format.ts';

/** Texts without control characters. */
export const codePattern = '^[^\\x00-\\x1f\\x7f]*$';

/** JSON Schemas that others name: `#/$defs/length`. */
export const namedSchemas = {
  name: { type: 'string', pattern: '^[a-z][a-z0-9_]*$', maxLength: 63 },
  code: { type: 'string', minLength: 1, maxLength: 200, pattern: codePattern },
  format: { enum: formatNames },
  length: { type: 'integer', minimum: 0, maximum: 2_147_483_647 },
} as const;
