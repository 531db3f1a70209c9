import type { Model } from '../../model/model.ts';
import type { Work } from '../../worker/feature.ts';
import { eventResource } from '../event/resource.ts';
import { sequenced } from '../event/work.ts';
import { startNotifier } from './notifier.ts';
import { notificationResource } from './resource.ts';

/** Makes notifications of new events. */
export function notificationWorks({ service, resources }: Model): readonly Work[] {
  if (service.events === null || !resources.has(notificationResource)) return [];
  const head = `(select max(event.id) from public.${eventResource} as event)`;
  return [
    {
      name: 'notifier',
      queue: null,
      due: `exists (select from almanac.notified where notified.last_event < ${head})`,
      heeds: [sequenced],
      start: ({ model, database, failed }) => startNotifier(model, database, failed),
    },
  ];
}
