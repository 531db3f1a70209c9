import { resourceAddress } from '../../docs/address.ts';
import { type Block, heading, list, text } from '../../docs/block.ts';
import { recipientWords } from '../../docs/recipient_words.ts';
import { conditionWords } from '../../model/condition/words.ts';
import type { Model, Table } from '../../model/model.ts';
import { noticeResource } from './resource.ts';
import { type NoticeRule, noticeRules } from './rule.ts';

/** The notices of a row: who gets them, and under which condition. */
export function noticesSection(table: Table, model: Model): readonly Block[] {
  const notices = noticeRules.of(table);
  if (notices.length === 0) return [];
  return [
    heading('Notices'),
    text(
      `While a row meets one of these conditions, the parties that have to act get a [notice](events.html#notices). Read yours at [\`${noticeResource}\`](${resourceAddress(noticeResource, model)}):`,
    ),
    list(
      notices.map(
        (rule) => `\`${rule.type}\` while ${stateWords(rule)}, shown to ${partyWords(rule)}: ${rule.message}`,
      ),
    ),
  ];
}

export function stateWords({ when, isBroken }: NoticeRule): string {
  const state = conditionWords(when);
  return isBroken ? `this is not so: ${state}` : state;
}

export function partyWords({ to }: NoticeRule): string {
  return to.map((each) => `${each.former ? 'the former ' : ''}${recipientWords(each)}`).join(', ');
}
