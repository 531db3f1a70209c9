import type { History, Model, Table } from '../../model/model.ts';
import { formerRightTable } from '../../query/sql/read/past/last_state.ts';
import { effectTable } from '../../query/sql/write/effect.ts';
import { quote } from '../../sql/identifier.ts';
import { textLiteral } from '../../sql/literal.ts';
import { batchFunctions } from '../batch.ts';
import { effectFunctions } from '../effect.ts';
import { inSchema } from '../feature.ts';
import { idempotencyFunctions } from '../idempotency.ts';
import { serviceRecordFunctions } from '../record_time.ts';
import { type Grant, type GrantedRight, reading } from './grant.ts';
import { handOver } from './owner.ts';

/** The names of the two roles of a production database. */
export interface Roles {
  /** Owns the tables, and changes them. */
  readonly owner: string;
  /** Reads and writes rows. */
  readonly service: string;
}

/** The functions that the service calls. All others are called by triggers, or by these. */
export function serviceFunctions(model: Model): readonly string[] {
  return [
    ...serviceRecordFunctions,
    ...idempotencyFunctions,
    ...batchFunctions,
    ...effectFunctions,
    ...inSchema.all(model).flatMap(({ rights }) => [...rights.functions, ...(rights.functionsOf?.(model) ?? [])]),
  ];
}

/**
 * The SQL, for a superuser, of an owner and of a service. The service reads and writes rows. It neither alters a table
 * nor writes what is recorded: the history, the events, the outbox, notices, and the answers to repeated requests. It
 * may run before there are tables, and takes over tables of another role. It runs again after each migration.
 */
export function roleText(model: Model, roles: Roles): string {
  const { owner, service } = roles;
  const [own, serve] = [quote(owner), quote(service)];
  return `-- Run this as a superuser, in the database of the service: before the first migration, and again after each one.
begin;

-- Owns the tables and runs "almanac migrate". It creates databases for "almanac migrate --check".
${createRole(owner, 'login createdb')}
-- What "almanac serve" and "almanac worker" connect as.
${createRole(service, 'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls')}
do $$
declare
  other text;
begin
  foreach other in array array[${[owner, ...strongRoles].map(textLiteral).join(', ')}] loop
    if pg_has_role(${textLiteral(service)}, other, 'member') then
      raise exception '${service} is a member of %, and could write what is recorded', other
        using hint = format('Revoke it first: revoke %I from ${serve}.', other);
    end if;
  end loop;
  execute format('grant connect, create, temporary on database %I to ${own}', current_database());
  execute format('revoke all on database %I from ${serve}', current_database());
  execute format('grant connect on database %I to ${serve}', current_database());
end
$$;

revoke create on schema public from public;
create schema if not exists almanac;
grant usage, create on schema public to ${own};
revoke all on schema public, almanac from ${serve};
grant usage on schema public, almanac to ${serve};

${handOver(owner)}
-- What the owner makes later can be read, and nothing else, until this runs again.
alter default privileges for role ${own} revoke execute on functions from public;
${['public', 'almanac']
  .flatMap((schema) => [
    `alter default privileges for role ${own} in schema ${schema} revoke all on tables from ${serve};`,
    `alter default privileges for role ${own} in schema ${schema} revoke all on sequences from ${serve};`,
  ])
  .join('\n')}
alter default privileges for role ${own} in schema public grant select on tables to ${serve};

-- Whatever the service was granted before: what follows is all that it may do.
revoke all on all tables in schema public, almanac from ${serve};
revoke all on all sequences in schema public, almanac from ${serve};
revoke all on all tables in schema almanac from public;
do $$
declare
  name regprocedure;
begin
  for name in
    select pg_proc.oid from pg_proc
    where pronamespace = 'almanac'::regnamespace
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
  loop
    execute format('revoke all on function %s from public, ${serve}', name);
  end loop;
end
$$;

-- Rows of the resources. What is recorded of them, triggers write, which run as the owner.
do $$
declare
  rights text[];
begin
  foreach rights slice 1 in array array[
${grants(model).map(grantLine).join(',\n')}
  ]::text[] loop
    if to_regclass(rights[1]) is not null then
      execute format('grant %s on %s to ${serve}', rights[2], rights[1]);
    end if;
  end loop;
end
$$;

-- The functions that the service calls. They run as the owner, and take nothing that could be recorded.
do $$
declare
  name text;
begin
  foreach name in array array[
${serviceFunctions(model)
  .map((name) => `    ${textLiteral(name)}`)
  .join(',\n')}
  ] loop
    if to_regprocedure(name) is not null then
      execute format('grant execute on function %s to ${serve}', name);
    end if;
  end loop;
end
$$;

-- Lets the service limit the temporary files of its statements. Only a superuser can grant it.
do $$
begin
  if (select rolsuper from pg_roles where rolname = current_user) then
    grant set on parameter temp_file_limit to ${serve};
  else
    raise warning '${service} cannot limit its temporary files: ask a superuser to grant set on parameter temp_file_limit to ${serve}';
  end if;
end
$$;

commit;
`;
}

/** Roles of PostgreSQL whose members can write any table, or become who can. */
const strongRoles = ['pg_write_all_data', 'pg_write_server_files', 'pg_execute_server_program'] as const;

/** What the service reads and writes: in the schema of the engine, then of the resources. */
function grants(model: Model): readonly Grant[] {
  return [
    ...['almanac.definition', 'almanac.migration', 'almanac.migration_step', effectTable, formerRightTable].map(
      (name) => reading(name),
    ),
    ...inSchema.all(model).flatMap(({ rights }) => rights.relations),
    ...[...model.resources.values()].flatMap((resource) => (resource.kind === 'view' ? [] : rightsOn(resource))),
  ];
}

/** A right on a table that the service needs, on some of its columns at least. */
export interface Right {
  readonly relation: string;
  readonly right: string;
}

/** What `roleText` grants the service on tables. */
export function rightsOfService(model: Model): readonly Right[] {
  return grants(model).flatMap(({ relation, rights }) => rights.map(({ right }) => ({ relation, right })));
}

function rightsOn(resource: Table | History): Grant {
  return { relation: `public.${quote(resource.name)}`, rights: rightsOf(resource) };
}

function rightsOf(resource: Table | History): readonly GrantedRight[] {
  if (resource.kind === 'history') return [{ right: 'select' }];
  const made = inSchema.of(resource.madeBy)?.rights.resource?.(resource);
  return made ?? [{ right: 'select' }, { right: 'insert' }, { right: 'update' }, { right: 'delete' }];
}

function grantLine({ relation, rights }: Grant): string {
  const list = rights.map(({ right, columns }) =>
    columns === undefined ? right : `${right} (${columns.map(quote).join(', ')})`,
  );
  return `    array[${[relation, list.join(', ')].map(textLiteral).join(', ')}]`;
}

function createRole(name: string, rights: string): string {
  return `do $$
begin
  if to_regrole(${textLiteral(name)}) is null then
    create role ${quote(name)};
  end if;
end
$$;
alter role ${quote(name)} ${rights};
`;
}
