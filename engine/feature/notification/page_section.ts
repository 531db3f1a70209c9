import { resourceAddress } from '../../docs/address.ts';
import { type Block, heading, list, text } from '../../docs/block.ts';
import { recipientWords } from '../../docs/recipient_words.ts';
import { conditionWords } from '../../model/condition/words.ts';
import type { Model, Table } from '../../model/model.ts';
import { notificationResource } from './resource.ts';
import { type NotifyRule, notifyRules } from './rule.ts';

/** Who is notified of which changes of a row. */
export function notificationsSection(table: Table, model: Model): readonly Block[] {
  const notify = notifyRules.of(table);
  if (notify.length === 0) return [];
  return [
    heading('Notifications'),
    text(
      `These changes send a [notification](events.html#notifications) to the parties they concern, except to the party that makes the change. Read yours at [\`${notificationResource}\`](${resourceAddress(notificationResource, model)}):`,
    ),
    list(notify.map(ruleWords)),
  ];
}

function ruleWords({ on, when, to }: NotifyRule): string {
  const verbs = [...on].map((verb) => `\`${verb}\``).join(', ');
  const condition = when === null ? '' : ` when ${conditionWords(when)}`;
  return `${verbs}${condition}: to ${to.map(recipientWords).join(', ')}`;
}
