import type { Model } from '../definition/model.ts';
import { quote } from '../query/sql/identifier.ts';
import { textLiteral } from '../query/sql/literal.ts';
import { eventSequence } from './event_log.ts';
import { noticeTableNames } from './notice_turn.ts';

/** The names of the two roles of a production database. */
export interface Roles {
  /** Owns the tables, and changes them. */
  readonly owner: string;
  /** Reads and writes rows. */
  readonly service: string;
}

/**
 * The SQL, for a superuser, of an owner and of a service that can neither alter a table nor change or delete what is in a
 * history or among the events. It may run before there are tables and again after each migration: grants on a table come
 * when the table is there.
 */
export function roleText(model: Model, { owner, service }: Roles): string {
  const [own, serve] = [quote(owner), quote(service)];
  const kept = [...model.resources.values()].filter(({ kind, name }) => kind === 'history' || name === 'event');
  const changed = [...model.resources.values()].filter((resource) => !kept.includes(resource));
  const worked = ['almanac.outbox', 'almanac.delivery', 'almanac.notified', ...noticeTableNames]
    .map(textLiteral)
    .join(', ');
  const tables = (of: readonly { readonly name: string }[]) => of.map(({ name }) => textLiteral(name)).join(', ');
  return `-- Owns the tables and runs "almanac migrate". It creates databases for "almanac migrate --check".
${createRole(owner, 'login createdb')}
-- What "almanac serve" connects as.
${createRole(service, 'login')}
do $$
begin
  execute format('grant connect, create, temporary on database %I to ${own}', current_database());
  execute format('grant connect on database %I to ${serve}', current_database());
end
$$;

revoke create on schema public from public;
grant usage, create on schema public to ${own};
grant usage on schema public to ${serve};
create schema if not exists almanac authorization ${own};
grant usage on schema almanac to ${serve};

-- What is there belongs to the owner, and what the owner makes can be read and added to; nothing else by itself.
do $$
declare
  object record;
begin
  for object in
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'almanac') and tableowner <> ${textLiteral(owner)}
  loop
    execute format('alter table %s owner to ${own}', object.name);
  end loop;
  for object in
    select pg_proc.oid::regprocedure as name from pg_proc join pg_roles on pg_roles.oid = proowner
    where pronamespace = 'almanac'::regnamespace and rolname <> ${textLiteral(owner)}
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
  loop
    execute format('alter function %s owner to ${own}', object.name);
  end loop;
end
$$;
alter default privileges for role ${own} in schema public grant select, insert on tables to ${serve};
alter default privileges for role ${own} in schema public grant usage on sequences to ${serve};
grant usage on all sequences in schema public to ${serve};
grant select on all tables in schema almanac to ${serve};
alter default privileges for role ${own} in schema almanac grant select on tables to ${serve};
-- The answers that are given again to repeated requests are the service's own.
do $$
begin
  if to_regclass('almanac.idempotency_key') is not null then
    grant select, insert, update, delete on almanac.idempotency_key to ${serve};
  end if;
end
$$;

-- So are the changes that wait to be events or to be looked at for notices, how far events are sent and notified of, and
-- where their ids begin in a partition.
do $$
declare
  own text;
begin
  foreach own in array array[${worked}] loop
    if to_regclass(own) is not null then
      execute format('grant select, insert, update, delete on %s to ${serve}', own);
    end if;
  end loop;
  if to_regclass('${eventSequence}') is not null then
    grant select, update on sequence ${eventSequence} to ${serve};
  end if;
end
$$;

-- What is recorded stays: the service adds to it. Everything else it changes and deletes.
do $$
declare
  resource text;
begin
  foreach resource in array array[${tables(kept)}]::text[] loop
    if to_regclass(format('public.%I', resource)) is not null then
      execute format('revoke all on public.%I from ${serve}', resource);
      execute format('grant select, insert on public.%I to ${serve}', resource);
    end if;
  end loop;
  foreach resource in array array[${tables(changed)}]::text[] loop
    if to_regclass(format('public.%I', resource)) is not null then
      execute format('grant select, insert, update, delete on public.%I to ${serve}', resource);
    end if;
  end loop;
end
$$;
`;
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
