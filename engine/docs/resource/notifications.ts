import type { Model, NotifyRule, Table } from '../../definition/model.ts';
import { notificationResource } from '../../definition/notification.ts';
import { resourceAddress } from '../address.ts';
import { type Block, heading, table as tableOf, text } from '../block.ts';
import { conditionWords } from '../condition_words.ts';

/** Who is notified of which changes of a row. */
export function notificationsSection({ notify }: Table, model: Model): readonly Block[] {
  if (notify.length === 0) return [];
  return [
    heading('Notifications'),
    text(
      `Whom a change concerns, but for who makes it, has a [notification](notifications.html) of its event at [\`${notificationResource}\`](${resourceAddress(notificationResource, model)}):`,
    ),
    tableOf(['of', 'when', 'goes to'], notify.map(ruleWords)),
  ];
}

function ruleWords({ on, when, to }: NotifyRule): readonly string[] {
  return [
    [...on].map((verb) => `\`${verb}\``).join(', '),
    when === null ? 'always' : conditionWords(when),
    to.map(({ text: way }) => `\`${way}\``).join(', '),
  ];
}
