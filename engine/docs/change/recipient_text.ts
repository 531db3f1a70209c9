import { conditionWords } from '../../model/condition/words.ts';
import type { Recipient } from '../../model/model.ts';

/** A recipient as a text: those with the same text are the same parties. */
export function recipientText({ all, relations, where }: Recipient): string {
  const way = relations.map(({ target, from, to }) => `${from} ${target} ${to}`).join(', ');
  return `${all === null ? '' : `all ${all}: `}${way}${where === null ? '' : ` where ${conditionWords(where)}`}`;
}
