import { type BoundCondition, writtenValues } from '../../model/field.ts';
import type { Resource } from '../../model/model.ts';

/** The condition that a row has one of these ids. */
export function isOneOf({ fields }: Resource, ids: readonly (string | null)[]): BoundCondition {
  const field = fields.get('id');
  if (field === undefined) throw new Error('a resource has no id');
  const operand = { field, steps: [], type: field.type };
  return {
    kind: 'comparison',
    operand,
    negated: false,
    operator: 'in',
    quantifier: null,
    language: null,
    comparand: writtenValues(...ids),
  };
}
