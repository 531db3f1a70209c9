import { inDefinition } from '../../definition/feature.ts';
import { writtenUnder } from '../../definition/language/definition.ts';
import { inDocs } from '../../docs/feature.ts';
import type { Feature } from '../../model/feature.ts';
import { inSchema } from '../../schema/feature.ts';
import { inMigration } from '../../schema/migration/feature.ts';
import { reading } from '../../schema/role/grant.ts';
import { inMove } from '../../transfer/import/feature.ts';
import { inWorker } from '../../worker/feature.ts';
import { readBrokenChecks } from './broken_check.ts';
import { noticeChanges } from './changes.ts';
import { enqueueChanges } from './enqueue.ts';
import { noticeSteps } from './function_step.ts';
import { noticesKey } from './language.ts';
import { noticesSection } from './page_section.ts';
import { readNotices } from './read.ts';
import { deriveNotice, noticeResource } from './resource.ts';
import { noticeRules, renamedNotices } from './rule.ts';
import { standingIndex } from './standing.ts';
import { tolerantRules } from './tolerant_check.ts';
import { computeNotices, noticeFunctions, noticeObjects } from './turn.ts';

/** What a party has to do something about, for as long as it is so. */
export const notice: Feature = {
  name: noticeResource,
  rows: { areFinal: false, areAddressed: true, raiseEvents: false },
  parts: [
    inDefinition.part({
      keys: [noticesKey],
      resource: ({ events }, definitions) =>
        events !== null &&
        definitions.some((each) => writtenUnder(noticesKey, each) !== undefined || tolerantRules(each).length > 0)
          ? deriveNotice(events.prefix, definitions)
          : null,
      rules: {
        read: (asked) => noticeRules.keep([...readNotices(asked), ...readBrokenChecks(asked)]),
        renamed: renamedNotices,
      },
    }),
    inSchema.part({
      beside: () => noticeObjects,
      indexes: (table, give) => [standingIndex(table, give)],
      record: enqueueChanges,
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
    // The service then looks at all rows: nothing has told which are new.
    inMove.part(({ resources }) =>
      resources.has(noticeResource) ? ['update almanac.notice_rules set last_id = 0'] : [],
    ),
    inWorker.part(async () => (await import('./work.ts')).noticeWorks),
    inDocs.part({ section: noticesSection, changes: noticeChanges }),
  ],
};
