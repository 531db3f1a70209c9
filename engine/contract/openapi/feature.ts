import { type ExtensionPoint, extensionPoint } from '../../model/feature.ts';
import type { Resource } from '../../model/model.ts';
import type { ProblemCode } from '../problem.ts';
import type { OpenapiObject } from './component.ts';

/** What the document of a list asks of a feature, of the list of its own resource. */
interface ListPart {
  readonly parameters: readonly OpenapiObject[];
  /** Further forms of its answer, by their media types. */
  readonly content: (resource: Resource) => OpenapiObject;
  /** How else it can fail. */
  readonly codes: readonly ProblemCode[];
}

export const inList: ExtensionPoint<ListPart> = extensionPoint();

/** What the feature that makes a resource adds to the document of its list; null for most. */
export function listPart(resource: Resource): ListPart | null {
  return resource.kind === 'table' ? inList.of(resource.madeBy) : null;
}
