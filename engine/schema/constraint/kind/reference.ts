import type { OnDelete } from '../../../model/on_delete.ts';
import { quote } from '../../../sql/identifier.ts';
import { line } from '../../../sql/line.ts';
import { columnList } from '../column_list.ts';
import type { ConstraintKind } from '../kind.ts';

/** Broken from either end: by a row of `resource` that refers to nothing, by the removal of a row of `to` still referred to. */
export interface Reference {
  readonly kind: 'reference';
  readonly resource: string;
  readonly field: string;
  readonly to: string;
  readonly onDelete: OnDelete['action'] | null;
}

export const reference: ConstraintKind<Reference> = {
  declared: {
    byField: ({ name: field, type, onDelete }, { name: resource }) =>
      type.kind === 'reference'
        ? [
            [
              [resource, field, 'fkey'],
              { kind: 'reference', resource, field, to: type.to, onDelete: onDelete?.action ?? null },
            ],
          ]
        : [],
  },
  kept: {
    by: 'database',
    place: () => 'end', // references may go round in a circle
    rule: ({ field, to, onDelete }) =>
      `foreign key ${columnList([field])} references public.${quote(to)} (id)${onDelete === null ? '' : actionText[onDelete]}`,
    hasIndex: false,
    comes: () => ({ how: 'unproved' }),
    against: ({ field, to }, { table: { name } }) => ({
      rows: `rows of ${name} whose ${field} leads to no ${to}`,
      columns: [field],
      find: (source, nameOf) => ({ from: { ...source, name }, where: leadsNowhere(name, field, nameOf(to)) }),
    }),
  },
  columns: ({ field }) => [field],
  violation: ({ field, to, resource }, { table, sent, showsAll }) => {
    const value = sent(field);
    if (resource === table.name && value !== null) {
      return { code: 'reference_conflict', detail: `${field} ${value} refers to no ${to}`, fields: [field] };
    }
    const given = table.fields.get(field)?.default;
    // A row of another resource that goes is not one of these.
    if (resource === table.name && to !== resource && given?.kind === 'claim')
      return {
        code: 'reference_conflict',
        detail: `the claim ${given.claim} of your token is not the id of a ${to}`,
        fields: [],
      };
    const title = to === table.name ? `this ${table.title.toLowerCase()}` : 'rows that would be deleted with it';
    const detail = showsAll(resource, field)
      ? `rows of ${resource} refer to ${title} by ${field}`
      : `other rows refer to ${title}`;
    return { code: 'still_referenced', detail, fields: [] };
  },
};

// The triggers of the table record what PostgreSQL does, as for every writer.
const actionText = { cascade: ' on delete cascade', clear: ' on delete set null' } as const;

/** That a reference leads to no row. What a migration makes is empty. */
function leadsNowhere(name: string, field: string, target: string | null): string {
  if (target === null) return `${quote(field)} is not null`;
  return line`
    ${quote(field)} is not null and not exists (
      select from public.${quote(target)} as target where target.id = ${quote(name)}.${quote(field)}
    )`;
}
