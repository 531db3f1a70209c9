import { operatorWord } from '../../vocabulary/operator/operators.ts';
import type { AnyCondition, BoundComparison, BoundCondition, ClaimValue, Field } from '../field.ts';
import { atomsOf, comparisonsIn, ownAtoms } from './atom.ts';

/** Whether a condition looks at other rows than its own. */
export function looksAtRelations(condition: AnyCondition): boolean {
  return ownAtoms(condition).some(({ kind }) => kind === 'related');
}

export type ClaimComparison = BoundComparison & { readonly comparand: ClaimValue };

/** The comparisons with a claim that a condition makes of related rows. */
export function relatedClaims(condition: AnyCondition): readonly ClaimComparison[] {
  return atomsOf(condition).flatMap((atom) => {
    if (atom.kind !== 'comparison' || atom.path.length === 0) return [];
    const { comparison } = atom;
    const { comparand } = comparison;
    return comparand.kind === 'claim' ? [{ ...comparison, comparand }] : [];
  });
}

/** The fields of the row itself that a condition looks at. */
export function fieldsOf(condition: BoundCondition): readonly Field[] {
  return ownAtoms(condition).flatMap((atom) => {
    if (atom.kind === 'related') return [];
    return [(atom.kind === 'value' ? atom : atom.comparison).operand.field];
  });
}

/** The stored fields of the row itself that a condition uses. A computed field counts as the fields that it uses. */
export function storedFieldsOf(condition: BoundCondition): readonly Field[] {
  return fieldsOf(condition).flatMap((field) => (field.computed === null ? [field] : storedFieldsOf(field.computed)));
}

/** Whether the time of day decides about a condition, by itself or through a computed field. */
export function looksAtNow(condition: AnyCondition): boolean {
  return comparisonsIn(condition).some(
    ({ comparand, operand: { field } }) =>
      comparand.kind === 'moment' || (field.computed !== null && looksAtNow(field.computed)),
  );
}

/** Whether a condition may fail for some rows and not for others. */
export function mayFail(condition: AnyCondition): boolean {
  return comparisonsIn(condition).some(({ operator, operand: { field } }) => {
    return operatorWord(operator).mayFail || (field.computed !== null && mayFail(field.computed));
  });
}
