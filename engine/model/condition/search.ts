import type { Comparison, Name } from '../../language/syntax.ts';
import { oneOf } from '../../language/wording.ts';
import { operatorsThat } from '../../vocabulary/operator/operators.ts';
import { anyText } from '../../vocabulary/type/text.ts';
import type { AnyComparison, AnyCondition, BoundComparison, DocumentOperand } from '../field.ts';
import type { Bound } from './bound.ts';
import { bindOperand, type ValueContext } from './operand.ts';
import type { RowType } from './row_type.ts';
import { searchName } from './search_name.ts';

/** What that filter compares; null for any other name, and where a role sees none of the fields. */
export function searchOf(name: string, { fields: all, search = null }: RowType): DocumentOperand | null {
  if (name !== searchName || search === null) return null;
  const fields = search.fields.flatMap((each) => all.get(each) ?? []);
  return fields.length === 0 ? null : { document: { fields, language: search.language }, type: anyText };
}

/** Resolves a search, whose language is that of the definition. */
export function bindSearch(
  comparison: Comparison,
  name: Name,
  operand: DocumentOperand,
  context: ValueContext,
): Bound<BoundComparison> {
  const { operator, modifier, steps } = comparison;
  const [step] = steps;
  if (!searches.some((each) => each === operator) || step !== undefined) {
    const message = `${searchName} takes words to search for`;
    return refuse('name', step?.offset ?? name.offset, message, `${oneOf(searches)}, as in ${searchName}=wfts.words`);
  }
  if (modifier !== null) {
    const message = `${searchName} is in ${operand.document.language}, as its definition says`;
    return refuse('value', modifier.offset, message, `${operator}.<words>`);
  }
  const bound = bindOperand(comparison, name, operand, context);
  return bound.ok ? { ok: true, value: { ...bound.value, language: operand.document.language } } : bound;
}

/** The searches among conditions that all hold, which say how well a row fits. */
export function searchesOf<Condition extends AnyCondition>(
  conditions: readonly Condition[],
): readonly (Condition & AnyComparison & { readonly operand: DocumentOperand })[] {
  return conditions.filter(isSearch);
}

function isSearch<Condition extends AnyCondition>(
  condition: Condition,
): condition is Condition & AnyComparison & { readonly operand: DocumentOperand } {
  return condition.kind === 'comparison' && 'document' in condition.operand && !condition.negated;
}

const searches = operatorsThat(({ modifier }) => modifier === 'language');

function refuse(part: 'name' | 'value', offset: number, message: string, expected: string): Bound<never> {
  return { ok: false, faults: [{ message, part, offset, expected, nearest: null, index: 0 }] };
}
