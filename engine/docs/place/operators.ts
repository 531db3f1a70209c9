import type { OperandType } from '../../definition/condition.ts';
import { operatorsOf } from '../../definition/operand.ts';
import { operators as all, type Operator } from '../../language/syntax.ts';
import { tableText } from '../markdown_text.ts';

const meanings: Readonly<Record<Operator, readonly [holds: string, postgres: string]>> = {
  eq: ['is equal', '='],
  neq: ['is not equal', '<>'],
  lt: ['is less', '<'],
  lte: ['is less or equal', '<='],
  gt: ['is greater', '>'],
  gte: ['is greater or equal', '>='],
  like: ['matches the pattern, in which `*` or `%` stands for any text and `_` for any character', 'like'],
  ilike: ['the same, letter case aside', 'ilike'],
  match: ['matches the regular expression', '~'],
  imatch: ['the same, letter case aside', '~*'],
  isdistinct: ['is not equal, where null is a value like others', 'is distinct from'],
  fts: ['is found by the words, with `&`, `|` and `!` between them', '@@ to_tsquery'],
  plfts: ['is found by all of the words', '@@ plainto_tsquery'],
  phfts: ['is found by the words, one after the other', '@@ phraseto_tsquery'],
  wfts: ['is found by the words as search engines read them: quotes, `or`, `-`', '@@ websearch_to_tsquery'],
  cs: ['contains all that is given', '@>'],
  cd: ['is contained in what is given', '<@'],
  ov: ['has something in common with what is given', '&&'],
  sl: ['lies before the period', '<<'],
  sr: ['lies after the period', '>>'],
  nxr: ['does not end after the period', '&<'],
  nxl: ['does not begin before the period', '&>'],
  adj: ['touches the period', '-|-'],
  is: ['is `null`, `not_null`, or, of a boolean, `true`, `false` or `unknown`', 'is'],
  in: ['is one of the values', '= any'],
};

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
  const rows = all.flatMap((operator) => {
    const kinds = types.filter((type) => operatorsOf(type).includes(operator)).map(({ kind }) => kind);
    if (kinds.length === 0) return [];
    const [holds, postgres] = meanings[operator];
    return [[`\`${operator}\``, holds, `\`${postgres}\``, shownKinds(kinds)]];
  });
  return tableText(['operator', 'holds where the field', 'in PostgreSQL', 'types'], rows);
}
