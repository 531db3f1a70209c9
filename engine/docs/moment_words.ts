import { conditionWords } from '../model/condition/words.ts';
import type { WriteMoment } from '../model/write_moment.ts';
import { roleWords } from './role_words.ts';

/** After which writes a check is asked, as words behind the rule. Empty for one that always holds. */
export function momentWords(moment: WriteMoment | null): string {
  if (moment === null) return '';
  const { on, when, before, roles, changes } = moment;
  const writes = [...on].map((write) => (write === 'update' && changes !== null ? updateOf(changes) : write));
  const conditions = [
    ...(before === null ? [] : [`before it ${conditionWords(before)}`]),
    ...(when === null ? [] : [`after it ${conditionWords(when)}`]),
  ];
  const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
  return `; asked of each ${writes.join(', ')}${roleWords(roles)}${where}`;
}

function updateOf(changes: readonly string[]): string {
  return `update of ${changes.map((name) => `\`${name}\``).join(' or ')}`;
}
