import type { JsonSchema } from '../../vocabulary/json_schema/json_schema.ts';
import { anyInQuery, failuresOf, inPath, type StudioEndpoint } from './endpoint.ts';
import { flag, list, record } from './schema_parts.ts';

const instant: JsonSchema = { type: 'string', format: 'date-time' };

const schema: JsonSchema = record('Studio instants', 'When something happened among rows.', {
  recorded: list('When versions of them were recorded or replaced, ascending.', instant),
  valid: list('When their validity begins or ends, ascending.', instant),
  complete: flag('Whether both lists have all instants; otherwise they have the newest.'),
});

/** `GET /studio/instants/{resource}`, which answers StudioInstants. */
export const instantsEndpoint: StudioEndpoint = {
  path: '/instants/{resource}',
  summary: 'When something happened among rows',
  description:
    'The instants at which versions of the rows were recorded and replaced, and at which their validity begins and ends: of each, the newest 2000. It takes the filters of a list of the resource. Without the right to the history, the rows themselves tell.',
  parameters: [inPath('resource', 'The resource.'), anyInQuery('filters', 'As a list of the resource takes them.')],
  answer: 'The instants.',
  schema,
  failures: [...failuresOf.parameters, ...failuresOf.rows, ...failuresOf.statements],
};
