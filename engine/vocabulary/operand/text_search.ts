import { empty, type Fragment, raw, sql, textConstant } from '../../sql/fragment.ts';
import type { MayFail, OperatorWord } from '../operator/operator_word.ts';
import { anyText } from '../type/text.ts';
import { unreadableSearch } from './expression_syntax.ts';
import { type OperandForm, readText } from './operand_form.ts';

/** The common part of all text searches; `reader` is the function of PostgreSQL that reads the searched words. */
export function textSearch(
  reader: string,
): Pick<OperatorWord, 'requires' | 'modifier' | 'takesClaimOfArray' | 'sql' | 'render' | 'query'> & MayFail {
  // Once more: PostgreSQL evaluates a function of a constant while it plans.
  const query: OperatorWord['query'] = ({ value, language, once }) =>
    once(readWith(reader, value, language), 'tsquery');
  return {
    requires: 'textual',
    modifier: 'language',
    // Of the size that a document to search in may have.
    mayFail: true,
    trial: (sought, language) => readWith(reader, sought, language),
    takesClaimOfArray: false,
    sql: `@@ ${reader}`,
    render: (comparison) => {
      const { left, isDocument, language } = comparison;
      const document = isDocument ? left : sql`to_tsvector(${configuration(language)}${left})`;
      return sql`${document} @@ ${query(comparison)}`;
    },
    query,
  };
}

/** Words with operators between them. */
export const searchQuery: OperandForm = {
  type: anyText,
  isList: false,
  isKeyword: false,
  isExpression: true,
  read: readText,
  unreadable: unreadableSearch,
};

/** Words alone. */
export const searchWords: OperandForm = { ...searchQuery, isExpression: false, unreadable: () => null };

function readWith<Value>(reader: string, sought: Fragment<Value>, language: string | null): Fragment<Value> {
  return sql`${raw(reader)}(${configuration(language)}${sought})`;
}

function configuration(language: string | null): Fragment {
  return language === null ? empty : sql`${textConstant(language)}, `;
}
