import { test } from 'tap';
import { migrate } from '../../db/migrate/migrate.ts';
import type { Migration } from '../../db/migrate/migration_folder.ts';
import { undo } from '../../db/migrate/undo.ts';
import { migrationsOf, notingObserver, stoppingAt } from '../db/migrations.ts';
import { catalog } from '../schema/catalog.ts';
import { at, before, formerRegister, migrations, rowsOf } from './former_register.ts';

const move = migrations.list[at] as Migration;
const lossAt = [...move.text.matchAll(/^-- Loses: (.*)$/gm)].findIndex(([, loses]) => loses !== 'nothing');
// The first step of the old tables after their values are moved.
const movedAt = move.steps.findIndex(({ title }) =>
  title.startsWith('drop accounting_point_metering_grid_area_id_fkey'),
);

/** Rows that break the migration, each with the words in which it names them. */
const breaking: readonly [sql: string, words: RegExp, ids: readonly string[]][] = [
  ['update accounting_point set bidding_zone_id = 5 where id = 3', /bidding zone is not that of/, ['3']],
  ['update accounting_point set system_operator_id = 1 where id = 4', /system operator is not that of/, ['4']],
  ['update accounting_point set end_user_id = 7 where id = 200', /end_user_id is a party of another type/, ['200']],
  ['update accounting_point set energy_supplier_id = 7 where id = 3', /energy_supplier_id is a party/, ['3']],
  [
    'update accounting_point set balance_responsible_party_id = 7 where id = 3',
    /balance_responsible_party_id is/,
    ['3'],
  ],
  [
    'update metering_grid_area set system_operator_id = 7 where id = 3; update accounting_point set system_operator_id = 7 where metering_grid_area_id = 3',
    /system_operator_id is a party/,
    ['3'],
  ],
  [
    'update accounting_point set end_user_id = null where id = 1; update accounting_point_history set end_user_id = null where accounting_point_id = 1',
    /has no end user/,
    ['1', '2'],
  ],
  ['update accounting_point set end_user_id = null where id = 190', /has no end user/, ['475']],
  [
    "update controllable_unit_service_provider set valid_from = valid_from + interval '1 hour' where id = 1",
    /valid_from_align/,
    ['1'],
  ],
  [
    'update controllable_unit set minimum_duration = 9000, maximum_duration = 60 where id = 3',
    /The shortest activation/,
    ['3'],
  ],
  ['update technical_resource set maximum_active_power = 9999 where id = 3', /No technical resource has more/, ['3']],
  [
    'update controllable_unit_suspension set impacted_system_operator_id = 7 where id = 3',
    /suspended by a system operator/,
    ['3'],
  ],
];

test('rows of which the new register cannot say the same stop it before it begins', async (t) => {
  const { database, query } = await formerRegister(t);
  const was = await catalog(database.query);
  for (const [sql] of breaking) for (const statement of sql.split('; ')) await query(statement);
  const migrated = await migrate(database, migrations, notingObserver());
  const findings = migrated.kind === 'unfit' ? migrated.findings : [];
  for (const [sql, words, ids] of breaking) {
    const found = findings.find(({ rows }) => words.test(rows));
    t.ok(found && ids.every((id) => found.ids.includes(id)), `${sql}: ${found?.rows} ${found?.ids}`);
  }
  t.same(await catalog(database.query), was, 'nothing is done');
});

test('until it loses something, it is taken back step by step, and what was written meanwhile stops it', async (t) => {
  const register = await formerRegister(t);
  const { database, query } = register;
  const state = async () => ({ catalog: await catalog(database.query), rows: await rowsOf(register) });
  const was = await state();
  t.match(await migrate(database, migrationsOf(...before, stoppingAt(move, lossAt)), notingObserver()), {
    kind: 'failed',
  });
  const observer = notingObserver();
  t.match(await undo(database, migrations, observer), { kind: 'undone', steps: lossAt });
  t.same(await state(), was);

  await migrate(database, migrationsOf(...before, stoppingAt(move, movedAt)), notingObserver());
  await query('update identity set party_id = 8, recorded_at = now() where id = 2');
  t.match(await migrate(database, migrations, notingObserver()), {
    kind: 'failed',
    step: 'nothing was written after its values were moved',
    findings: [{ rows: 'rows of identity that were written after their values were moved', count: 1, ids: ['2'] }],
  });
  t.match(await undo(database, migrations, observer), { kind: 'undone' });
  t.match(await migrate(database, migrations, notingObserver()), { kind: 'done' });
  t.same(await query('select party_id from party_membership where identity_id = 2 and valid_to is null'), [
    { party_id: '8' },
  ]);
});
