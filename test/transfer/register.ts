import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import { createTables, storeDefinitions } from '../../db/migrate/prepare.ts';
import { loadModel } from '../../engine/feature/load.ts';
import type { Model } from '../../engine/model/model.ts';
import { almanac, temporaryFolder } from '../codegen/process.ts';
import { testDatabase } from '../database.ts';

/** A small register with a field of each type, references, rules and timelines. */
const files: Readonly<Record<string, string>> = {
  'service.yaml': 'service: Register\nevents: { prefix: org.example }\n',
  'identity.yaml': 'resource: identity\nhistory: true\nfields:\n  subject: { type: text, unique: true }\n',
  'party.yaml': `resource: party
history: true
fields:
  code: { type: text, max_length: 40, unique: true }
  kind: { type: enum, values: [person, company], default: person }
  country: { type: text, nullable: true }
  number: { type: text, nullable: true }
  notes: { type: json, nullable: true }
unique: [[country, number]]
relations:
  unit: { resource: unit, by: party_id }
`,
  'unit.yaml': `resource: unit
history: true
fields:
  party_id: { type: reference, to: party }
  parent_id: { type: reference, to: unit, nullable: true, acyclic: true }
  helper_ids: { type: array, of: { type: reference, to: party }, nullable: true, on_delete: clear }
  name: { type: text, min_length: 1, max_length: 100, unique: true }
  status: { type: enum, values: [new, active, gone], default: new, transitions: { new: [active], active: [gone] } }
  size: { type: decimal, precision: 12, scale: 3, minimum: 0, nullable: true }
  count: { type: integer, nullable: true }
  total: { type: bigint, nullable: true }
  is_open: { type: boolean, default: true }
  is_large: { type: boolean, computed: size=gte.100 }
  since: { type: date, nullable: true }
  seen_at: { type: datetime, nullable: true }
  opens_at: { type: time, nullable: true }
  sizes: { type: decimal_range, nullable: true }
  used_at: { type: datetime_range, nullable: true }
  mark: { type: uuid, default: generated }
  made_mark: { type: uuid, default: generated, create: false, update: false }
  about: { type: html, nullable: true }
  extra: { type: json, nullable: true }
  tags: { type: array, of: text, nullable: true }
  maker: { type: text, nullable: true, update: false }
relations:
  entry: { resource: entry, by: unit_id }
checks:
  - { that: "or=(status.neq.gone,since.not.is.null)", message: What is gone has a day. }
  - { that: "or=(status.neq.active,party.kind.eq.company)", message: An active unit belongs to a company. }
`,
  'entry.yaml': `resource: entry
history: true
temporal: { timeline: unit_id }
fields:
  unit_id: { type: reference, to: unit }
  party_id: { type: reference, to: party, nullable: true }
  label: { type: text, nullable: true, unique: true }
`,
  'stay.yaml': `resource: stay
temporal: { timeline: party_id, overlap: reject }
fields:
  party_id: { type: reference, to: party }
  room: { type: text, nullable: true }
`,
};

export interface Register {
  readonly model: Model;
  readonly url: string;
  readonly folder: string;
  readonly query: Awaited<ReturnType<typeof testDatabase>>['query'];
  readonly environment: Record<string, string>;
  /** Runs the command `almanac` on it. */
  run(...arguments_: string[]): ReturnType<typeof almanac>;
  /** Writes a file beside the definitions, and gives its path. */
  save(name: string, text: string): string;
  read(name: string): string;
}

/** A register in a database of its own. Further files are added to its definitions. */
export async function openRegister(t: Test, more: Readonly<Record<string, string>> = {}): Promise<Register> {
  const folder = temporaryFolder(t);
  for (const [name, text] of Object.entries({ ...files, ...more })) writeFileSync(join(folder, name), text);
  const loaded = await loadModel(folder);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
  const { url, query } = await testDatabase(t, {
    key: JSON.stringify({ transfer: { ...files, ...more } }),
    run: async (database) => {
      await createTables(database, loaded.model);
      await storeDefinitions(database, loaded.files);
    },
  });
  const environment = { DATABASE_URL: url, ALMANAC_RESOURCES: folder };
  return {
    model: loaded.model,
    url,
    folder,
    query,
    environment,
    run: (...arguments_) => almanac(arguments_, environment, folder),
    save: (name, text) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    },
    read: (name) => readFileSync(join(folder, name), 'utf8'),
  };
}
