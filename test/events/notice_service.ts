import type { Query } from '../../db/statement.ts';
import { computeNotices } from '../../engine/feature/notice/compute.ts';
import type { Model } from '../../engine/model/model.ts';
import { schemaStatements } from '../../engine/schema/schema.ts';
import type { TestDatabase } from '../database.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { rowsOf } from '../schema/catalog.ts';

const files = {
  'service.yaml': 'service: Test\nzone: Europe/Oslo\nevents: { prefix: org.example }\n',
  'party.yaml': `
resource: party
fields:
  name: { type: text }
  status: { type: text, default: active }
relations:
  provider: { resource: provider, by: party_id }
`,
  'identity.yaml': `
resource: identity
fields:
  subject: { type: text, unique: true }
  party_id: { type: reference, to: party, nullable: true }
`,
  'point.yaml': `
resource: point
history: true
fields:
  operator_id: { type: reference, to: party }
  supplier_id: { type: reference, to: identity, nullable: true }
relations:
  unit: { resource: unit, by: point_id }
`,
  'unit.yaml': `
resource: unit
history: true
fields:
  point_id: { type: reference, to: point }
  name: { type: text, nullable: true }
  status: { type: text, default: new }
  size: { type: integer, nullable: true }
  is_large: { type: boolean, computed: size=gt.10 }
relations:
  provider: { resource: provider, by: unit_id }
  supply: { through: provider, by: unit_id, to: party_id }
  suspension: { resource: suspension, by: unit_id }
`,
  'provider.yaml': `
resource: provider
temporal: { timeline: unit_id }
history: true
fields:
  unit_id: { type: reference, to: unit }
  party_id: { type: reference, to: party }
`,
  'suspension.yaml': `
resource: suspension
fields:
  unit_id: { type: reference, to: unit }
  operator_id: { type: reference, to: party }
  lifted: { type: boolean, default: false }
  due_on: { type: date, nullable: true }
  due_at: { type: datetime, nullable: true }
  is_due: { type: boolean, computed: due_at=lte.now }
`,
};

type Ruled = 'party' | 'point' | 'unit' | 'provider' | 'suspension';

/** The rules of some resources, as they stand behind `notices:`. */
export type Rules = Readonly<Partial<Record<Ruled, string>>> & {
  /** The rules with a name. */
  readonly named?: string;
};

/** Units behind points, their providers over time, suspensions (without history), and what parties are shown of them. */
export function noticeModel({ named, ...rules }: Rules): Model {
  const ruled = Object.entries(rules).map(
    ([resource, notices]) =>
      [`${resource}.yaml`, `${files[`${resource as Ruled}.yaml`]}notices: ${notices}\n`] as const,
  );
  const service = `${files['service.yaml']}${named === undefined ? '' : `rules: ${named}\n`}`;
  const all = { ...files, 'service.yaml': service, ...Object.fromEntries(ruled) };
  return modelOfFiles(all);
}

/** Other rules for a database whose model has some. */
export async function changeRules({ database }: TestDatabase, model: Model): Promise<void> {
  const written = schemaStatements(model).filter((text) =>
    /^create or replace (function \S*(notice|_record_)|trigger (keep_)?record_)/.test(text),
  );
  await database.script(written.join(';\n'));
}

/** Looks at all that waits, after whoever else is at it. */
export async function computeAll({ database }: TestDatabase): Promise<void> {
  const turn = async (query: Query): Promise<number> => {
    await rowsOf(query, `select pg_advisory_xact_lock(hashtext('almanac.notice'))`);
    return computeNotices({ query });
  };
  for (;;) {
    const looked = await database.transaction(turn);
    if (typeof looked !== 'number') throw new Error(looked.error.message);
    if (looked === 0) return;
  }
}
