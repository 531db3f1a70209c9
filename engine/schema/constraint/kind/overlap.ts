import { quote } from '../../../sql/identifier.ts';
import { line } from '../../../sql/line.ts';
import { fromSource } from '../../../sql/source.ts';
import { validityNames } from '../../table/column.ts';
import { deferral } from '../deferral.ts';
import type { ConstraintKind } from '../kind.ts';

/** No two entries of a timeline are valid at once. */
export interface Overlap {
  readonly kind: 'overlap';
  readonly resource: string;
  readonly timeline: readonly string[];
}

const columns = ({ timeline }: Overlap) => [...timeline, ...validityNames];

export const overlap: ConstraintKind<Overlap> = {
  declared: {
    byRows: ({ name: resource, temporal }) =>
      temporal === null
        ? []
        : [[[resource, ...temporal.timeline, 'excl'], { kind: 'overlap', resource, timeline: temporal.timeline }]],
  },
  kept: {
    by: 'database',
    place: () => 'table',
    rule: ({ timeline }, table) => {
      const same = timeline.map((name) => `${quote(name)} with =`).join(', ');
      // An entry without validity is a deleted one, and its range would be unbounded.
      return `exclude using gist (${same}, tstzrange(valid_from, valid_to) with &&) where (valid_from is not null)${deferral(table)}`;
    },
    hasIndex: true,
    // PostgreSQL has no way to make the index of an exclusion constraint beside the use of its table.
    comes: (_, { name }) => ({ how: 'locked', title: `entries of one timeline of ${name} do not overlap` }),
    against: (constraint, { table: { name } }) => ({
      rows: `entries of ${name} that begin while another one of the same ${constraint.timeline.join(' and ')} is valid`,
      columns: columns(constraint),
      find: (source) => ({
        from: {
          sql: `(select id, valid_from, ${latestEnd(constraint)} as until from ${fromSource(source)} where valid_from is not null)`,
          name,
        },
        where: 'until > valid_from',
      }),
    }),
  },
  columns,
  violation: ({ timeline }, { isForbidden }) => {
    const same = `another entry of the same ${timeline.join(' and ')}`;
    return isForbidden
      ? {
          code: 'timeline_conflict',
          detail: `you may not change ${same} that is valid within the interval`,
          fields: [],
        }
      : { code: 'overlap_conflict', detail: `${same} is valid within the interval`, fields: [] };
  },
};

/** When the last of the entries ends that begin before one on its timeline. */
function latestEnd({ timeline }: Overlap): string {
  return line`
    max(coalesce(valid_to, 'infinity')) over (
      partition by ${timeline.map(quote).join(', ')}
      order by valid_from, id
      rows between unbounded preceding and 1 preceding
    )`;
}
