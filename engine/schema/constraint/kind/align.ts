import { textLiteral } from '../../../sql/literal.ts';
import { type ConstraintKind, invalid } from '../kind.ts';
import { rowCheck } from '../row_check.ts';

/** The bound is the beginning of a day in the zone. */
export interface Align {
  readonly kind: 'align';
  readonly resource: string;
  readonly bound: 'valid_from' | 'valid_to';
  readonly zone: string;
}

const bounds = ['valid_from', 'valid_to'] as const;

export const align: ConstraintKind<Align> = {
  declared: {
    byRows: ({ name: resource, temporal }) => {
      const zone = temporal?.align ?? null;
      if (zone === null) return [];
      return bounds.map((bound) => [[resource, bound, 'align', 'check'], { kind: 'align', resource, bound, zone }]);
    },
  },
  kept: rowCheck({
    condition: ({ bound, zone }) => `(${alignment(bound, zone)})`,
    words: ({ bound, zone }) => `${bound} is the beginning of a day in ${zone}`,
    columns: ({ bound }) => [bound],
    onEntry: ({ bound, zone }, { name }) => ({
      isBroken: `not (${alignment(`new.${bound}`, zone)})`,
      message: `${bound} of ${name} is a beginning of day in ${zone}`,
    }),
  }),
  columns: ({ bound }) => [bound],
  violation: ({ bound, zone }) => invalid(`${bound} must be the beginning of a day (midnight) in ${zone}`, [bound]),
};

/**
 * That an instant is the beginning of a day in a zone. Where the clocks skip midnight, PostgreSQL resolves it to the
 * instant at which they do.
 */
function alignment(instant: string, zone: string): string {
  return `date_trunc('day', ${instant} at time zone ${textLiteral(zone)}) at time zone ${textLiteral(zone)} = ${instant}`;
}
