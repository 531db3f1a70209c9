import type { JsonSchema } from '../../vocabulary/json_schema/json_schema.ts';
import { failuresOf, type StudioEndpoint } from './endpoint.ts';
import { flag, list, orNull, record, text } from './schema_parts.ts';

/** The longest text to search for, in characters. */
export const longestSearch = 200;

const schema: JsonSchema = record('Studio search', 'The rows that a text finds.', {
  results: list(
    'The best first.',
    record('Found row', 'A row that a text finds.', {
      resource: text('Its resource.'),
      id: text('Its id, as in paths.'),
      label: { type: 'array', items: {}, description: 'The values of the fields of its label.' },
      field: orNull('The field whose value fits; null for a row that the full-text search found.'),
    }),
  ),
  complete: flag('Whether the time was enough to look in every resource.'),
});

/** `GET /studio/search`, which answers StudioSearch. */
export const searchEndpoint: StudioEndpoint = {
  path: '/search',
  summary: 'Rows by their label',
  description:
    'The rows whose label contains the text, whose id it is, or whose unique text begins with it. The full-text search finds more. There are at most five rows of a resource, and 50 of all.',
  parameters: [
    {
      ...{ name: 'q', in: 'query', required: true, description: 'The text, space around it aside.' },
      schema: { type: 'string', minLength: 1, maxLength: longestSearch },
    },
  ],
  answer: 'The rows that were found.',
  schema,
  failures: [...failuresOf.parameters, ...failuresOf.statements],
};
