import type { StudioField, StudioRelation } from '../../../contract/studio/studio_model.ts';
import type { Row } from '../../api/row.ts';
import type { Resource } from '../../model/model.ts';
import { recordFields } from '../history/differences.ts';

/** The fields of a row as its page shows them. */
export interface FieldGroups {
  readonly details: readonly StudioField[];
  readonly references: readonly StudioField[];
  readonly validity: readonly StudioField[];
  readonly longTexts: readonly StudioField[];
  readonly record: readonly StudioField[];
  /** The fields without a value, of all groups but validity and record. */
  readonly empty: readonly StudioField[];
}

export function fieldGroups(resource: Pick<Resource, 'fields' | 'of'>, row: Row): FieldGroups {
  const groups = Map.groupBy(resource.fields.values(), (field) => groupOf(field, resource, row));
  const group = (name: keyof FieldGroups) => groups.get(name) ?? [];
  return {
    details: group('details'),
    references: group('references'),
    validity: group('validity'),
    longTexts: group('longTexts'),
    record: group('record'),
    empty: group('empty'),
  };
}

function groupOf({ name, to, type }: StudioField, { of }: Pick<Resource, 'of'>, row: Row): keyof FieldGroups {
  if (name === 'valid_from' || name === 'valid_to') return 'validity';
  if (recordFields.has(name)) return 'record';
  if ((row[name] ?? null) === null) return 'empty';
  if (to !== null || name === `${of}_id`) return 'references';
  return type === 'html' || type === 'json' ? 'longTexts' : 'details';
}

/** The relations that lead to one row without a field of this one: by links, or from the other row. */
export function linksToOne({ relations }: Pick<Resource, 'relations'>): readonly StudioRelation[] {
  return [...relations.values()].filter(({ cardinality, field }) => cardinality === 'one' && field === null);
}

/** The fields that say where a row is in its life, as the head of its page shows them. */
export function statusFields({ fields }: Pick<Resource, 'fields'>): readonly StudioField[] {
  const single = [...fields.values()].filter(({ values, isArray }) => values !== null && !isArray);
  return single.filter(({ name }) => /(^|_)(status|state|phase|stage)$/.test(name));
}
