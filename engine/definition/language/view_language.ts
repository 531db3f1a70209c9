import { object } from '../../vocabulary/json_schema/schema_parts.ts';

/** A resource, its relation, and perhaps the reference by which the chain goes on. */
export const stepPattern = '^[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*){1,2}$';

/** The key of a resource that clients can only read, because it has no rows of its own. */
export const view = {
  description:
    'An SQL file in the same folder, with one SELECT; or a chain of timelines. The resource then shows what it gives, and clients can only read it. It sees what the caller may see.',
  anyOf: [
    { type: 'string', pattern: '^[a-z0-9_]+\\.sql$', description: 'An SQL file in the same folder.' },
    object(
      'A chain of timelines. Its rows are the periods in which an entry of each timeline is valid, with valid_from and valid_to.',
      ['timeline'],
      {
        timeline: {
          description:
            'The steps, each as <resource>.<relation>. The relation leads to the entries of a timeline. They refer to the resource of the next step. If they do so by several fields, write <resource>.<relation>.<reference>.',
          type: 'array',
          items: { type: 'string', pattern: stepPattern },
          minItems: 2,
          maxItems: 8,
        },
      },
    ),
  ],
} as const;
