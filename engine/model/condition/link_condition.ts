import type { Condition } from '../../language/syntax.ts';
import type { RowType } from './row_type.ts';

/** A condition in two parts: about links, and about the rows behind them. Null for a part that says nothing. */
export interface SplitCondition {
  readonly link: Condition | null;
  readonly there: Condition | null;
}

/** A condition on the rows behind links. When a row is valid is also asked of its link, or only of the link, if one is a timeline. */
export function splitCondition(condition: Condition, link: RowType, target: RowType): SplitCondition {
  if (condition.kind === 'comparison') {
    const [name, ...below] = condition.path;
    if (name === undefined || below.length > 0 || !isTime(name.text, link)) return { link: null, there: condition };
    if (!isTime(name.text, target)) return { link: condition, there: null };
    return { link: name.text === 'valid_at' ? condition : null, there: condition };
  }
  const { operator, negated, path, operands } = condition;
  // All of them hold for one row and its link. For alternatives, the row alone decides.
  if (operator !== 'and' || negated || path.length > 0) return { link: null, there: condition };
  const parts = operands.map((operand) => splitCondition(operand, link, target));
  const joined = (own: readonly (Condition | null)[]): Condition | null => {
    const left = own.filter((each) => each !== null);
    return left.length === 0 ? null : { ...condition, operands: left };
  };
  return { link: joined(parts.map((each) => each.link)), there: joined(parts.map((each) => each.there)) };
}

const times: ReadonlySet<string> = new Set(['valid_at', 'validity', 'valid_from', 'valid_to']);

/** Whether a name is about the validity that a row has. */
function isTime(name: string, { fields }: RowType): boolean {
  return times.has(name) && fields.has('valid_from');
}
