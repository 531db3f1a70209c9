import { type Fragment, join, raw, sql } from '../../../../sql/fragment.ts';

/**
 * SQL for the bytes of a text as a share of the limit of an answer. Above the limit, PostgreSQL fails (see isTooLong),
 * and so does a sum of shares. Of the built-in aggregates, only sum(real) stops at a bound, at the row that exceeds it.
 * So PostgreSQL builds no longer answer, and the cost of counting is too small to measure.
 */
function renderShare(text: Fragment, bytes: number): Fragment {
  return sql`octet_length(${text})::real * real '${raw((largestReal / bytes).toPrecision(8))}'`;
}

// A little less than what IEEE 754 has, which rounding must not pass.
const largestReal = 3.402823e38;

/** The condition on an aggregate of texts that keeps their sum within the bytes. It holds, or the statement fails. */
export function boundedSum(text: Fragment, bytes: number): Fragment {
  return sql`coalesce(sum(${renderShare(text, bytes)}), 0) >= 0`;
}

/**
 * A statement's rows, which have the text, or null, in the column `body`: one that is too long fails the statement. The fence of
 * `offset 0` keeps PostgreSQL from building the text a second time to count its bytes.
 */
export function boundedRows<Value>(columns: readonly string[], rows: Fragment<Value>, bytes: number): Fragment<Value> {
  const shown = join(
    columns.map((column) => raw(`line.${column}`)),
    ', ',
  );
  const share = renderShare(raw('line.body'), bytes);
  return sql`select ${shown} from (${rows} offset 0) as line where (${share} >= 0) is not false`;
}
