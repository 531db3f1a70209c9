import { type Test, test } from 'tap';
import type { Database, Share } from '../../db/database.ts';
import { createTables } from '../../db/migrate/prepare.ts';
import type { Query } from '../../db/statement.ts';
import { createAuthenticate } from '../../engine/auth/token.ts';
import { loadModel } from '../../engine/feature/load.ts';
import { createServer } from '../../engine/http/server.ts';
import { schemaText } from '../../engine/schema/schema.ts';
import { testDatabase } from '../database.ts';
import { quiet, secret } from '../http/service.ts';
import { fillTables } from './data.ts';
import { register } from './register.ts';
import { token } from './servers.ts';
import type { Question, Shape } from './shape.ts';
import { shapes } from './shapes.ts';

// How PostgreSQL comes by what the requests of the benchmark ask for, planned for their values and for any: each by the
// indexes that are meant for it, and none by reading a large table from its beginning to its end.

const units = 5000;
const large = 1000;

const unit = 'controllable_unit_pkey';
const embedded = [unit, 'accounting_point_pkey', 'technical_resource_controllable_unit_id_id_idx'];
const indexes: Readonly<Record<string, readonly string[]>> = {
  read: [unit],
  // One point of fifty has the postal code: by their order, enough of them are soon found.
  list: ['accounting_point_business_id_key'],
  embed: embedded,
  valid_at: [unit, 'controllable_unit_service_provider_controllable_un_673fa859_idx'],
  as_of: [unit, 'controllable_unit_history_controllable_unit_id_recorded_at_idx', 'accounting_point_pkey'],
  offset: embedded,
  keyset: embedded,
  count: [unit],
  create: [],
  update: [unit],
  timeline: [],
  acknowledge: ['notification_party_id_id_idx'],
};

test('the requests of the benchmark go by indexes', async (t) => {
  const { query, nodesOfAnswer } = await serve(t);
  const tables = await query(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples >= ${large}`,
  );
  const largeTables = new Set(tables.map(({ name }) => name));
  for (const name of ['accounting_point', 'controllable_unit_history', 'controllable_unit_service_provider'])
    t.ok(largeTables.has(name), name);

  const random = () => 0.5;
  for (const { name, role, ask } of shapes.filter(({ name }) => name in indexes)) {
    const question = ask('almanac', random, 1, units);
    if (question === null) throw new Error(`${name} asks nothing`);
    for (const [mode, nodes] of await nodesOfAnswer(question, role)) {
      const scanned = nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name']);
      // Whoever asks for the number of all active units has them counted.
      const read = scanned.filter((table) => largeTables.has(table ?? '') && name !== 'count');
      t.same(read, [], `${name}, ${mode}: no large table is read as a whole`);
      const used = usedBy(nodes);
      const missing = indexes[name]?.filter((index) => !used.has(index));
      t.same(missing, [], `${name}, ${mode}: by its indexes, of ${[...used].filter(Boolean).join(', ')}`);
    }
  }
});

const asOf = 'as_of=2024-10-01T00:00Z';

/** Lists by a value that no row has, or few, and the index that has such rows in the order of ids. */
const rare: readonly (readonly [path: string, indexes: readonly string[]])[] = [
  ['/accounting_point?system_operator_id=eq.999&limit=25', ['accounting_point_system_operator_id_id_idx']],
  [
    '/accounting_point?system_operator_id=eq.999&order=id.desc&limit=25',
    ['accounting_point_system_operator_id_id_idx'],
  ],
  [
    '/party?limit=25&embed=operated_accounting_point&operated_accounting_point.limit=2',
    ['accounting_point_system_operator_id_id_idx'],
  ],
  [
    `/accounting_point?system_operator_id=eq.999&limit=25&${asOf}`,
    ['accounting_point_system_operator_id_id_idx', 'accounting_point_history_system_operator_id_accoun_be86e50a_idx'],
  ],
  [
    `/accounting_point?postal_code=eq.none&limit=25&${asOf}`,
    ['accounting_point_postal_code_id_idx', 'accounting_point_history_postal_code_accounting_point_id_idx'],
  ],
  [
    `/accounting_point?business_id=eq.none&${asOf}`,
    ['accounting_point_business_id_key', 'accounting_point_history_business_id_accounting_point_id_idx'],
  ],
];

test('rows with a rare value are found by it, not by looking for it along all ids', async (t) => {
  const { nodesOfAnswer } = await serve(t);
  for (const [path, expected] of rare) {
    for (const [mode, nodes] of await nodesOfAnswer({ method: 'GET', path }, null)) {
      const used = usedBy(nodes);
      const missing = expected.filter((index) => !used.has(index));
      t.same(missing, [], `${path}, ${mode}: by its indexes, of ${[...used].filter(Boolean).join(', ')}`);
    }
  }
});

/** The register with rows, and what shows how PostgreSQL would come by the answer to a question: in custom and generic plans. */
async function serve(t: Test) {
  const loaded = await loadModel(register);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
  const { model } = loaded;
  const { database, query } = await testDatabase(t, {
    key: `plans ${units} ${schemaText(model)}`,
    run: async (empty) => {
      await createTables(empty, model);
      await fillTables(empty, units);
    },
  });
  const asked: Parameters<Query>[0][] = [];
  const server = await createServer({
    model,
    database: recording(database, asked),
    authenticate: createAuthenticate({ kind: 'secret', secret }, model.service),
    ...quiet,
  });
  t.teardown(() => server.close());
  const nodesOfAnswer = async ({ method, path, body, headers }: Question, role: Shape['role']) => {
    asked.length = 0;
    const answer = await server.inject({
      method,
      url: `${model.service.basePath}${path}`,
      headers: {
        authorization: `Bearer ${token({ role }, { key: secret })}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: body }),
    });
    t.ok(answer.statusCode < 300, `${path}: ${answer.statusCode} ${answer.body.slice(0, 200)}`);
    t.ok(asked.length > 0, `${path} is asked of the database`);
    const modes = ['force_custom_plan', 'force_generic_plan'] as const;
    return Promise.all(
      modes.map(async (mode) => {
        const plans = await Promise.all(asked.map((statement) => plan(database, statement, mode)));
        return [mode, plans.flat()] as const;
      }),
    );
  };
  return { query, nodesOfAnswer };
}

function usedBy(nodes: readonly Node[]): ReadonlySet<string | undefined> {
  return new Set(nodes.map((node) => node['Index Name']));
}

interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly Node[];
}

async function plan(
  database: Database,
  { text, values }: Parameters<Query>[0],
  mode: string,
): Promise<readonly Node[]> {
  const nodes = await database.session(async ({ query }) => {
    const run = async (text: string) => {
      const outcome = await query({ text, values: [] });
      if (!outcome.ok) throw new Error(`${outcome.error.message} in ${text}`);
      return outcome.rows;
    };
    await run(`set plan_cache_mode = ${mode}`);
    await run(`prepare asked as ${text}`);
    const written = values.map((value) => (value === null ? 'null' : `'${value.replaceAll("'", "''")}'`)).join(', ');
    const [row] = await run(`explain (format json) execute asked${written === '' ? '' : `(${written})`}`);
    const [{ Plan }] = JSON.parse(row?.['QUERY PLAN'] ?? '') as [{ Plan: Node }];
    return nodesOf(Plan);
  });
  if (!Array.isArray(nodes)) throw new Error('the session was lost');
  return nodes;
}

function nodesOf(node: Node): readonly Node[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** The database, with a list of what it is asked. */
function recording(database: Database, asked: Parameters<Query>[0][]): Database {
  const noting =
    (query: Query): Query =>
    (statement) => {
      asked.push(statement);
      return query(statement);
    };
  const recorded = (share: Share): Share => ({
    ...share,
    query: noting(share.query),
    read: noting(share.read),
    transaction: (work, name) => share.transaction((query) => work(noting(query)), name),
  });
  return { ...database, ...recorded(database), share: (name) => recorded(database.share(name)) };
}
