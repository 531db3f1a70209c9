import { type Acyclic, acyclic } from './kind/acyclic.ts';
import { type Align, align } from './kind/align.ts';
import { type CheckConstraint, check } from './kind/check.ts';
import { type DeprecatedValue, deprecatedValue } from './kind/deprecated_value.ts';
import { type Elements, elements } from './kind/elements.ts';
import { type FieldConstraint, field } from './kind/field.ts';
import { type Freeze, freeze } from './kind/freeze.ts';
import { type MomentCheck, momentCheck } from './kind/moment_check.ts';
import { type Overlap, overlap } from './kind/overlap.ts';
import { type PrimaryKey, primaryKey } from './kind/primary_key.ts';
import { type Reference, reference } from './kind/reference.ts';
import { type RelatedCheck, relatedCheck } from './kind/related_check.ts';
import { type StartWindow, startWindow } from './kind/start_window.ts';
import { type Transition, transition } from './kind/transition.ts';
import { type Unique, unique } from './kind/unique.ts';
import { type Validity, validity } from './kind/validity.ts';
import type { ConstraintKind } from './kind.ts';

/** What a constraint in the database stands for in the definitions. */
export type Constraint =
  | PrimaryKey
  | Unique
  | Reference
  | Acyclic
  | Elements
  | Transition
  | DeprecatedValue
  | FieldConstraint
  | CheckConstraint
  | RelatedCheck
  | MomentCheck
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
  acyclic,
  elements,
  transition,
  deprecated_value: deprecatedValue,
  field,
  check,
  related_check: relatedCheck,
  moment_check: momentCheck,
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
