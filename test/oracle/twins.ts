import type { Test } from 'tap';
import { createTables } from '../../db/migrate/prepare.ts';
import { loadModel } from '../../engine/feature/load.ts';
import type { Model, Table } from '../../engine/model/model.ts';
import { schemaText } from '../../engine/schema/schema.ts';
import { quote } from '../../engine/sql/identifier.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { type Answer, serveDatabase } from '../http/service.ts';
import { type PeerAnswer, startPostgrest } from './postgrest.ts';
import { type Rows, storeRows } from './rows.ts';

/** A write as each of the two takes it. */
export interface WriteQuestion {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  /** The path with its query, in our dialect and in PostgREST's. */
  readonly ours: string;
  readonly theirs: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** What a write is answered with, and what the tables hold then. */
interface Written<Reply> {
  readonly answer: Reply;
  /** By resource, the rows in the order of their ids, as JSON; without when and by whom they were recorded. */
  readonly state: Readonly<Record<string, readonly string[]>>;
}

/** Almanac and PostgREST, each on a database of its own with the same rows. */
export interface Twins {
  readonly model: Model;
  readonly rows: Rows;
  /** Asks both the same on fresh rows. */
  ask(question: WriteQuestion): Promise<{ readonly ours: Written<Answer>; readonly theirs: Written<PeerAnswer> }>;
}

export async function startTwins(t: Test): Promise<Twins> {
  const loaded = await loadModel('test/oracle');
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
  const { model } = loaded;
  const tables = [...model.resources.values()].filter((each): each is Table => each.kind === 'table');
  const prepared = async () => {
    const database = await testDatabase(t, {
      key: schemaText(model),
      run: async (empty) => {
        await createTables(empty, model);
      },
    });
    const rows = await storeRows(model, database);
    for (const statement of keepingOf(tables)) await database.query(statement);
    return { database, rows };
  };
  const [own, other] = [await prepared(), await prepared()];
  const service = await serveDatabase(t, model, own.database);
  const peer = await startPostgrest(t, model, other.database);
  const stateOf = async ({ query }: TestDatabase) => {
    const [found] = await query('select kept.state() as state');
    return JSON.parse(found?.state ?? '{}') as Written<unknown>['state'];
  };
  const written = async <Reply>(database: TestDatabase, ask: () => Promise<Reply>): Promise<Written<Reply>> => {
    await database.query('select kept.restore()');
    const answer = await ask();
    return { answer, state: await stateOf(database) };
  };
  return {
    model,
    rows: own.rows,
    ask: async ({ method, ours, theirs, headers, body }) => {
      const all = { 'content-type': 'application/json', ...headers };
      const [our, their] = await Promise.all([
        written(own.database, () => service.ask(method, ours, { headers: all, ...(body !== null && { body }) })),
        written(other.database, () => peer.ask(theirs, all, { method, ...(body !== null && { body }) })),
      ]);
      return { ours: our, theirs: their };
    },
  };
}

/** Statements that keep the rows of the tables, make a function that brings them back, and one that shows what is there. */
function keepingOf(tables: readonly Table[]): readonly string[] {
  const each = (write: (name: string, columns: string) => string) =>
    tables.map(({ name, fields }) => {
      const stored = [...fields.values()].filter(({ computed }) => computed === null);
      return write(quote(name), stored.map((field) => quote(field.name)).join(', '));
    });
  const recorded = "- 'recorded_at' - 'recorded_by' - 'recorded_in' - 'row_version'";
  const states = tables.map(
    ({ name }) =>
      `'${name}', coalesce((select json_agg((to_jsonb(item) ${recorded})::text order by id) from public.${quote(name)} as item), '[]')`,
  );
  return [
    'create schema kept',
    ...each((name, columns) => `create table kept.${name} as select ${columns} from public.${name}`),
    `create function kept.restore() returns void language plpgsql as $$ begin
      perform set_config('session_replication_role', 'replica', true);
      ${each((name) => `delete from public.${name};`).join('\n')}
      ${each(
        (name, columns) =>
          `insert into public.${name} (${columns}, row_version, recorded_in) select ${columns}, 1, '3' from kept.${name};
          perform setval(pg_get_serial_sequence('public.${name}', 'id'), (select max(id) from kept.${name}));`,
      ).join('\n')}
      perform set_config('session_replication_role', 'origin', true);
    end $$`,
    `create function kept.state() returns text language sql as $$ select json_build_object(${states.join(', ')})::text $$`,
  ];
}
