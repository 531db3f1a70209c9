import { type Fragment, raw, sql } from '../../sql/fragment.ts';
import { line } from '../../sql/line.ts';
import type { FieldTypeWord } from '../field_type_word.ts';
import { textSchema } from '../json_schema/json_schema.ts';
import { textMisfit } from './misfit.ts';
import { type BoundWord, readAlone, readRange } from './range.ts';
import type { ReadValue } from './read_value.ts';
import { typedLiteral } from './sql_literal.ts';

/** What one type of ranges has besides its bounds. */
interface RangeForm {
  /** The type in PostgreSQL. */
  readonly column: string;
  readonly means: string;
  /** A bound, as a regular expression. */
  readonly pattern: string;
  /** The most bytes of a bound. */
  readonly longest: number;
  /** The type of its bounds. */
  readonly of: 'integer' | 'decimal' | 'date' | 'datetime';
}

/** The common part of all types of ranges. */
export function rangeWord<Type>(word: BoundWord, { column, means, pattern: bound, longest, of }: RangeForm) {
  const part = ` *("${bound}"|${bound})? *`;
  const pattern = `(empty| *[[(]${part},${part}[\\])] *)`;
  return {
    traits: ['equal', 'ordered', 'nullable', 'listed', 'containing', 'overlapping', 'bounded'],
    means: `${means}, such as ${word.example}`,
    otherNames: [column],
    facets: {},
    read: (_, text) => readComparand(text, word),
    misfit: (_, value, written) => textMisfit(value, written, (text) => readRange(text, word)),
    column: () => column,
    castNames: [column],
    literal: (_, text) => typedLiteral(text, column),
    longest: () => 2 * longest + '"[,)"'.length,
    schema: (_, exact) =>
      textSchema(exact, { type: 'string', pattern: `^${pattern}$` }, (text) => {
        const read = readRange(text, word);
        return read.ok ? null : `${read.message}; expected ${read.expected}`;
      }),
    sent: (_, value) => canonical(String(value), word),
    example: () => word.example,
    answered: (_, value) => canonical(String(value), word),
    filter: { name: `${of}_range`, value: `(${pattern}|${bound})` },
    // Z, since the plus of an offset means a space in a URL.
    filterExample: (value) => `ov.${String(value).replaceAll('+00:00', 'Z')}`,
    typescript: { read: () => 'RangeText', filter: () => 'RangeFilter' },
    range: { of, alone: <Value>(value: Fragment<Value>) => sql<Value>`${raw(column)}(${value}, ${value}, '[]')` },
  } satisfies Partial<FieldTypeWord<Type>>;
}

/** In comparisons, a value stands for the range that has it alone. */
function readComparand(text: string, word: BoundWord): ReadValue {
  const range = readRange(text, word);
  if (range.ok || /^ *[[(]/.test(text)) return range;
  const alone = readAlone(text, word);
  return alone.ok ? alone : range;
}

function canonical(text: string, word: BoundWord): string {
  const read = readRange(text, word);
  return read.ok ? read.value : text;
}

interface WrittenBound {
  /** A bound, as a regular expression of PostgreSQL. */
  readonly pattern: string;
  /** Whether a text of this look is a bound, as SQL. */
  readonly fits: (text: string) => string;
  readonly column: string;
  /** Whether PostgreSQL writes all ranges as `[from,to)`. */
  readonly isHalfOpen: boolean;
}

/** Whether a text is a range as PostgreSQL writes it. No part of it is cast before it is known to fit. */
export function isWrittenRange({ pattern, fits, column, isHalfOpen }: WrittenBound): (text: string) => string {
  const [open, close] = isHalfOpen ? ['\\[', '\\)'] : ['[[(]', '[])]'];
  return (text) => {
    const part = (at: 1 | 2) => `split_part(substr(${text}, 2, char_length(${text}) - 2), ',', ${at})`;
    const [from, to] = [part(1), part(2)];
    const isRange = `${from}::${column} < ${to}::${column}`;
    const isAlone = isHalfOpen ? '' : ` or (${from}::${column} = ${to}::${column} and ${text} ~ '^\\[.*\\]$')`;
    return line`
      case
        when ${text} in ('empty', '(,)') then true
        when ${text} ~ '^${open}${pattern},\\)$' then ${fits(from)}
        when ${text} ~ '^\\(,${pattern}${close}$' then ${fits(to)}
        when ${text} !~ '^${open}${pattern},${pattern}${close}$' then false
        when not (${fits(from)}) or not (${fits(to)}) then false
        else ${isRange}${isAlone}
      end`;
  };
}
