import { inDefinition } from '../../definition/feature.ts';
import { deriveNotification, notificationResource } from '../../definition/notification.ts';
import type { Feature } from '../../model/feature.ts';
import { inSchema } from '../../schema/feature.ts';
import { reading } from '../../schema/grant.ts';
import { inWorker } from '../../worker/feature.ts';
import { notifiedFunctions, notifiedObjects } from './notified.ts';
import { notificationRights } from './rights.ts';

/** Sends events to the parties that they concern. */
export const notification: Feature = {
  name: notificationResource,
  rows: { areFinal: false, areAddressed: true },
  parts: [
    inDefinition.part({
      resource: ({ events }, definitions) =>
        events !== null && definitions.some(({ notify }) => notify !== undefined) ? deriveNotification() : null,
    }),
    inSchema.part({
      beside: () => notifiedObjects,
      rights: {
        resource: notificationRights,
        relations: [reading('almanac.notified')],
        functions: notifiedFunctions.map(({ name }) => name),
      },
    }),
    inWorker.part(async () => (await import('./work.ts')).notificationWorks),
  ],
};
