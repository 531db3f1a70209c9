import { validityNames } from '../../table/column.ts';
import { type ConstraintKind, invalid, sentBounds } from '../kind.ts';
import { rowCheck } from '../row_check.ts';

/** valid_from is before valid_to, and given where valid_to is. */
export interface Validity {
  readonly kind: 'validity';
  readonly resource: string;
}

export const validity: ConstraintKind<Validity> = {
  declared: {
    byRows: ({ name: resource, temporal }) =>
      temporal === null ? [] : [[[resource, 'validity', 'check'], { kind: 'validity', resource }]],
  },
  kept: rowCheck({
    // Null where a bound is null, which a check lets pass: what is left to refuse is infinity.
    condition: () =>
      '(isfinite(valid_from) and isfinite(valid_to) and (valid_to is null or (valid_from is not null and valid_from < valid_to)))',
    words: () => 'valid_from is before valid_to',
    columns: () => validityNames,
    onEntry: (_, { name }) => ({
      isBroken: 'not isfinite(new.valid_from) or not isfinite(new.valid_to) or new.valid_to <= new.valid_from',
      message: `an entry of ${name} ends after it begins, and neither is infinity`,
    }),
  }),
  columns: () => validityNames,
  violation: (_, attempt) => invalid('valid_from must be before valid_to', sentBounds(attempt)),
};
