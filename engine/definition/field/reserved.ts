import { operatorNames } from '../../vocabulary/operator/operators.ts';
/** Why a field, alias or relation may not have this name; null when it may. */
export function reservedReason(name: string, resource: string): string | null {
  if (engineFields.has(name)) return `the engine itself has a field ${name}`;
  if (systemColumns.has(name)) return `every table of PostgreSQL has a column ${name}`;
  if (parameters.has(name)) return `${name} is a word of the query language`;
  if (name === `${resource}_id`) return `${name} is the field by which the history refers to the resource`;
  return null;
}

const engineFields = new Set([
  'id',
  'recorded_at',
  'recorded_by',
  'replaced_at',
  'replaced_by',
  'recorded_by_identity',
  'replaced_by_identity',
  'valid_from',
  'valid_to',
  'validity',
  'row_version',
  'recorded_in',
  'links',
]);

const systemColumns = new Set(['tableoid', 'xmin', 'cmin', 'xmax', 'cmax', 'ctid']);

const parameters = new Set([
  ...[
    'and',
    'or',
    'not',
    'select',
    'embed',
    'order',
    'limit',
    'offset',
    'after',
    'valid_at',
    'as_of',
    'columns',
    'on_conflict',
    'any',
    'all',
  ],
  ...operatorNames,
]);
