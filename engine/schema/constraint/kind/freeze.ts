import { trigger } from '../../../sql/function.ts';
import { quote } from '../../../sql/identifier.ts';
import { textLiteral } from '../../../sql/literal.ts';
import { objectName } from '../../../sql/object_name.ts';
import { asOwner, ofTrigger } from '../../plpgsql.ts';
import { contentColumns, rowOf, validityNames } from '../../table/column.ts';
import { type ConstraintKind, sentBounds } from '../kind.ts';
import { fromNow, instantText } from '../limit.ts';
import { isForRole } from '../role.ts';

/**
 * Times longer ago than the interval cannot be changed, by any writer. The limit depends on now, so a trigger keeps it.
 */
export interface Freeze {
  readonly kind: 'freeze';
  readonly resource: string;
}

export const freeze: ConstraintKind<Freeze> = {
  declared: {
    byRows: ({ name: resource, temporal }) =>
      temporal === null || temporal.freeze === null
        ? []
        : [[[resource, 'freeze', 'check'], { kind: 'freeze', resource }]],
  },
  kept: {
    by: 'trigger',
    objects: (_, constraint, table) => {
      const freezing = table.temporal?.freeze ?? null;
      if (freezing === null) return [];
      const when = isForRole(freezing.roles);
      const on = `public.${quote(table.name)}`;
      const name = `almanac.${objectName([table.name, 'freeze'])}`;
      const kept = contentColumns(table).filter((column) => column !== 'valid_to');
      const calls = ofTrigger(
        name,
        asOwner,
        `declare
  frozen timestamptz := ${fromNow(`-${freezing.after}`)};
begin
  if old.valid_from < frozen then
    -- Of what began before, the end may move, from where nothing is frozen to where nothing is.
    if tg_op = 'UPDATE' and ${rowOf('new', kept)} is not distinct from ${rowOf('old', kept)} and (
      new.valid_to is not distinct from old.valid_to
      or (coalesce(old.valid_to, 'infinity') >= frozen and coalesce(new.valid_to, 'infinity') >= frozen)
    ) then
      return new;
    end if;
  elsif tg_op = 'DELETE' then
    return old;
  elsif new.valid_from is null or new.valid_from >= frozen then
    return new;
  end if;
  raise exception 'what is recorded of ${table.name} is frozen'
    using errcode = 'check_violation', constraint = ${textLiteral(constraint)},
      detail = 'what was valid before ' || ${instantText('frozen')} || ' is frozen';
end`,
      );
      return [
        calls,
        trigger({
          name: 'keep_frozen',
          runs: 'before insert or update or delete',
          on,
          ...(when === null ? {} : { when }),
          calls,
        }),
      ];
    },
  },
  columns: () => validityNames,
  violation: (_, attempt) => ({
    code: 'state_conflict',
    detail: attempt.detail ?? 'the entry is frozen',
    fields: sentBounds(attempt),
  }),
};
