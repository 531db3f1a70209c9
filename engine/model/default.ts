import type { Json } from '../vocabulary/value/json.ts';
import type { NumberForm } from './number_form.ts';

/** What a field has where the writer of a new row leaves it out. */
export type Default = FixedDefault | ClaimDefault | NumberDefault;

/**
 * A default that does not depend on the writer. `generated` is a random UUID, `now` the instant of the write, and `today` its
 * day in the zone.
 */
export type FixedDefault =
  | { readonly kind: 'value'; readonly value: Json }
  | { readonly kind: 'generated' }
  | { readonly kind: 'now' }
  | { readonly kind: 'today'; readonly zone: string };

/** The value of a claim of the caller. */
interface ClaimDefault {
  readonly kind: 'claim';
  readonly claim: string;
}

/** The next number of a counter. */
interface NumberDefault {
  readonly kind: 'number';
  readonly form: NumberForm;
}

/** A value for all rows, or the value of another field of the row. */
export type Backfill = FixedDefault | { readonly kind: 'field'; readonly field: string };
