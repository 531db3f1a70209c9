import { traitsOfPeriods } from '../../model/condition/operand.ts';
import { fieldTypes } from '../../vocabulary/field_type.ts';
import { operatorNames, operatorWord } from '../../vocabulary/operator/operators.ts';
import type { Trait } from '../../vocabulary/trait.ts';
import { tableText } from '../html/markdown_text.ts';

/** The operands of operators by name: fields of each type, and periods. */
const traits: ReadonlyMap<string, readonly Trait[]> = new Map([
  ...[...fieldTypes].map(([name, word]) => [name, word.traits] as const),
  ['period', traitsOfPeriods],
]);

function shownKinds(kinds: readonly string[]): string {
  const missing = [...traits.keys()].filter((kind) => !kinds.includes(kind));
  if (missing.length > 1) return kinds.join(', ');
  return missing.length === 0 ? 'all' : `all but ${missing.join()}`;
}

/** Every operator with the types that it applies to, from the table that the binder uses. */
export function operators(): string {
  const rows = operatorNames.flatMap((operator) => {
    const { holds, sql, requires } = operatorWord(operator);
    const kinds = [...traits].filter(([, each]) => each.includes(requires)).map(([kind]) => kind);
    return kinds.length === 0 ? [] : [[`\`${operator}\``, holds, `\`${sql}\``, shownKinds(kinds)]];
  });
  return tableText(['operator', 'holds where the field', 'in PostgreSQL', 'types'], rows);
}
