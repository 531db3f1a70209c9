import { quote } from '../../sql/identifier.ts';
import { textLiteral } from '../../sql/literal.ts';

/**
 * The SQL that hands objects of another role over to the owner. A sequence of a column goes with its table, and objects
 * of an extension stay.
 */
export function handOver(owner: string): string {
  const own = quote(owner);
  const isOther = (column: string) => `${column} <> to_regrole(${textLiteral(owner)})`;
  return `-- The schema almanac and what is in both schemas belong to the owner, whoever made them.
alter schema almanac owner to ${own};
do $$
declare
  object record;
begin
  for object in
    select pg_class.oid::regclass as name from pg_class
    where relnamespace in ('public'::regnamespace, 'almanac'::regnamespace)
      and relkind in ('r', 'p', 'v', 'm', 'S')
      and ${isOther('relowner')}
      and not exists (
        select from pg_depend
        where classid = 'pg_class'::regclass and objid = pg_class.oid
          and (deptype = 'e' or (relkind = 'S' and deptype in ('a', 'i')))
      )
  loop
    execute format('alter table %s owner to ${own}', object.name);
  end loop;
  for object in
    select pg_proc.oid::regprocedure as name from pg_proc
    where pronamespace = 'almanac'::regnamespace
      and ${isOther('proowner')}
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
  loop
    execute format('alter function %s owner to ${own}', object.name);
  end loop;
end
$$;
`;
}
