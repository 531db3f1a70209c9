import { type ExtensionPoint, extensionPoint } from '../model/feature.ts';
import type { Table } from '../model/model.ts';
import type { Service } from '../model/service.ts';
import type { ResourceDefinition } from './language/definition.ts';

/** What definitions ask of a feature. */
interface DefinitionPart {
  /** The resource that it makes for a service with these resources; null where it makes none. */
  readonly resource: (service: Service, definitions: readonly ResourceDefinition[]) => Table | null;
}

export const inDefinition: ExtensionPoint<DefinitionPart> = extensionPoint();
