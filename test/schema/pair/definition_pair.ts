import fc from 'fast-check';
import type { Model } from '../../../engine/model/model.ts';
import { findAllEnds, formerOwners } from '../../../engine/schema/former/keep.ts';
import { quote } from '../../../engine/sql/identifier.ts';
import { modelOfFiles } from '../../model_of_files.ts';
import type { ModelPair } from '../model_pair.ts';
import { type FollowingPlan, followingPlan, keysOf } from './following_plan.ts';
import {
  declared,
  fieldName,
  isIn,
  keepsHistory,
  type Place,
  storedFields,
  type TablePlan,
  tableName,
  tablePlan,
  type Which,
} from './table_plan.ts';
import { type ViewPlan, viewFiles, viewPlan } from './view_plan.ts';

// Pairs of definitions whose resources are more than tables: consequences, calls, views, values of related rows, and rights that
// leave a last state.

interface PairPlan {
  readonly tables: readonly TablePlan[];
  readonly following: readonly FollowingPlan[];
  readonly views: readonly ViewPlan[];
  readonly events: Readonly<Record<Which, boolean>>;
  readonly filled: boolean;
}

const definitionPlans: fc.Arbitrary<PairPlan> = fc.record({
  tables: fc.uniqueArray(tablePlan, { selector: ({ name }) => name, minLength: 2 }),
  following: fc.array(followingPlan, { minLength: 2, maxLength: 8 }),
  views: fc.array(viewPlan, { maxLength: 2 }),
  events: fc.record({ first: fc.boolean(), second: fc.boolean() }),
  filled: fc.boolean(),
});

/** Two sets of definitions: in the second, resources and fields come, go and have other names, and other things follow from writes. */
export const definitionPairs: fc.Arbitrary<ModelPair> = definitionPlans.map((plan) => {
  const [first, second] = [modelOfFiles(filesOf(plan, 'first')), modelOfFiles(filesOf(plan, 'second'))];
  return {
    first,
    second,
    inserts: plan.filled ? rowsOf(plan, first) : [],
    selects: plan.filled ? plan.tables.flatMap((table) => selectsOf(table, plan)) : [],
  };
});

/** The definitions of one of the two models, as files. */
function filesOf(plan: PairPlan, which: Which): Readonly<Record<string, string>> {
  const place: Place = { tables: plan.tables, which, hasEvents: plan.events[which] };
  const names = new Set(plan.tables.filter((table) => isIn(table, which)).map((table) => tableName(table, which)));
  const tables = plan.tables
    .filter((table) => isIn(table, which))
    .map((table) => {
      const name = tableName(table, which);
      const following = plan.following.filter(({ of }) => plan.tables[of % plan.tables.length] === table);
      return [`${name}.yaml`, JSON.stringify({ ...declared(table, place), ...keysOf(following, table, place) })];
    });
  return {
    'service.yaml': JSON.stringify({
      service: 'Test',
      roles: ['clerk', 'holder'],
      claims: { others: { party_id: 'party_id' } },
      ...(plan.events[which] ? { events: { prefix: 'org.test' } } : {}),
    }),
    'party.yaml': JSON.stringify({ resource: 'party', history: true, fields: { name: { type: 'text' } } }),
    'work.ts': "export default async () => ({ done: 'yes' });\n",
    ...Object.fromEntries(tables),
    ...Object.assign({}, ...plan.views.map((view, at) => viewFiles({ ...view, at }, place, names))),
  };
}

/** Two rows in each table of the first model, what follows from them, and updates of some. */
function rowsOf({ tables, events }: PairPlan, first: Model): readonly string[] {
  const place: Place = { tables, which: 'first', hasEvents: events.first };
  const own = tables.filter((table) => isIn(table, 'first'));
  const restarts = own.map(({ name }) => `alter table ${quote(name)} alter id restart with 50`);
  // What others create rows of comes first: later entries make room for nothing.
  const inserts = own.toReversed().flatMap((table) => {
    const columns = storedFields(table, 'first').flatMap(({ name, values }) =>
      values === null ? [] : [[quote(name), values] as const],
    );
    const validity = table.temporal
      ? ([
          ['valid_from', ["'2026-01-01Z'", "'2026-02-01Z'"]],
          ['valid_to', ["'2026-02-01Z'", 'null']],
        ] as const)
      : [];
    const all = [...columns, ...validity];
    const names = all.map(([name]) => `, ${name}`).join('');
    const row = (at: 0 | 1) => all.map(([, values]) => `, ${values[at]}`).join('');
    const rows = `insert into ${quote(table.name)} (id${names}) values (1${row(0)}), (2${row(1)})`;
    if (!keepsHistory(table, place)) return [rows];
    // The first row was as the second one is.
    const version = `insert into ${quote(`${table.name}_history`)} (id, ${quote(`${table.name}_id`)}, recorded_at, recorded_by, replaced_at, replaced_by${names})
      values (1000, 1, '2020-01-01Z', 0, '2021-01-01Z', 0${row(1)})`;
    return [rows, version];
  });
  const updates = own.flatMap((table) => {
    const { reference, state } = table.fields;
    const target = tables[table.target % tables.length];
    const sets = [
      ...(isIn({ presence: reference }, 'first') && target !== undefined && isIn(target, 'first') ? ['to_id = 1'] : []),
      ...(isIn({ presence: state }, 'first') ? ["state = 'done'"] : []),
    ];
    return sets.length === 0 ? [] : [`update ${quote(table.name)} set ${sets.join(', ')} where id = 1`];
  });
  const parties = "insert into party (id, name) values (1, 'one'), (2, 'two')";
  const ends = formerOwners(first).map(({ table }) => findAllEnds(table));
  return [parties, ...restarts, ...inserts, ...updates, ...ends];
}

/** What both models have, with what followed from the rows. */
function selectsOf(table: TablePlan, { tables }: PairPlan): readonly (readonly [string, string])[] {
  if (!isIn(table, 'first') || !isIn(table, 'second')) return [];
  const target = tables[table.target % tables.length];
  const hasTarget = target !== undefined && isIn(target, 'first') && isIn(target, 'second');
  const kept = storedFields(table, 'first').filter(
    ({ key, presence }) => isIn({ presence }, 'second') && (key !== 'reference' || hasTarget),
  );
  const validity = table.temporal ? ['valid_from', 'valid_to'] : [];
  const record = ['id', ...validity, 'recorded_at', 'recorded_by'];
  const select = (which: Which, from: (name: string) => string, own: readonly string[]) => {
    const columns = kept.map(({ key, presence }) => {
      const column = quote(fieldName(key, presence, which));
      return `${key === 'number' ? `${column}::numeric` : column} as ${key}`;
    });
    return `select ${[...columns, ...record, ...own].join(', ')} from ${quote(from(tableName(table, which)))} order by id`;
  };
  const both = (from: (name: string) => string, own: readonly string[]) =>
    [select('first', from, own), select('second', from, own)] as const;
  return [
    both((name) => name, ['row_version', 'recorded_in']),
    ...(table.first.history && table.second.history ? [both((name) => `${name}_history`, ['replaced_at'])] : []),
  ];
}
