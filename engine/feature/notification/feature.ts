import { inDefinition } from '../../definition/feature.ts';
import { writtenUnder } from '../../definition/language/definition.ts';
import { inDocs } from '../../docs/feature.ts';
import type { Feature } from '../../model/feature.ts';
import { inSchema } from '../../schema/feature.ts';
import { reading } from '../../schema/role/grant.ts';
import { inWorker } from '../../worker/feature.ts';
import { notificationChanges } from './changes.ts';
import { notifyKey } from './language.ts';
import { notifiedFunctions, notifiedObjects } from './notified.ts';
import { notificationsSection } from './page_section.ts';
import { readNotify } from './read.ts';
import { deriveNotification, notificationResource } from './resource.ts';
import { notificationRights } from './rights.ts';
import { notifyRules, renamedNotify } from './rule.ts';

/** Sends events to the parties that they concern. */
export const notification: Feature = {
  name: notificationResource,
  rows: { areFinal: false, areAddressed: true, raiseEvents: false },
  parts: [
    inDefinition.part({
      keys: [notifyKey],
      resource: ({ events }, definitions) =>
        events !== null && definitions.some((each) => writtenUnder(notifyKey, each) !== undefined)
          ? deriveNotification()
          : null,
      rules: { read: (asked) => notifyRules.keep(readNotify(asked)), renamed: renamedNotify },
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
    inDocs.part({ section: notificationsSection, changes: notificationChanges }),
  ],
};
