import { noticeResource } from '../../definition/notice.ts';
import type { Model, NoticeRule, Table } from '../../model/model.ts';
import { resourceAddress } from '../address.ts';
import { type Block, heading, list, text } from '../block.ts';
import { conditionWords } from '../condition_words.ts';

/** The notices of a row: who gets them, and under which condition. */
export function noticesSection({ notices }: Table, model: Model): readonly Block[] {
  if (notices.length === 0) return [];
  return [
    heading('Notices'),
    text(
      `While a row meets one of these conditions, the parties that have to act get a [notice](events.html#notices). Read yours at [\`${noticeResource}\`](${resourceAddress(noticeResource, model)}):`,
    ),
    list(
      notices.map(
        (rule) => `\`${rule.type}\` while ${stateWords(rule)}, shown to ${recipientWords(rule)}: ${rule.message}`,
      ),
    ),
  ];
}

export function stateWords({ when, instants }: NoticeRule): string {
  const times = [...instants].map(([path, instant]) => `${path === '' ? 'the row' : `\`${path}\``} at \`${instant}\``);
  return [conditionWords(when), ...times].join(', ');
}

export function recipientWords({ to }: NoticeRule): string {
  return to.map(({ text: way, former }) => (former ? `the former \`${way}\`` : `\`${way}\``)).join(', ');
}
