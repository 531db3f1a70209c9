import { type ExtensionPoint, extensionPoint } from '../../model/feature.ts';
import type { Model } from '../../model/model.ts';

/** What a feature does once rows have come past the triggers: statements of SQL, in the transaction that brings the rows. */
export const inMove: ExtensionPoint<(model: Model) => readonly string[]> = extensionPoint();
