import { readFileSync } from 'node:fs';
import type { Test } from 'tap';
import { createTables } from '../../db/migrate/prepare.ts';
import type { Principal } from '../../engine/access/principal.ts';
import { sequence } from '../../engine/feature/event/sequencer.ts';
import { loadModel } from '../../engine/feature/load.ts';
import type { Model, Table } from '../../engine/model/model.ts';
import { schemaText } from '../../engine/schema/schema.ts';
import { type Preparation, type TestDatabase, testDatabase } from '../database.ts';
import { type Asker, lastMoment, type Oracle, readOracle } from './access_oracle.ts';
import { type Answer, identity, type Method, type Request, serveDatabase, signToken } from './service.ts';

/** The roles of test/hidden, each of which has its own kind of rule. */
export const roles = ['own', 'claimed', 'through', 'many', 'half', 'nobody'] as const;

export type Role = (typeof roles)[number];

const claims = { party: '1' };

/** A role as the statements of its requests know it. */
export function viewerOf(role: Role): Principal {
  return {
    role,
    identity: String(identity),
    subject: null,
    claims: new Map(Object.entries(claims)),
    scopes: new Set(),
  };
}

/** A request to a service, as a comparison names it. */
export interface Question extends Request {
  readonly method: Method;
  readonly path: string;
}

/** What an answer tells its caller: times, and the id of the request, left aside. */
export interface Told {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
}

/** Several databases of one service, which a role must not be able to tell from each other. */
export interface Archives {
  readonly model: Model;
  /** Every database with its rows, once with custom plans and once with generic ones; and one without what a role may not see. */
  readonly full: { readonly custom: TestDatabase; readonly generic: TestDatabase };
  readonly bare: (role: Role) => TestDatabase;
  /** The answers of all three to a role. */
  ask(role: Role, question: Question): Promise<Readonly<Record<'custom' | 'generic' | 'bare', Told>>>;
}

/** Serves test/hidden on databases with all of its rows, and on one for each role that has only what this role may see. */
export async function serveArchives(t: Test, wanted: readonly Role[] = roles): Promise<Archives> {
  const loaded = await loadModel('test/hidden');
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults, null, 2));
  const { model } = loaded;
  const preparation = preparationOf(model);
  const of = (mode: string) => testDatabase(t, preparation, { plan_cache_mode: mode });
  const [custom, generic] = [await of('force_custom_plan'), await of('force_generic_plan')];
  const oracle = await readOracle(model, custom);
  const bare = new Map<Role, TestDatabase>();
  for (const role of wanted) {
    const database = await of('auto');
    await removeHidden(database, model, oracle, { role, claims: { identity: String(identity), ...claims } });
    bare.set(role, database);
  }
  const serve = async (database: TestDatabase) => (await serveDatabase(t, model, database)).ask;
  const services = { custom: await serve(custom), generic: await serve(generic) };
  const own = new Map<Role, typeof services.custom>();
  for (const [role, database] of bare) own.set(role, await serve(database));
  return {
    model,
    full: { custom, generic },
    bare: (role) => found(bare, role),
    ask: async (role, { method, path, ...request }) => {
      const token = signToken({ identity_id: identity, scope: 'manage:data', role, ...claims });
      const ask = async (service: typeof services.custom) => toldOf(await service(method, path, { token, ...request }));
      const [first, second, third] = await Promise.all([
        ask(services.custom),
        ask(services.generic),
        ask(found(own, role)),
      ]);
      return { custom: first, generic: second, bare: third };
    },
  };
}

/** What is not the same in the answers; null for nothing. */
export function differenceOf({ custom, generic, bare }: Readonly<Record<string, Told>>): string | null {
  const [first, second, third] = [custom, generic, bare].map((told) => JSON.stringify(told));
  if (first === third && second === third) return null;
  return [first, second, third].map((text) => text?.slice(0, 600)).join('\n');
}

export function preparationOf(model: Model): Preparation {
  const [seed = '', changes = ''] = ['seed', 'changes'].map((name) => readFileSync(`test/hidden/${name}.sql`, 'utf8'));
  return {
    key: schemaText(model) + seed + changes,
    run: async (empty) => {
      await createTables(empty, model);
      await empty.script(seed);
      await empty.script(earlier);
      await empty.script(changes);
      while ((await sequence(empty)) > 0);
      await empty.script('vacuum analyze');
    },
  };
}

/** As if all rows had been made at the beginning of 2025: what the past is asked about is the same in every run. */
const earlier = ['folder', 'paper', 'stay', 'filing', 'topmost']
  .map((table) => `update ${table} set recorded_at = '2025-01-01Z';`)
  .reduce((all, each) => all + each, 'set session_replication_role = replica; ')
  .concat(`update almanac.outbox set "time" = '2025-01-01Z'`);

/** Takes every row, version and event from a database that an asker may not see, past all triggers and constraints. */
async function removeHidden(database: TestDatabase, model: Model, oracle: Oracle, asker: Asker): Promise<void> {
  const tables = [...model.resources.values()].filter(
    (each): each is Table => each.kind === 'table' && each.access !== null,
  );
  const removals = tables.flatMap((table) => {
    const history = model.resources.get(table.history ?? '');
    const hidden = oracle
      .versions(table)
      .filter((version) => !oracle.may(asker, table, 'read', version, lastMoment(version)));
    const current = hidden.filter(({ replacedAt }) => replacedAt === null).map(({ id }) => id);
    const replaced = hidden.filter(({ replacedAt }) => replacedAt !== null).map(({ versionId }) => versionId);
    return [deletion(table.name, current), ...(history === undefined ? [] : [deletion(history.name, replaced)])];
  });
  const events = await oracle.events(database.query);
  const unseen = events.filter((event) => !oracle.sees(asker, event)).map(({ id }) => id);
  await database.database.script(
    `set session_replication_role = replica; ${[...removals, deletion('event', unseen)].join(' ')}`,
  );
  await database.database.script('vacuum analyze');
}

function deletion(table: string, ids: readonly string[]): string {
  return `delete from ${table} where id = any ('{${ids.join()}}');`;
}

function toldOf({ status, headers, text }: Answer): Told {
  const told = Object.entries(headers).filter(([name]) => !asides.has(name));
  return { status, headers: Object.fromEntries(told), text };
}

const asides = new Set(['date', 'x-request-id', 'traceparent', 'server-timing']);

function found<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = map.get(key);
  if (value === undefined) throw new Error(`there is no ${key}`);
  return value;
}
