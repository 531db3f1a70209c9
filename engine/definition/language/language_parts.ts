import { namedSchemas } from '../../vocabulary/json_schema/named_schemas.ts';
import { name, object } from '../../vocabulary/json_schema/schema_parts.ts';
import { recipientPattern } from '../recipient_pattern.ts';
import { resourceSchema } from './resource_language.ts';
import { serviceSchema } from './service_language.ts';

/** The parts of the language by name, without the parts of fields, which depend on their types. */
export const languageParts = {
  beginning: {
    description: 'A file defines a resource or the service: its first key says which.',
    required: ['resource'],
    properties: {
      resource: { $ref: '#/$defs/resource_name' },
      service: { $ref: '#/$defs/service_title' },
    },
  },
  resource_name: name('Name of the resource, in the singular. The table, the path and the scope have the same name.'),
  service_title: { type: 'string', minLength: 1, description: 'Title of the service.' },
  service: serviceSchema,
  resource: resourceSchema,
  ...namedSchemas,
  recipient: { type: 'string', pattern: recipientPattern },
  deprecated: object('Still works, and will be removed.', [], {
    since: { $ref: '#/$defs/day', description: 'The first day of the deprecation (YYYY-MM-DD).' },
    sunset: { $ref: '#/$defs/day', description: 'The day of the removal (YYYY-MM-DD).' },
    replaced_by: name('The field or resource to use instead.'),
  }),
  day: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
} as const;
