import { inRoles } from '../../access/field_rule.ts';
import { inList } from '../../contract/openapi/feature.ts';
import { inDefinition } from '../../definition/feature.ts';
import { inDocs } from '../../docs/feature.ts';
import { inService } from '../../http/feature.ts';
import type { Feature } from '../../model/feature.ts';
import { inRows } from '../../query/sql/condition/row.ts';
import { inSchema } from '../../schema/feature.ts';
import { inMigration } from '../../schema/migration/feature.ts';
import { reading } from '../../schema/role/grant.ts';
import { inWorker } from '../../worker/feature.ts';
import { callEventFunctions, callEventObjects } from './call.ts';
import { lineageTable } from './lineage.ts';
import { eventLogObjects, serviceEventFunctions } from './log.ts';
import { tellOf } from './outbox.ts';
import { eventsSection } from './page_section.ts';
import { withRedacted } from './redacted.ts';
import { eventSteps } from './rename.ts';
import { deriveEvent, eventResource } from './resource.ts';
import { streamContent, streamParameters } from './stream/document.ts';
import { sourceCondition } from './visible.ts';

/** Every change of a row as an event, in the order in which changes became visible. */
export const event: Feature = {
  name: eventResource,
  rows: { areFinal: true, areAddressed: false, raiseEvents: false },
  parts: [
    inDefinition.part({
      resource: ({ events }, definitions, silent) =>
        events === null ? null : deriveEvent(events.prefix, definitions, silent),
    }),
    inSchema.part({
      table: eventLogObjects,
      record: () => (table) => ({ after: tellOf(table), indexes: [], functions: callEventObjects(table) }),
      rights: {
        resource: () => [{ right: 'select' }],
        // Whether there is something to do; how many changes wait, and since when.
        relations: [reading('almanac.outbox', ['id', 'time']), reading('almanac.outbox_id_seq'), reading(lineageTable)],
        functions: serviceEventFunctions,
        functionsOf: callEventFunctions,
      },
    }),
    inMigration.part({ afterNames: eventSteps }),
    inRows.part({ seen: sourceCondition, words: 'they may read the version that it is about' }),
    inRoles.part({ fields: withRedacted }),
    inList.part({ parameters: streamParameters, content: streamContent, codes: ['event_lost'] }),
    inWorker.part(async () => (await import('./work.ts')).eventWorks),
    inService.part(async (model) => (await import('./service.ts')).eventService(model)),
    inDocs.part({ section: eventsSection }),
  ],
};
