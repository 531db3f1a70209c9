import type { Test } from 'tap';
import { sequence } from '../../engine/feature/event/sequencer.ts';
import { buildModel } from '../../engine/feature/load.ts';
import type { Model } from '../../engine/model/model.ts';
import { serveModel, type TestService } from '../http/service.ts';

const files = {
  'service.yaml': 'service: Test\nevents: { prefix: org.example }\n',
  'owner.yaml': `
resource: owner
history: true
fields:
  name: { type: text, max_length: 9, nullable: true }
  size: { type: integer, nullable: true }
  is_large: { type: boolean, computed: size=gt.10 }
  user: { type: json, nullable: true }
unique: [[name]]
`,
  'pet.yaml': `
resource: pet
subject: owner_id
fields:
  owner_id: { type: reference, to: owner, nullable: true }
  name: { type: text, nullable: true }
`,
  'entry.yaml': `
resource: entry
history: true
temporal: { timeline: owner_id }
subject: owner_id
fields:
  owner_id: { type: reference, to: owner }
  name: { type: text, nullable: true }
`,
};

/** With webhooks where that is said: how they are set. */
export function eventModel(webhooks: string | null = null): Model {
  const service = files['service.yaml'].replace(' }', webhooks === null ? ' }' : `, webhooks: ${webhooks} }`);
  const set = { 'service.yaml': service };
  const loaded = buildModel(
    new Map(Object.entries({ ...files, ...set }).map(([file, text]) => [file, Buffer.from(text)])),
    '',
  );
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
  return loaded.model;
}

/** A service with owners, their pets (without history) and entries on their timelines. No sequencer works for it. */
export function eventService(t: Test, webhooks: string | null = null): Promise<TestService> {
  return serveModel(t, eventModel(webhooks));
}

/** Makes events of all that waits, and gives those after an id in short: `3 /owner/1 update name,size -> /owner/1`. */
export async function eventsAfter({ ask, database }: TestService, last: number): Promise<readonly string[]> {
  while ((await sequence(database.database)) > 0);
  const { body } = await ask('GET', `/event?id=gt.${last}&limit=10000`);
  return body.map(inShort);
}

interface Event {
  readonly id: number;
  readonly type: string;
  readonly source: string;
  readonly subject: string | null;
  readonly data: { readonly updated_fields: readonly string[] } | null;
}

function inShort({ type, source, subject, data }: Event): string {
  const verb = type.split('.').at(-1);
  const fields = data === null ? '' : ` ${data.updated_fields.join()}`;
  return `${source} ${verb}${fields}${subject === null ? '' : ` -> ${subject}`}`;
}
