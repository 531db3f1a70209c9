import { inDefinition } from '../../definition/feature.ts';
import { inService } from '../../http/feature.ts';
import type { Feature } from '../../model/feature.ts';
import { inSchema } from '../../schema/feature.ts';
import { inMigration } from '../../schema/migration/feature.ts';
import { reading } from '../../schema/role/grant.ts';
import { inWorker } from '../../worker/feature.ts';
import { keepFiles } from './keep.ts';
import { fileFunctions, fileObjects } from './object.ts';
import { fileSteps, stopSweepSteps } from './step.ts';

/** Files of rows: uploads, downloads, and what keeps their bytes as long as a row or a version has them. */
export const file: Feature = {
  name: 'file',
  rows: { areFinal: false, areAddressed: false, raiseEvents: true },
  parts: [
    inDefinition.part({ resource: () => null }),
    inSchema.part({
      record: () => keepFiles,
      functions: fileObjects,
      rights: { relations: [reading('almanac.stored_file', ['due_at', 'is_gone'])], functions: fileFunctions },
    }),
    inMigration.part({ afterNames: stopSweepSteps, afterTables: fileSteps }),
    inWorker.part(async () => (await import('./work.ts')).fileWorks),
    inService.part(async (model) => (await import('./service.ts')).fileService(model)),
  ],
};
