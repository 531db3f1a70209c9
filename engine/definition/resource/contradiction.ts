import type { Comparison, Condition } from '../../language/syntax.ts';
import { type BindContext, bindConditions } from '../../model/condition/bind.ts';
import type { BoundComparison, BoundCondition } from '../../model/field.ts';
import { type Claimed, claimedOf, excludes, ofType } from './exclusion.ts';

/** Why a rule can never hold, and where that is written in its text. */
export interface Contradiction {
  readonly message: string;
  readonly expected: string;
  readonly offset: number;
}

/**
 * Comparisons of one field with constants that no row can meet: two of them together, or one that the field's type excludes.
 * Only those count that the whole rule needs. One of several alternatives may be there for later.
 */
export function contradictionsIn(conditions: readonly Condition[], context: BindContext): readonly Contradiction[] {
  const known = new Map<string, { readonly text: string; readonly claimed: Claimed }[]>();
  return conditions.flatMap(needed).flatMap((comparison): readonly Contradiction[] => {
    const bound = bindConditions([comparison], context);
    const compared = bound.ok ? endOf(bound.value) : null;
    const claimed = compared === null ? null : claimedOf(compared);
    if (compared === null || claimed === null || !('field' in compared.operand)) return [];
    const { field, type } = compared.operand;
    const name = comparison.path.map(({ text }) => text).join('.');
    const text = `${name}=${writtenOf(comparison)}`;
    const place = { offset: comparison.value.offset };
    const earlier = known.get(name) ?? [];
    known.set(name, [...earlier, { text, claimed }]);
    if (claimed.kind === 'null' && !field.nullable && field.computed === null) {
      const relation = comparison.path.slice(0, -1).map((each) => each.text);
      const expected =
        relation.length === 0 ? 'another rule, or nullable: true' : `${relation.join('.')}=is.null for no row`;
      return [{ ...place, message: `${name} is never null, and ${text} never holds`, expected }];
    }
    const limit =
      claimed.kind === 'null' ? undefined : ofType(type).find((each) => excludes(each.claimed, claimed, type));
    if (limit !== undefined)
      return [
        {
          ...place,
          message: `${name} is ${limit.words}, and ${text} never holds`,
          expected: 'a value that the field can have',
        },
      ];
    const other = earlier.find((each) => excludes(each.claimed, claimed, type));
    if (other === undefined) return [];
    const expected = 'or=(...) if one of them is enough';
    return [{ ...place, message: `no row has both ${other.text} and ${text}`, expected }];
  });
}

/** The comparisons that one row must meet. Within `and(...)`, each condition on a relation may hold for another related row. */
function needed(condition: Condition): readonly Comparison[] {
  if (condition.kind === 'comparison') return [condition];
  const { operator, negated, path, operands } = condition;
  if (operator !== 'and' || negated || path.length > 0) return [];
  return operands.flatMap(needed).filter((each) => each.path.length === 1);
}

/** The comparison at the end of the relations. */
function endOf([condition]: readonly BoundCondition[]): BoundComparison | null {
  if (condition?.kind === 'comparison') return condition;
  return condition?.kind === 'related' && !condition.negated && condition.condition !== null
    ? endOf([condition.condition])
    : null;
}

function writtenOf({ negated, operator, value }: Comparison): string {
  const text = value.kind === 'list' ? `(${value.items.map((item) => item.text).join(',')})` : value.text;
  return `${negated ? 'not.' : ''}${operator}.${text}`;
}
