import type { Test } from 'tap';
import { loadDemo } from '../../codegen/demo/load.ts';
import { readSettings } from '../../codegen/option/settings.ts';
import { readFolder } from '../../codegen/read/migrations.ts';
import { migrate } from '../../db/migrate/migrate.ts';
import { loadModel } from '../../engine/feature/load.ts';
import type { Model } from '../../engine/model/model.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { notingObserver } from '../db/migrations.ts';

/** The migrations of the service here, and where the one stands that gives the register its roles and timelines. */
export const migrations = await readFolder(readSettings({}));
const { list, definitions } = migrations;
export const at = list.findIndex(({ name }) => name.endsWith('_register_with_roles'));
export const before = list.slice(0, at);

export async function modelIn(folder: string): Promise<Model> {
  const loaded = await loadModel(folder);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
  return loaded.model;
}

/**
 * The register of before with its demo data, as if it was recorded on these days. In it, the suppliers of some points
 * change once. The point 1 is used by several people, and one of its identities acts for several parties one after the other.
 */
const former = `
alter table accounting_point disable trigger user;
alter table identity disable trigger user;
alter table metering_grid_area disable trigger user;
update accounting_point set recorded_at = case when id in (select accounting_point_id from accounting_point_history)
  then timestamptz '2026-02-05T23:30Z' else '2025-03-10T10:00Z' end;
update accounting_point_history set recorded_at = '2025-03-10T10:00Z', replaced_at = '2026-02-05T23:30Z';
update metering_grid_area set recorded_at = '2025-01-05T10:00Z';
update identity set recorded_at = '2025-01-05T10:00Z';
insert into metering_grid_area_history
  (id, metering_grid_area_id, business_id, name, bidding_zone_id, system_operator_id, recorded_at, recorded_by, replaced_at, replaced_by)
select nextval('metering_grid_area_row_version_seq'), id, business_id, name, bidding_zone_id, 1, '2024-12-01T10:00Z', 5, '2025-01-05T10:00Z', 6
from metering_grid_area where id = 8;
insert into accounting_point_history
  (id, accounting_point_id, business_id, metering_grid_area_id, bidding_zone_id, system_operator_id, end_user_id, energy_supplier_id, recorded_at, recorded_by, replaced_at, replaced_by)
select nextval('accounting_point_row_version_seq'), id, business_id, metering_grid_area_id, bidding_zone_id, system_operator_id,
  past.end_user_id, energy_supplier_id, past.since, past.by, past.until, past.by + 1
from accounting_point
cross join (values
  (null, timestamptz '2025-02-01T10:00Z', timestamptz '2025-02-03T10:00Z', 2),
  (17, '2025-02-03T10:00Z', '2025-02-05T10:00Z', 3),
  (7, '2025-02-05T10:00Z', '2025-02-05T11:00Z', 4),
  (18, '2025-02-05T11:00Z', '2025-02-05T12:00Z', 5),
  (19, '2025-02-05T12:00Z', '2025-03-10T10:00Z', 6)
) as past (end_user_id, since, until, by)
where id = 1;
insert into identity_history (id, identity_id, subject, name, party_id, recorded_at, recorded_by, replaced_at, replaced_by)
select nextval('identity_row_version_seq'), id, subject, name, past.party_id, past.since, 2, past.until, 2
from identity
cross join (values
  (null, timestamptz '2024-01-01T10:00Z', timestamptz '2024-01-02T10:00Z'),
  (3, '2024-01-02T10:00Z', '2024-01-03T10:00Z'),
  (null, '2024-01-03T10:00Z', '2025-01-05T10:00Z')
) as past (party_id, since, until)
where id = 1;
alter table accounting_point enable trigger user;
alter table identity enable trigger user;
alter table metering_grid_area enable trigger user;
`;

export async function formerRegister(t: Test): Promise<TestDatabase> {
  const model = await modelIn('test/register');
  return testDatabase(t, {
    key: `the register of before ${before.at(-1)?.checksum} ${former}`,
    run: async (database) => {
      const migrated = await migrate(database, { list: before, definitions }, notingObserver());
      if (migrated.kind !== 'done') throw new Error(JSON.stringify(migrated));
      await loadDemo(database, model, 'test/register');
      await database.script(former);
    },
  });
}

/** All rows that there are, by table, without fields that the former register did not have; those of the migrations' account aside. */
export async function rowsOf({ query }: TestDatabase): Promise<ReadonlyMap<string, string>> {
  const tables = await query(`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace in ('public'::regnamespace, 'almanac'::regnamespace)
      and oid::regclass::text !~ '^almanac\\.(migration|migration_step|definition)$'`);
  const rows = new Map<string, string>();
  for (const { name } of tables) {
    const [found] = await query(
      `select string_agg(row, e'\\n' order by row collate "C") as rows from (select (to_jsonb(item) - array['created_by_party_id', 'validated_active_power'])::text as row from ${name} as item) as each`,
    );
    rows.set(name ?? '', found?.rows ?? '');
  }
  return rows;
}
