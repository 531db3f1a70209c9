import type { Feature } from '../../model/feature.ts';
import { likelyNames, resourceName, type WellFormed } from '../definitions.ts';
import type { ResourceDefinition } from '../language/definition.ts';
import { type Fault, isSamePlace } from './fault.ts';
import type { Contents } from './read.ts';
import { createShapeCheck, type Shape } from './shape.ts';
import { soundPart } from './sound_part.ts';
import { knownSource, readSource, type Source, type Unreadable } from './source.ts';

/** The readable part of a file, with its faults so far. */
export interface Examined {
  readonly file: string;
  readonly content: unknown;
  readonly faults: readonly Fault[];
  /** The service, if nothing is wrong with it. */
  readonly service: Source | null;
  /** The resource, or what is left of it without its faults. */
  readonly resource: WellFormed | null;
  /** Names under which other files may refer to it. */
  readonly names: readonly string[];
}

type Examine = (file: string, bytes: Uint8Array, contents?: Contents) => Examined;

const known = new WeakMap<readonly Feature[], Examine>();

/** What examines files, by the language with these features. */
export function examineWith(features: readonly Feature[]): Examine {
  const made = known.get(features) ?? createExamine(features);
  known.set(features, made);
  return made;
}

function createExamine(features: readonly Feature[]): Examine {
  const checkShape = createShapeCheck(features);
  // The same bytes are not parsed again: of a thousand files, a migration is about a few.
  const examined = new WeakMap<Uint8Array, Examined>();
  return (file, bytes, contents) => {
    const earlier = examined.get(bytes);
    if (earlier?.file === file) return earlier;
    const content = contents?.get(file);
    const source = content === undefined ? readSource(file, bytes) : knownSource(file, bytes, content);
    const fresh = examine(file, source, checkShape);
    examined.set(bytes, fresh);
    return fresh;
  };
}

function examine(file: string, source: Source | Unreadable, checkShape: (source: Source) => Shape): Examined {
  if (!('text' in source))
    return { ...source, service: null, resource: null, names: likelyNames(file, source.resource) };
  const { content } = source;
  const shape = checkShape(source);
  // Where a value is no good for YAML, its shape says nothing more.
  const isNew = (fault: Fault) => !source.faults.some((each) => isSamePlace(each, fault));
  const faults = [...source.faults, ...shape.faults.filter(isNew)];
  const name = resourceName(content);
  const isRight = faults.length === 0;
  const sound =
    name === null || source.faults.length > 0 ? null : soundPart(content as ResourceDefinition, shape.paths);
  return {
    file,
    content,
    faults,
    service: isRight && isService(content) ? source : null,
    resource: sound === null ? null : { source, ...sound },
    names: namesOf(file, name, isRight, content),
  };
}

function namesOf(file: string, name: string | null, isRight: boolean, content: unknown): readonly string[] {
  if (name === null && isService(content)) return [];
  return isRight && name !== null ? [name] : likelyNames(file, name);
}

export function isService(content: unknown): boolean {
  return typeof content === 'object' && content !== null && 'service' in content;
}
