import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Model } from '../../engine/model/model.ts';
import { constantTerms, renderField } from '../../engine/query/sql/condition/condition.ts';
import { identifier } from '../../engine/sql/fragment.ts';
import { quote } from '../../engine/sql/identifier.ts';
import { textOf } from '../../engine/sql/render.ts';
import { postgrestProgram } from '../peer/program.ts';
import { type Role, rules } from './ruled.ts';
import type { Served } from './subject.ts';

const peerSchema = 'peer';
export const peerRole = 'peer_writer';

const party = `(select (current_setting('request.jwt.claims', true)::json->>'party_id')::bigint)`;
const operated = `select from public.accounting_point as point where point.system_operator_id = ${party} and point.id =`;
const provided = `select from public.controllable_unit_service_provider
  where controllable_unit_id = item.id and service_provider_id = ${party}`;

/** What the rule of each role says of a row in SQL. */
const conditions: Readonly<Record<Role, string>> = {
  owner: `system_operator_id = ${party}`,
  operator: `exists (${operated} item.accounting_point_id)`,
  neighbour: `exists (${operated} (select accounting_point_id from public.controllable_unit where id = item.controllable_unit_id))`,
  provider: `exists (${provided} and valid_from <= now() and (valid_to is null or valid_to > now()))`,
  either: `(exists (${operated} item.accounting_point_id) or exists (${provided} and valid_from is not null))`,
};

/** What PostgREST serves of the service with rules: a view for each role, and a function for each call. */
export function ruledPeerSql(): string {
  const views = (Object.keys(rules) as Role[]).map(
    (role) =>
      `create view ${peerSchema}.${role} as select * from ${peerSchema}.${rules[role].resource} as item where ${conditions[role]};\n`,
  );
  return `${views.join('')}
create function ${peerSchema}.lookup(business_id text) returns json language sql stable as $$
  select json_build_object('id', id) from public.accounting_point as point where point.business_id = lookup.business_id
$$;
create function ${peerSchema}.describe(id bigint) returns json language sql stable as $$
  select json_build_object('name', name, 'status', status) from public.controllable_unit as item
  where item.id = describe.id and ${conditions.operator}
$$;
grant select on all tables in schema ${peerSchema} to ${peerRole};
`;
}

/**
 * What PostgREST serves: each table through a view that has what the resource shows. Its writes fire the triggers of the
 * tables, and are recorded under an identity that comes with the role.
 */
export function peerSql(model: Model, identity: number): string {
  const views = [...model.resources.values()]
    .filter(({ kind }) => kind === 'table')
    .map(({ name, fields }) => {
      const terms = constantTerms((field) => identifier(field.name));
      const columns = [...fields.values()].map(
        (field) => `${textOf(renderField(field, terms))} as ${quote(field.name)}`,
      );
      return `create view ${peerSchema}.${quote(name)} as select ${columns.join(', ')} from public.${quote(name)};\n`;
    });
  return `do $$ begin create role ${peerRole} nologin; exception when duplicate_object then null; end $$;
alter role ${peerRole} set almanac.identity = '${identity}';
create schema ${peerSchema};
${views.join('')}
grant usage on schema ${peerSchema}, almanac, public to ${peerRole};
grant all on all tables in schema ${peerSchema}, public, almanac to ${peerRole};
grant all on all sequences in schema public, almanac to ${peerRole};
`;
}

/** A connection for each of 16 clients, and some more: measured, with 10 it takes a third more of the processors. */
const connections = 20;

/** Starts PostgREST with the settings that make it fastest. */
export async function startPostgrest(url: string, secret: string): Promise<Served> {
  const port = 3000 + (process.pid % 30_000) + 20_000;
  const program = spawn(postgrestProgram(), [], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PGRST_DB_URI: url,
      PGRST_DB_SCHEMAS: peerSchema,
      PGRST_DB_CHANNEL_ENABLED: 'false',
      PGRST_DB_CONFIG: 'false',
      PGRST_DB_POOL: String(connections),
      // Others have their turns meanwhile. New connections would have to prepare all statements again.
      PGRST_DB_POOL_MAX_IDLETIME: '86400',
      PGRST_DB_POOL_MAX_LIFETIME: '86400',
      PGRST_JWT_SECRET: secret,
      PGRST_JWT_CACHE_MAX_LIFETIME: '3600',
      PGRST_LOG_LEVEL: 'crit',
      PGRST_OPENAPI_MODE: 'disabled',
      PGRST_SERVER_HOST: '127.0.0.1',
      PGRST_SERVER_PORT: String(port),
    },
  });
  const printed: string[] = [];
  for await (const line of createInterface(program.stderr)) {
    printed.push(line);
    if (line.includes('Schema cache loaded')) break;
  }
  if (program.exitCode !== null || !printed.some((line) => line.includes('Schema cache loaded')))
    throw new Error(`PostgREST did not start:\n${printed.join('\n')}`);
  program.stderr.resume();
  return { program, address: `http://127.0.0.1:${port}` };
}
