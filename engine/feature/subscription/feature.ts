import { inDefinition } from '../../definition/feature.ts';
import { inService } from '../../http/feature.ts';
import { inWrites } from '../../http/request/assignment.ts';
import type { Feature } from '../../model/feature.ts';
import { inSchema } from '../../schema/feature.ts';
import { inWorker } from '../../worker/feature.ts';
import { deliveryObjects } from './delivery_table.ts';
import { makerOf } from './maker.ts';
import { deriveSubscription, subscriptionResource } from './resource.ts';

/** Where events are sent as they become visible. */
export const subscription: Feature = {
  name: subscriptionResource,
  rows: { areFinal: false, areAddressed: false, raiseEvents: true },
  parts: [
    inDefinition.part({
      resource: ({ events, roles }) => (events?.webhooks ? deriveSubscription(events.prefix, roles) : null),
    }),
    inSchema.part({
      beside: deliveryObjects,
      rights: {
        relations: [
          { relation: 'almanac.delivery', rights: [{ right: 'select' }, { right: 'insert' }, { right: 'update' }] },
        ],
        functions: [],
      },
    }),
    inWrites.part(makerOf),
    inWorker.part(async () => (await import('./work.ts')).subscriptionWorks),
    inService.part(async (model) => (await import('./service.ts')).subscriptionService(model)),
  ],
};
