import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Fault, formatFault } from '../../engine/definition/file/fault.ts';
import { type Path, placeOf } from '../../engine/definition/file/place.ts';
import { readSource, type Source } from '../../engine/definition/file/source.ts';
import { nearest } from '../../engine/language/nearest.ts';
import { oneOf } from '../../engine/language/wording.ts';
import type { Service } from '../../engine/model/service.ts';
import { CommandError } from '../option/settings.ts';
import { demoFolder } from './files.ts';

/** Somebody of the demo data who signs in. */
export interface Person {
  readonly name: string;
  /** Of the identity. */
  readonly subject: string;
  /** Null in a service without roles. */
  readonly role: string | null;
  /** By their names in rules. */
  readonly claims: ReadonlyMap<string, string>;
  /** For whom they act, or what they do: a few words. */
  readonly about: string;
  /** A request to try, behind the base path. */
  readonly try: string;
}

/**
 * The people that the file `demo/people.yaml` beside definitions names; none without such a file.
 * @throws CommandError when it has faults; each is told with its place.
 */
export async function readPeople(service: Service, resources: string): Promise<readonly Person[]> {
  const file = join(demoFolder(resources), 'people.yaml');
  const bytes = await bytesOf(file);
  if (bytes === null) return [];
  const source = readSource(file, bytes);
  const faults = 'text' in source && source.faults.length === 0 ? faultsOf(source, service) : source.faults;
  if (faults.length > 0) throw new CommandError(faults.map(formatFault).join('\n'));
  return (source.content as readonly Written[]).map(({ role = null, claims = {}, ...texts }) => ({
    ...texts,
    role,
    claims: new Map(Object.entries(claims).map(([name, value]) => [name, String(value)])),
  }));
}

/** A person as the file has it, without faults. */
type Written = Readonly<Record<(typeof texts)[number], string>> & {
  readonly role?: string;
  readonly claims?: Readonly<Record<string, string | number>>;
};

const texts = ['name', 'subject', 'about', 'try'] as const;

async function bytesOf(file: string): Promise<Uint8Array | null> {
  try {
    return await readFile(file);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}

function faultsOf(source: Source, service: Service): readonly Fault[] {
  const { content } = source;
  if (!Array.isArray(content)) return [fault(source, [], 'this is not a list', 'a list of people')];
  return content.flatMap((person: unknown, index) =>
    isMap(person)
      ? personFaults(source, index, person, service)
      : [fault(source, [index], 'this is not a person', `a map with the keys ${keys.join(', ')}`)],
  );
}

function personFaults(source: Source, index: number, person: Entries, { roles, claims }: Service): readonly Fault[] {
  const { role, claims: values = {} } = person;
  const known = [...claims.others.keys()];
  return [
    ...Object.keys(person).flatMap((key) => nameFaults(source, [index, key], { kind: 'key', name: key, known: keys })),
    ...texts.flatMap((key) =>
      typeof person[key] === 'string' && person[key] !== ''
        ? []
        : [fault(source, [index, key], `${key} is ${key in person ? 'not a text' : 'missing'}`, 'a text')],
    ),
    ...(role === undefined
      ? []
      : nameFaults(source, [index, 'role'], { kind: 'role', name: String(role), known: roles })),
    ...(isMap(values)
      ? Object.entries(values).flatMap(([name, value]) => [
          ...nameFaults(source, [index, 'claims', name], { kind: 'claim', name, known }),
          ...(typeof value === 'string' || typeof value === 'number'
            ? []
            : [fault(source, [index, 'claims', name], `${name} has no value`, 'a text or a number')]),
        ])
      : [fault(source, [index, 'claims'], 'claims is not a map', 'a value for each claim')]),
  ];
}

interface Named {
  readonly kind: 'key' | 'role' | 'claim';
  readonly name: string;
  readonly known: readonly string[];
}

function nameFaults(source: Source, path: Path, { kind, name, known }: Named): readonly Fault[] {
  if (known.includes(name)) return [];
  const expected = known.length === 0 ? `no ${kind}: service.yaml has none` : oneOf(known);
  const place = placeOf(source, path, kind === 'role' ? 'value' : 'key');
  return [{ ...place, message: `there is no ${kind} ${name}`, expected, nearest: nearest(name, known) }];
}

function fault(source: Source, path: Path, message: string, expected: string): Fault {
  return { ...placeOf(source, path), message, expected, nearest: null };
}

const keys: readonly string[] = [...texts, 'role', 'claims'];

type Entries = Readonly<Record<string, unknown>>;

function isMap(value: unknown): value is Entries {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
