import { recipientText } from '../../docs/change/recipient_text.ts';
import { conditionWords } from '../../model/condition/words.ts';
import type { Table } from '../../model/model.ts';
import { type NotifyRule, notifyRules } from './rule.ts';

/** Whom events are told. */
export function notificationChanges(before: Table, after: Table): readonly string[] {
  const [was, now] = [notifyRules.of(before), notifyRules.of(after)];
  const text = (rules: readonly NotifyRule[]) => rules.map(notifyText).sort().join();
  if (text(was) === text(now)) return [];
  if (now.length === 0) return ['nobody is notified of its events any longer'];
  return [was.length === 0 ? 'parties are notified of its events' : 'other parties are notified of its events'];
}

function notifyText({ on, to, when }: NotifyRule): string {
  const ways = to.map(recipientText).sort();
  return JSON.stringify([[...on].sort(), ways, when && conditionWords(when)]);
}
