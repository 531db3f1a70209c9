import { type ExtensionPoint, extensionPoint } from '../model/feature.ts';
import type { Model, Table } from '../model/model.ts';
import type { Block } from './block.ts';

/** What pages ask of a feature. */
interface DocsPart {
  /** A section of the page of a resource; nothing where there is nothing to say. */
  readonly section: (table: Table, model: Model) => readonly Block[];
  /** What has changed about its rules of a resource, which may have had another name. */
  readonly changes?: (was: Table, now: Table, oldName: string) => readonly string[];
}

export const inDocs: ExtensionPoint<DocsPart> = extensionPoint();
