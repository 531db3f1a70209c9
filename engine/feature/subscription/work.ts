import type { Model } from '../../model/model.ts';
import type { Work } from '../../worker/feature.ts';
import { eventResource } from '../event/resource.ts';
import { sequenced } from '../event/work.ts';
import { deliveriesDue, startDeliveries } from './delivery.ts';
import { subscriptionResource } from './resource.ts';

/** Sends events to subscriptions. */
export function subscriptionWorks({ service, resources }: Model): readonly Work[] {
  const event = resources.get(eventResource);
  if (!service.events?.webhooks || event === undefined || !resources.has(subscriptionResource)) return [];
  const head = `(select max(event.id) from public.${eventResource} as event)`;
  return [
    {
      name: 'deliveries',
      queue: null,
      due: deliveriesDue(head),
      heeds: [sequenced],
      start: ({ model, database, failed, retrySeconds, lookMilliseconds }) =>
        startDeliveries(model, event, database, {
          failed,
          ...(retrySeconds !== undefined && { retrySeconds }),
          spacingMilliseconds: lookMilliseconds,
        }),
    },
  ];
}
