import { operatorWord } from '../../vocabulary/operator/operators.ts';
import { ownRule, rulesOf } from '../computed.ts';
import {
  type AnyComparison,
  type AnyCondition,
  type BoundCondition,
  type BoundRule,
  type BoundVisible,
  type Field,
  isOfCaller,
} from '../field.ts';
import { atomsOf, comparisonsIn, ownAtoms } from './atom.ts';

/** Whether a condition looks at other rows than its own. */
export function looksAtRelations(condition: AnyCondition): boolean {
  return ownAtoms(condition).some(({ kind }) => kind === 'related');
}

/** The comparisons with a value of the caller that a condition makes among related rows. */
export function relatedCallers(condition: AnyCondition): readonly AnyComparison[] {
  return atomsOf(condition).flatMap((atom) => {
    if (atom.kind !== 'comparison' || atom.path.length === 0) return [];
    const { operand, comparand } = atom.comparison;
    return 'caller' in operand || isOfCaller(comparand) ? [atom.comparison] : [];
  });
}

/** Whether a condition asks for something of the caller: a value, or what they may read. */
export function asksCaller(condition: AnyCondition): boolean {
  return atomsOf(condition).some((atom) => {
    if (atom.kind === 'whole') return atom.asked.kind === 'visible';
    return atom.kind === 'comparison' && ('caller' in atom.comparison.operand || isOfCaller(atom.comparison.comparand));
  });
}

/** The fields of the row itself that a condition looks at. */
export function fieldsOf(condition: BoundCondition): readonly Field[] {
  return ownAtoms(condition).flatMap((atom) => {
    if (atom.kind === 'related' || atom.kind === 'whole') return [];
    const { operand } = atom.kind === 'value' ? atom : atom.comparison;
    if ('document' in operand) return operand.document.fields;
    return 'field' in operand ? [operand.field] : [];
  });
}

/** The stored fields of the row itself that a condition uses. A computed field counts as the fields that it uses. */
export function storedFieldsOf(condition: BoundCondition): readonly Field[] {
  return fieldsOf(condition).flatMap((field) => {
    const computed = ownRule(field);
    return computed === null ? [field] : storedFieldsOf(computed);
  });
}

/** What a condition asks of rows as a whole: rules that hold for them, and whether the caller may read them. */
export function askedWhole(condition: BoundCondition): readonly (BoundRule | BoundVisible)[] {
  return atomsOf(condition).flatMap((atom) => (atom.kind === 'whole' ? [atom.asked] : []));
}

/** Whether a condition asks when the row itself is valid. */
export function asksForValidity(condition: AnyCondition): boolean {
  return ownAtoms(condition).some(
    (atom) => atom.kind === 'comparison' && atom.comparison.operand.type.kind === 'period',
  );
}

/** Whether the time of day decides about a condition, by itself or through a computed field. */
export function looksAtNow(condition: AnyCondition): boolean {
  return comparisonsIn(condition).some(({ comparand, operand }) => {
    return comparand.kind === 'moment' || computedBy(operand).some(looksAtNow);
  });
}

/** Whether a condition may fail for some rows and not for others. */
export function mayFail(condition: AnyCondition): boolean {
  return comparisonsIn(condition).some(({ operator, operand }) => {
    // No document is too long to be made.
    if ('document' in operand) return false;
    return operatorWord(operator).mayFail || isUnsure(operand) || computedBy(operand).some(mayFail);
  });
}

/** Whether a condition compares what a view makes by an expression that may fail, also for rows that the view leaves out. */
export function readsUnsure(condition: AnyCondition): boolean {
  return comparisonsIn(condition).some(({ operand }) => isUnsure(operand));
}

function isUnsure(operand: AnyComparison['operand']): boolean {
  return 'field' in operand && operand.field.mayFail === true;
}

/** The rules by which a computed field that is compared gets its value. */
function computedBy(operand: AnyComparison['operand']): readonly BoundCondition[] {
  if ('field' in operand) return rulesOf(operand.field);
  return 'caller' in operand && operand.caller.kind === 'identity' ? rulesOf(operand.caller.operand.field) : [];
}
