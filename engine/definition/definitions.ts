import { nearest } from '../language/nearest.ts';
import type { Finding } from './file/report.ts';
import type { Source } from './file/source.ts';
import type { ResourceDefinition } from './language/definition.ts';

/** All resources of a folder, as they see each other while each is completed. */
export interface Definitions {
  /** By name; of a file with faults, what is left without them. */
  readonly wellFormed: ReadonlyMap<string, WellFormed>;
  /**
   * The names of all resources, and the names that files with faults may define, so that one fault is reported once.
   */
  readonly names: ReadonlySet<string>;
  /** Names of fields about which nothing is known but that they are there. */
  readonly doubtful: ReadonlySet<string>;
}

export interface WellFormed {
  readonly source: Source;
  readonly definition: ResourceDefinition;
  /** Names of its fields that had faults. */
  readonly doubtful: ReadonlySet<string>;
}

/** The name that a file gives to its resource, even in a file with faults; null without a name. */
export function resourceName(content: unknown): string | null {
  if (typeof content !== 'object' || content === null || !('resource' in content)) return null;
  return typeof content.resource === 'string' ? content.resource : null;
}

/**
 * Names under which other files may refer to what a file with faults defines; it may name its resource itself. The file of
 * the service defines no resource.
 */
export function likelyNames(file: string, name: string | null): readonly string[] {
  const fileName = file.replace(/\.ya?ml$/i, '');
  if (name === null) return fileName.toLowerCase() === 'service' ? [] : [fileName];
  return [fileName, name, toSnakeCase(name)];
}

/** The name that was probably meant; the text itself where it is one. */
export function toSnakeCase(text: string): string {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '');
}

/** What to report of a name that no resource has. */
export function unknownResource(name: string, { names }: Pick<Definitions, 'names'>): Finding {
  return {
    message: `there is no resource ${name}`,
    expected: 'the name of a resource in this folder',
    nearest: nearest(name, names),
  };
}
