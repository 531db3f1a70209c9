import type { Model, Resource } from '../../model/model.ts';
import type { ListPlan } from './list_plan.ts';
import { sortParameters } from './parameters.ts';
import type { Parameter, Result } from './query_string.ts';
import { planRows } from './rows.ts';
import type { ColumnPlan } from './rows_plan.ts';

/** The fields that tell when rows were recorded, and when they are valid. */
export const instantFields = {
  recorded: ['recorded_at', 'replaced_at'],
  valid: ['valid_from', 'valid_to'],
} as const;

/**
 * The rows of a resource, or their versions, that filters leave, for the instants in them. A filter of the id of a row is one of
 * the row that a version is of.
 */
export function planInstantsOfRows(rows: Resource, parameters: readonly Parameter[], model: Model): Result<ListPlan> {
  const resource = rows.kind === 'history' ? withIdOfRow(rows, rows.of.name) : rows;
  const sorted = sortParameters(parameters, []);
  const planned = planRows({ resource, sorted, known: [], filters: 'optional', withLinks: false }, model);
  if (!planned.ok) return planned;
  const columns = Object.values(instantFields)
    .flat()
    .flatMap((name): ColumnPlan[] => {
      const field = resource.fields.get(name);
      if (field?.type.kind !== 'datetime') return [];
      return [{ kind: 'field', name, operand: { field, steps: [], type: field.type }, cast: null }];
    });
  const plan = { rows: { ...planned.value, columns }, order: [], limit: null, offset: 0, after: null, asOf: null };
  return { ok: true, value: plan };
}

function withIdOfRow<Kind extends Resource>(history: Kind, of: string): Kind {
  const id = history.fields.get(`${of}_id`);
  return id === undefined ? history : { ...history, fields: new Map([...history.fields, ['id', id]]) };
}
