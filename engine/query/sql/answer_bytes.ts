/**
 * SQL for the bytes of a text as a share of what an answer may have: past the whole of it, PostgreSQL fails (see
 * isTooLong), and so does a sum of shares. Of the built-in aggregates sum(real) alone stops at a bound, at the row that
 * passes it: PostgreSQL builds no more of an answer than that, and counting costs a list nothing that can be measured.
 */
function renderShare(text: string, bytes: number): string {
  return `octet_length(${text})::real * real '${(largestReal / bytes).toPrecision(8)}'`;
}

// A little less than what IEEE 754 has, which rounding must not pass.
const largestReal = 3.402823e38;

/** The condition on an aggregate of texts that keeps their sum within the bytes. It holds, or the statement fails. */
export function boundedSum(text: string, bytes: number): string {
  return `coalesce(sum(${renderShare(text, bytes)}), 0) >= 0`;
}

/**
 * A statement's rows, which have the text, or null, in the column `body`: one that is too long fails the statement. The fence of
 * `offset 0` keeps PostgreSQL from building the text a second time to count its bytes.
 */
export function boundedRows(columns: readonly string[], rows: string, bytes: number): string {
  const shown = columns.map((column) => `line.${column}`).join(', ');
  return `select ${shown} from (${rows} offset 0) as line where (${renderShare('line.body', bytes)} >= 0) is not false`;
}
