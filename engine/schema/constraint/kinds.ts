import { type Align, align } from './align.ts';
import { type CheckConstraint, check } from './check.ts';
import { type FieldConstraint, field } from './field.ts';
import { type Freeze, freeze } from './freeze.ts';
import type { ConstraintKind } from './kind.ts';
import { type Overlap, overlap } from './overlap.ts';
import { type PrimaryKey, primaryKey } from './primary_key.ts';
import { type Reference, reference } from './reference.ts';
import { type StartWindow, startWindow } from './start_window.ts';
import { type Transition, transition } from './transition.ts';
import { type Unique, unique } from './unique.ts';
import { type Validity, validity } from './validity.ts';

/** What a constraint in the database stands for in the definitions. */
export type Constraint =
  | PrimaryKey
  | Unique
  | Reference
  | Transition
  | FieldConstraint
  | CheckConstraint
  | Validity
  | Overlap
  | Align
  | Freeze
  | StartWindow;

/** Every kind, in the order in which a table has them. */
const kinds = {
  primary_key: primaryKey,
  unique,
  reference,
  transition,
  field,
  check,
  validity,
  overlap,
  align,
  freeze,
  start_window: startWindow,
} satisfies { readonly [Kind in Constraint['kind']]: ConstraintKind<Extract<Constraint, { readonly kind: Kind }>> };

/** Every kind, in the order in which a table has them. */
export const constraintKinds: readonly ConstraintKind<Constraint>[] = Object.values(kinds);

/** What is particular to the kind of a constraint. */
export function kindOf({ kind }: Constraint): ConstraintKind<Constraint> {
  return kinds[kind];
}
