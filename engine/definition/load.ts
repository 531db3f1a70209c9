import { join } from 'node:path';
import type { ServiceDefinition } from './definition.ts';
import { type Definitions, likelyNames, resourceName, type WellFormed } from './definitions.ts';
import { compareFaults, type Fault } from './fault.ts';
import { deriveHistory } from './history.ts';
import type { Model, Resource } from './model.ts';
import { placeOf } from './place.ts';
import { type Files, readFiles } from './read.ts';
import { cyclesOfRequiredReferences } from './reference_cycle.ts';
import { reportTo } from './report.ts';
import { buildService } from './service.ts';
import { checkShape } from './shape.ts';
import { readSource, type Source, type Unreadable } from './source.ts';
import { buildTable } from './table.ts';

export type LoadedModel =
  | { readonly ok: true; readonly model: Model; readonly files: Files }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/**
 * Reads a folder of definitions into the model, or reports everything that is wrong with them.
 * @throws the file system's error when the folder cannot be read.
 */
export async function loadModel(folder: string): Promise<LoadedModel> {
  return buildModel(await readFiles(folder), folder);
}

/**
 * The model of these files, or everything that is wrong with them, in their order; the name of their folder is for
 * messages. Whatever the files hold, this throws nothing.
 */
export function buildModel(files: Files, folder: string): LoadedModel {
  const faults: Fault[] = [];
  const wellFormed: Source[] = [];
  const misshapen: (Source | Unreadable)[] = [];
  for (const [file, bytes] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const source = readSource(file, bytes);
    const found = 'text' in source ? [...source.faults, ...shapeFaults(source)] : source.faults;
    faults.push(...found);
    if ('text' in source && found.length === 0) wellFormed.push(source);
    else misshapen.push(source);
  }
  const service = findService(wellFormed, misshapen, faults);
  const definitions = collect(wellFormed, misshapen, faults);

  const resources: Resource[] = [];
  for (const { source, definition } of definitions.wellFormed.values()) {
    const table = buildTable(definition, definitions, source, reportTo(faults, source));
    resources.push(table);
    if (table.history !== null) resources.push(deriveHistory(table));
  }
  for (const { source, path, way } of cyclesOfRequiredReferences(definitions)) {
    reportTo(faults, source)(path, {
      message: `no row can be the first one: ${way}`,
      expected: 'a nullable reference somewhere on the way round',
      part: 'key',
    });
  }
  const built = service === null ? null : buildService(service.content as ServiceDefinition, reportTo(faults, service));
  if (built === null || faults.length > 0) {
    return {
      ok: false,
      faults: faults.map((fault) => ({ ...fault, file: join(folder, fault.file) })).sort(compareFaults),
    };
  }
  const ordered = resources.sort((a, b) => (a.name < b.name ? -1 : 1));
  const model = { service: built, resources: new Map(ordered.map((each) => [each.name, each])) };
  return { ok: true, model, files };
}

/** Those of the shape, but where a value is no good for YAML its shape says nothing more. */
function shapeFaults(source: Source): readonly Fault[] {
  const isKnown = (fault: Fault) =>
    source.faults.some(({ line, column }) => line === fault.line && column === fault.column);
  return checkShape(source).filter((fault) => !isKnown(fault));
}

/** The source that defines the service, if its shape is right; no such file at all is a fault, and so is a second one. */
function findService(
  wellFormed: readonly Source[],
  misshapen: readonly (Source | Unreadable)[],
  faults: Fault[],
): Source | null {
  const services = [...wellFormed, ...misshapen].filter(({ content }) => isService(content));
  services.sort((a, b) => (a.file < b.file ? -1 : 1));
  const [first, ...further] = services;
  for (const { file } of further) {
    const source = wellFormed.find((each) => each.file === file);
    if (source === undefined) continue;
    reportTo(faults, source)(['service'], {
      message: 'the service is defined a second time',
      expected: `one file with "service"; ${first?.file} has it`,
      part: 'key',
    });
  }
  if (first === undefined && !misshapen.some(({ file }) => /^service\./.test(file))) {
    const place = { file: 'service.yaml', line: 1, column: 1 };
    faults.push({ ...place, message: 'there is no such file', expected: 'one with "service: <title>"', nearest: null });
  }
  return wellFormed.find(({ file }) => file === first?.file) ?? null;
}

function isService(content: unknown): boolean {
  return typeof content === 'object' && content !== null && 'service' in content;
}

function collect(
  sources: readonly Source[],
  misshapen: readonly (Source | Unreadable)[],
  faults: Fault[],
): Definitions {
  const byName = new Map<string, WellFormed>();
  for (const source of sources) {
    const name = resourceName(source.content);
    if (name === null) continue;
    const definition = source.content as WellFormed['definition'];
    const earlier = byName.get(name);
    if (earlier === undefined) byName.set(name, { source, definition });
    else {
      reportTo(faults, source)(['resource'], {
        message: `the resource ${name} is defined a second time`,
        expected: `one file for each resource; ${earlier.source.file} has this one`,
      });
    }
  }
  for (const { source, definition } of byName.values()) {
    if (definition.history !== true) continue;
    const name = definition.resource;
    const history = `${name}_history`;
    const taken = byName.get(history);
    if (taken !== undefined) {
      reportTo(faults, taken.source)(['resource'], {
        message: `the name ${history} belongs to the history of ${name}`,
        expected: 'another name',
      });
    }
    if (history.length > 63) {
      const message = `the name of its history, ${history}, is longer than PostgreSQL keeps`;
      faults.push({ ...placeOf(source, ['resource']), message, expected: 'at most 55 characters', nearest: null });
    }
  }
  return { wellFormed: byName, names: new Set([...byName.keys(), ...misshapen.flatMap(likelyNames)]) };
}
