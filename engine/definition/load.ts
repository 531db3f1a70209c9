import { join } from 'node:path';
import { nearest } from '../language/nearest.ts';
import type { ResourceDefinition, ServiceDefinition } from './definition.ts';
import { compareFaults, type Fault } from './fault.ts';
import { deriveHistory } from './history.ts';
import type { Model, Resource, Service } from './model.ts';
import { type Files, type Place, placeOf, readFiles, readSources, type Source } from './read.ts';
import { cyclesOfRequiredReferences } from './reference_cycle.ts';
import { buildService } from './service.ts';
import { checkShape } from './shape.ts';
import { buildTable } from './table.ts';

export type LoadedModel =
  | { readonly ok: true; readonly model: Model; readonly files: Files }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/** A resource file of the right shape, and what the other files hold. */
export interface Definitions {
  /** By resource name. */
  readonly wellFormed: ReadonlyMap<string, { readonly source: Source; readonly definition: ResourceDefinition }>;
  /** Names of all resources, those with faults in their files included, so that one fault is reported once. */
  readonly names: ReadonlySet<string>;
}

/** Adds a fault at a key or value of the file. */
export type Report = (
  path: readonly (string | number)[],
  fault: {
    readonly message: string;
    readonly expected?: string | null;
    readonly nearest?: string | null;
    readonly part?: 'key' | 'value';
    readonly place?: Place;
  },
) => void;

/**
 * Reads a folder of definitions into the model, or reports everything that is wrong with them.
 * @throws the file system's error when the folder cannot be read.
 */
export async function loadModel(folder: string): Promise<LoadedModel> {
  return buildModel(await readFiles(folder), folder);
}

/** The model of these files; the name of their folder is for messages. */
export function buildModel(files: Files, folder: string): LoadedModel {
  const { sources, faults } = readSources(files, folder);
  const shaped = sources.map((source) => ({ source, faults: checkShape(source) }));
  faults.push(...shaped.flatMap((each) => each.faults));
  const right = shaped.filter((each) => each.faults.length === 0).map((each) => each.source);

  const services = sources.filter((source) => isService(source.content));
  for (const extra of services.slice(1)) {
    faults.push({
      ...placeOf(extra, ['service'], 'key'),
      message: 'defines the service again',
      expected: `one file with "service", and ${services[0]?.file} has it`,
      nearest: null,
    });
  }
  if (services.length === 0) {
    const file = join(folder, 'service.yaml');
    if (!faults.some((fault) => fault.file === file))
      faults.push({
        file,
        line: 1,
        column: 1,
        message: 'is missing',
        expected: 'a file with "service: <title>"',
        nearest: null,
      });
  }
  const serviceSource = right.find((source) => source === services[0]);

  const definitions = collect(sources, right, faults);
  const resources: Resource[] = [];
  for (const { source, definition } of definitions.wellFormed.values()) {
    const table = buildTable(definition, definitions, source, reporter(source, faults));
    resources.push(table);
    if (table.history !== null) resources.push(deriveHistory(table));
  }
  for (const { resource, path, message } of cyclesOfRequiredReferences(definitions)) {
    const entry = definitions.wellFormed.get(resource);
    if (entry !== undefined)
      reporter(entry.source, faults)(path, { message, expected: 'a nullable reference somewhere on the way round' });
  }
  if (faults.length > 0 || serviceSource === undefined) return { ok: false, faults: faults.sort(compareFaults) };
  const service = buildService(serviceSource.content as ServiceDefinition);
  return { ok: true, model: makeModel(service, resources), files };
}

/** A model of the parts, its resources in order of name. */
export function makeModel(service: Service, resources: readonly Resource[]): Model {
  const ordered = [...resources].sort((a, b) => (a.name < b.name ? -1 : 1));
  return { service, resources: new Map(ordered.map((resource) => [resource.name, resource])) };
}

function collect(sources: readonly Source[], right: readonly Source[], faults: Fault[]): Definitions {
  const first = new Map<string, Source>();
  const wellFormed = new Map<string, { source: Source; definition: ResourceDefinition }>();
  for (const source of sources) {
    const name = resourceName(source.content);
    if (name === null) continue;
    const earlier = first.get(name);
    if (earlier !== undefined) {
      faults.push({
        ...placeOf(source, ['resource']),
        message: `the resource ${name} is defined twice`,
        expected: `one file for each resource, and ${earlier.file} has this one`,
        nearest: null,
      });
      continue;
    }
    first.set(name, source);
    if (right.includes(source)) wellFormed.set(name, { source, definition: source.content as ResourceDefinition });
  }
  for (const [name, { source, definition }] of wellFormed) {
    const history = `${name}_history`;
    if (definition.history === true && first.has(history)) {
      faults.push({
        ...placeOf(first.get(history) as Source, ['resource']),
        message: `the name ${history} belongs to the history of ${name}`,
        expected: 'another name',
        nearest: null,
      });
    }
    if (definition.history === true && Buffer.byteLength(history) > 63) {
      faults.push({
        ...placeOf(source, ['resource']),
        message: `the name of its history, ${history}, is longer than PostgreSQL keeps`,
        expected: 'a resource name of at most 55 characters',
        nearest: null,
      });
    }
  }
  return { wellFormed, names: new Set(first.keys()) };
}

/** The message for a name that no resource has. */
export function unknownResource(
  name: string,
  definitions: Definitions,
): { message: string; expected: string; nearest: string | null } {
  return {
    message: `there is no resource ${name}`,
    expected: 'the name of a resource in this folder',
    nearest: nearest(name, definitions.names),
  };
}

function reporter(source: Source, faults: Fault[]): Report {
  return (path, { message, expected = null, nearest: near = null, part = 'value', place }) => {
    faults.push({ ...(place ?? placeOf(source, path, part)), message, expected, nearest: near });
  };
}

function isService(content: unknown): boolean {
  return typeof content === 'object' && content !== null && 'service' in content;
}

function resourceName(content: unknown): string | null {
  if (typeof content !== 'object' || content === null || !('resource' in content)) return null;
  return typeof content.resource === 'string' ? content.resource : null;
}
