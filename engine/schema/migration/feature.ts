import { type ExtensionPoint, extensionPoint } from '../../model/feature.ts';
import type { ModelChange } from './change/model_change.ts';
import type { Planned } from './step.ts';

/** What migrations ask of a feature. */
interface MigrationPart {
  /** Once what has a new name is called by it. */
  readonly afterNames?: (change: ModelChange) => readonly Planned[];
  /** Steps to run when all tables are changed to the later model. */
  readonly afterTables?: (change: ModelChange) => readonly Planned[];
}

export const inMigration: ExtensionPoint<MigrationPart> = extensionPoint();
