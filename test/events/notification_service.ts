import { sequence } from '../../engine/feature/event/sequencer.ts';
import { notify } from '../../engine/feature/notification/notifier.ts';
import type { Model } from '../../engine/model/model.ts';
import type { TestService } from '../http/service.ts';
import { modelOfFiles } from '../model_of_files.ts';

const files = {
  'service.yaml': 'service: Test\nevents: { prefix: org.example }\n',
  'party.yaml': `
resource: party
history: true
fields:
  name: { type: text }
relations:
  identity: { resource: identity, by: party_id }
`,
  'identity.yaml': `
resource: identity
history: true
fields:
  subject: { type: text, unique: true }
  party_id: { type: reference, to: party, nullable: true }
`,
  'point.yaml': `
resource: point
history: true
fields:
  system_operator_id: { type: reference, to: party }
  supplier_id: { type: reference, to: party, nullable: true }
relations:
  unit: { resource: unit, by: point_id }
`,
  'unit.yaml': `
resource: unit
history: true
fields:
  point_id: { type: reference, to: point }
  name: { type: text, nullable: true }
  size: { type: integer, nullable: true }
relations:
  provider: { resource: provider, by: unit_id }
  remark: { resource: remark, by: unit_id }
`,
  'provider.yaml': `
resource: provider
temporal: { timeline: unit_id }
history: true
subject: unit_id
fields:
  unit_id: { type: reference, to: unit }
  party_id: { type: reference, to: party }
  contract: { type: text, nullable: true }
`,
  'remark.yaml': `
resource: remark
fields:
  unit_id: { type: reference, to: unit }
  author_id: { type: reference, to: party }
  text: { type: text, nullable: true }
`,
};

type Named = keyof typeof files;

/** The rules of some resources, as they stand behind `notify:`. */
export type Rules = Readonly<
  Partial<Record<'party' | 'identity' | 'point' | 'unit' | 'provider' | 'remark', string>>
> & {
  /** The rules with a name. */
  readonly named?: string;
};

/** Units behind points, their providers over time, remarks (without history), and parties who are notified by these rules. */
export function notificationModel({ named, ...rules }: Rules): Model {
  const ruled = Object.entries(rules).map(
    ([resource, notify]) => [`${resource}.yaml`, `${files[`${resource}.yaml` as Named]}notify: ${notify}\n`] as const,
  );
  const service = `${files['service.yaml']}${named === undefined ? '' : `rules: ${named}\n`}`;
  const all = { ...files, 'service.yaml': service, ...Object.fromEntries(ruled) };
  return modelOfFiles(all);
}

/** A model in which any resource may be written, and every party hears of what is its own. */
export const ownRules: Rules = {
  point: '[{ to: [system_operator, supplier] }]',
  unit: '[{ to: [point.system_operator, provider.party] }]',
  provider: '[{ to: party }]',
  remark: '[{ to: unit.provider.party }]',
};

/** Makes events and notifications of all that waits, also where the session of a dead worker still holds it. */
export async function notifyAll(model: Model, { database }: Pick<TestService, 'database'>): Promise<void> {
  for (;;) {
    while ((await sequence(database.database)) > 0);
    while ((await notify(model, database.database, thrown)) > 0);
    const [waiting] = await database.query(`
      select from almanac.notified
      where exists (select from almanac.outbox) or last_event < (select max(id) from event)`);
    if (waiting === undefined) return;
  }
}

/** For who lets no event be passed over. */
export function thrown(fault: Error): never {
  throw fault;
}
