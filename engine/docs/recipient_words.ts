import { conditionWords } from '../model/condition/words.ts';
import type { Recipient } from '../model/model.ts';

/** Whom something is shown to, as in "`point.operator` if `status` is `active`". */
export function recipientWords({ text, all, where }: Recipient): string {
  const condition = where === null ? '' : ` ${all === null ? 'if' : 'of which'} ${conditionWords(where)}`;
  if (all === null) return `\`${text}\`${condition}`;
  const rows = `all rows of \`${all}\`${condition}`;
  return text === all ? rows : `\`${text}\` of ${rows}`;
}
