import type { OperandType } from '../../definition/condition.ts';
import { operatorsOf } from '../../definition/operand.ts';
import { operatorNames, operatorWord } from '../../vocabulary/operator/operators.ts';
import { tableText } from '../markdown_text.ts';

const bounds = { minimum: null, maximum: null, multipleOf: null };
const lengths = { minLength: null, maxLength: null };

/** One type of each kind: operators look at nothing more. */
const types: readonly OperandType[] = [
  { kind: 'text', ...lengths, pattern: null, format: null },
  { kind: 'html', ...lengths },
  { kind: 'enum', values: [], transitions: null },
  { kind: 'boolean' },
  { kind: 'integer', ...bounds },
  { kind: 'bigint', ...bounds },
  { kind: 'decimal', precision: 1, scale: 0, ...bounds },
  { kind: 'date' },
  { kind: 'datetime' },
  { kind: 'uuid' },
  { kind: 'reference', to: '' },
  { kind: 'json' },
  { kind: 'array', of: { kind: 'boolean' }, ...lengths },
  { kind: 'period' },
];

function shownKinds(kinds: readonly string[]): string {
  const missing = types.filter(({ kind }) => !kinds.includes(kind)).map(({ kind }) => kind);
  if (missing.length > 1) return kinds.join(', ');
  return missing.length === 0 ? 'all' : `all but ${missing.join()}`;
}

/** Every operator that applies to some type, with those types: the table that the binder goes by. */
export function operators(): string {
  const rows = operatorNames.flatMap((operator) => {
    const kinds = types.filter((type) => operatorsOf(type).includes(operator)).map(({ kind }) => kind);
    if (kinds.length === 0) return [];
    const { holds, sql } = operatorWord(operator);
    return [[`\`${operator}\``, holds, `\`${sql}\``, shownKinds(kinds)]];
  });
  return tableText(['operator', 'holds where the field', 'in PostgreSQL', 'types'], rows);
}
