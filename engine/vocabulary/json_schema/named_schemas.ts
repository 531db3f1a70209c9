import { formatNames } from '../value/format.ts';

/** JSON Schemas that others name: `#/$defs/length`. */
export const namedSchemas = {
  name: { type: 'string', pattern: '^[a-z][a-z0-9_]*$', maxLength: 63 },
  format: { enum: formatNames },
  length: { type: 'integer', minimum: 0, maximum: 2_147_483_647 },
} as const;
