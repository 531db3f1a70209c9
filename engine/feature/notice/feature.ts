import { inDefinition } from '../../definition/feature.ts';
import { deriveNotice, noticeResource } from '../../definition/notice.ts';
import type { Feature } from '../../model/feature.ts';
import { inSchema } from '../../schema/feature.ts';
import { reading } from '../../schema/grant.ts';
import { inMigration } from '../../schema/migration/feature.ts';
import { inWorker } from '../../worker/feature.ts';
import { noticeSteps } from './function_step.ts';
import { noteChanges } from './note.ts';
import { standingIndex } from './standing.ts';
import { computeNotices, noticeFunctions, noticeObjects } from './turn.ts';

/** What a party has to do something about, for as long as it is so. */
export const notice: Feature = {
  name: noticeResource,
  rows: { areFinal: false, areAddressed: true },
  parts: [
    inDefinition.part({
      resource: ({ events }, definitions) =>
        events !== null && definitions.some(({ notices }) => notices !== undefined)
          ? deriveNotice(events.prefix, definitions)
          : null,
    }),
    inSchema.part({
      beside: () => noticeObjects,
      indexes: (table, give) => [standingIndex(table, give)],
      record: noteChanges,
      functions: noticeFunctions,
      rights: {
        resource: () => [{ right: 'select' }],
        relations: [
          reading('almanac.notice_change', ['id']),
          reading('almanac.notice_change_id_seq'),
          reading('almanac.notice_clock'),
          reading('almanac.notice_rules'),
        ],
        functions: [computeNotices],
      },
    }),
    inMigration.part({ afterTables: noticeSteps }),
    inWorker.part(async () => (await import('./work.ts')).noticeWorks),
  ],
};
