import type { Table } from '../../engine/model/model.ts';
import type { Json } from '../../engine/vocabulary/value/json.ts';
import { signToken, type TestService } from '../http/service.ts';
import type { ModelPair } from '../schema/model_pair.ts';

export type Body = Readonly<Record<string, Json>>;

export interface InstanceAnswer {
  readonly what: string;
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the tests say what is in it
  readonly body: any;
}

/** Asks an instance without a look at the document, which the tables of another one need not keep. */
export function client({ server, model }: Pick<TestService, 'server' | 'model'>, caller: Body = { identity_id: 7 }) {
  const headers = { authorization: `Bearer ${signToken({ ...caller, scope: 'manage:data' })}` };
  return async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: Body): Promise<InstanceAnswer> => {
    const url = `${model.service.basePath}${path}`;
    const answer = await server.inject({
      method,
      url,
      headers,
      ...(payload !== undefined && { payload: { ...payload } }),
    });
    return {
      what: `${method} ${path}`,
      status: answer.statusCode,
      body: answer.body === '' ? null : JSON.parse(answer.body),
    };
  };
}

/** What may be sent of a row as it was read. */
export function writable(table: Table, row: Body): Body {
  return Object.fromEntries(
    Object.entries(row).filter(([name]) => table.fields.get(name)?.update && !name.startsWith('valid_')),
  );
}

/** Removes the rows of all tables from this id on, whatever the tables are called by now. */
export async function removeRows(
  { database }: Pick<TestService, 'database'>,
  { first, second }: Pick<ModelPair, 'first' | 'second'>,
  from: number,
): Promise<void> {
  const names = [...first.resources.values(), ...second.resources.values()].map(({ name }) => name);
  const there = await database.query(
    "select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname = any($1)",
    [`{${names.map((name) => JSON.stringify(name)).join(',')}}`],
  );
  const tables = there.filter(({ name }) => !name?.includes('_history'));
  // In one statement: rows that follow from others refer to them.
  const deletes = tables.map(({ name }, at) => `gone_${at} as (delete from ${name} where id >= ${from})`);
  await database.query(`with ${deletes.join(', ')} select`);
}
