import type { OnDelete } from '../../../model/on_delete.ts';
import { elementsTo } from '../../../vocabulary/field_type.ts';
import type { ConstraintKind } from '../kind.ts';

/**
 * Each element of an array is the id of a row. PostgreSQL has no foreign keys of elements, so triggers keep it (see
 * engine/schema/element). It is broken from either end, as a reference is.
 */
export interface Elements {
  readonly kind: 'elements';
  readonly resource: string;
  readonly field: string;
  readonly to: string;
  readonly onDelete: OnDelete['action'] | null;
}

export const elements: ConstraintKind<Elements> = {
  declared: {
    byField: ({ name: field, type, onDelete }, { name: resource }) => {
      const to = elementsTo(type);
      if (to === null) return [];
      return [
        [[resource, field, 'fkey'], { kind: 'elements', resource, field, to, onDelete: onDelete?.action ?? null }],
      ];
    },
  },
  kept: { by: 'trigger' },
  columns: ({ field }) => [field],
  violation: ({ field, to, resource }, { table, detail, showsAll }) => {
    if (resource === table.name && detail !== null)
      return { code: 'reference_conflict', detail: `${field} ${detail} refers to no ${to}`, fields: [field] };
    const title = to === table.name ? `this ${table.title.toLowerCase()}` : 'rows that would be deleted with it';
    const words = showsAll(resource, field)
      ? `rows of ${resource} refer to ${title} by ${field}`
      : `other rows refer to ${title}`;
    return { code: 'still_referenced', detail: words, fields: [] };
  },
};
