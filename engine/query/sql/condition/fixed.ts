import { type Fragment, raw } from '../../../sql/fragment.ts';
import { textLiteral } from '../../../sql/literal.ts';
import type { Sql, StatementValue } from './statement.ts';

/**
 * A piece of a statement for a function of the database: its values stand in the text. None may be of a request. Some pieces of
 * its text, such as the name of a table, may be others.
 */
export function fixed(piece: Sql, others: ReadonlyMap<string, Fragment> = none): Fragment {
  switch (piece.kind) {
    case 'text':
      return others.get(piece.text) ?? piece;
    case 'template':
      return { ...piece, parts: piece.parts.map((part) => (typeof part === 'number' ? part : fixed(part, others))) };
    case 'joined':
      return { ...piece, parts: piece.parts.map((part) => fixed(part, others)) };
    case 'placeholder':
      return raw(constantOf(piece.value));
  }
}

const none: ReadonlyMap<string, Fragment> = new Map();

function constantOf({ text, slot }: StatementValue): string {
  if (slot !== null) throw new Error('a rule of the database has no caller');
  return text === null ? 'null' : textLiteral(text);
}
