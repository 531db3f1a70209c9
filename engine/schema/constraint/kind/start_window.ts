import { trigger } from '../../../sql/function.ts';
import { quote } from '../../../sql/identifier.ts';
import { textLiteral } from '../../../sql/literal.ts';
import { objectName } from '../../../sql/object_name.ts';
import { fixedNames, ofTrigger } from '../../plpgsql.ts';
import { validityNames } from '../../table/column.ts';
import { type ConstraintKind, invalid } from '../kind.ts';
import { fromNow, instantText } from '../limit.ts';

/** An entry begins within a window around now: a trigger keeps it. */
export interface StartWindow {
  readonly kind: 'start_window';
  readonly resource: string;
}

export const startWindow: ConstraintKind<StartWindow> = {
  declared: {
    byRows: ({ name: resource, temporal }) =>
      temporal === null || temporal.startWindow === null
        ? []
        : [[[resource, 'start_window', 'check'], { kind: 'start_window', resource }]],
  },
  kept: {
    by: 'trigger',
    objects: (_, constraint, table) => {
      const window = table.temporal?.startWindow ?? null;
      if (window === null) return [];
      const on = `public.${quote(table.name)}`;
      const name = `almanac.${objectName([table.name, 'start_window'])}`;
      const { from, to } = window;
      const limits = [
        ...(from === null ? [] : [{ limit: 'earliest', sign: '<', word: 'before', duration: from }]),
        ...(to === null ? [] : [{ limit: 'latest', sign: '>', word: 'after', duration: to }]),
      ];
      const calls = ofTrigger(
        name,
        fixedNames,
        `declare
${limits.map(({ limit, duration }) => `  ${limit} timestamptz := ${fromNow(duration)};`).join('\n')}
begin
  -- An entry that is cut begins where the one ends that it makes room for. Anybody may say so in the setting: the owner of
  -- the function that makes room is whom it is believed of, and this one runs as whoever writes.
  if (${limits.map(({ limit, sign }) => `new.valid_from ${sign} ${limit}`).join(' or ')}) and not (
    coalesce(current_setting('almanac.making_room', true), '') <> ''
    and exists (
      select from pg_proc
      where oid = to_regprocedure('almanac.${objectName([table.name, 'make_room'])}()')
        and pg_get_userbyid(proowner) = current_user
    )
  ) then
    raise exception 'an entry of ${table.name} begins outside its window'
      using errcode = 'check_violation', constraint = ${textLiteral(constraint)},
        detail = 'valid_from must not be ' || ${limits
          .map(({ limit, word }) => `'${word} ' || ${instantText(limit)}`)
          .join(" || ' or ' || ")};
  end if;
  return new;
end`,
      );
      return [
        calls,
        trigger({ name: 'start_window_insert', runs: 'before insert', on, calls }),
        trigger({
          name: 'start_window_update',
          runs: 'before update',
          on,
          when: 'new.valid_from is not null and new.valid_from is distinct from old.valid_from',
          calls,
        }),
      ];
    },
  },
  columns: () => validityNames,
  violation: (_, { detail }) => invalid(detail ?? 'valid_from is outside its window', ['valid_from']),
};
