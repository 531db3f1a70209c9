import { type Fragment, join, raw, sql, textConstant } from '../../../sql/fragment.ts';

/**
 * The words of some texts as a tsvector; the words of the first text weigh most (PostgreSQL manual, 12.3.1). An index
 * has the same expression. Only so much of each text counts that no document is longer than a tsvector can be, which is 1 MB.
 */
export function renderDocument<Of, Value>(
  { fields, language }: { readonly fields: readonly Of[]; readonly language: string },
  textOf: (field: Of) => Fragment<Value>,
): Fragment<Value> {
  const most = raw(String(Math.floor(mostCharacters / fields.length)));
  const words = fields.map((field, index) => {
    const text = sql`left(coalesce(${textOf(field)}, ''), ${most})`;
    return sql`setweight(to_tsvector(${textConstant(language)}, ${text}), ${textConstant(weights[index] ?? leastWeight)})`;
  });
  return sql`(${join(words, ' || ')})`;
}

/** How well the words of a document fit a query; the more, the better. */
export function renderRank<Value>(document: Fragment<Value>, query: Fragment<Value>): Fragment<Value> {
  return sql`ts_rank(${document}, ${query})`;
}

/** How much of all texts of a row is searched. */
const mostCharacters = 50_000;

const leastWeight = 'D';
const weights = ['A', 'B', 'C', leastWeight];
