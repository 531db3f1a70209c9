import { nearest } from '../../language/nearest.ts';
import type { Value } from '../../language/syntax.ts';
import { oneOf } from '../../language/wording.ts';
import { operatorWord } from '../../vocabulary/operator/operators.ts';
import { anyText } from '../../vocabulary/type/text.ts';
import { inputClaim, inputPrefix } from '../call.ts';
import type { CallerValue } from '../field.ts';
import { type Bound, refuseValue } from './bound.ts';
import type { Compared, RuleValues } from './rule_context.ts';
import { typeMisfit } from './type_misfit.ts';

/** Whether these names, of `{input.name}`, stand for a value that a call takes. */
export function isInput([first]: readonly string[], { inputs }: Pick<RuleValues, 'inputs'>): boolean {
  return inputs !== undefined && first === inputPrefix;
}

/** The value that a call takes under a name, which fits what the rule compares it with. */
export function readInput(
  [, name = '', ...below]: readonly string[],
  value: Value,
  { type, operator }: Compared,
  { inputs = new Map() }: Pick<RuleValues, 'inputs'>,
): Bound<CallerValue> {
  const named = `{${inputPrefix}.${name}}`;
  const refuse = (message: string, expected: string, near: string | null = null) =>
    refuseValue({ offset: value.offset }, message, expected, near);
  const own = inputs.get(name);
  if (own === undefined) {
    const known = [...inputs.keys()];
    const near = nearest(name, known);
    const expected =
      known.length === 0 ? `${name} under input` : oneOf(known.map((each) => `{${inputPrefix}.${each}}`));
    return refuse(`there is no input ${name}`, expected, near && `{${inputPrefix}.${near}}`);
  }
  if (below.length > 0) return refuse(`${name} is one value, and nothing stands below it`, named);
  if (own.kind === 'array') return refuse(`${named} is an array, and a rule takes one value`, 'an input of one value');
  if (type.kind === 'period')
    return refuse(`${named} is one value, and ${operator} takes a period`, 'now, or a period');
  const { operand, takesClaimOfArray } = operatorWord(operator);
  if (type.kind === 'array' && !takesClaimOfArray)
    return refuse(
      `${operator} compares arrays, and ${named} is one value`,
      `cs.${named} for an array that contains it`,
    );
  const misfit = typeMisfit(operand.type === null ? type : anyText, own, false);
  if (misfit !== null) return refuse(`${named} is ${misfit}`, 'an input of the same type');
  return { ok: true, value: { kind: 'claim', claim: inputClaim(name) } };
}
