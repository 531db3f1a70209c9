import { trigger } from '../../../sql/function.ts';
import { quote } from '../../../sql/identifier.ts';
import { textLiteral } from '../../../sql/literal.ts';
import { objectName } from '../../../sql/object_name.ts';
import { fixedNames, ofTrigger } from '../../plpgsql.ts';
import { validityNames } from '../../table/column.ts';
import { type ConstraintKind, invalid } from '../kind.ts';
import { fromNow, instantText } from '../limit.ts';
import { isMakingRoom } from '../making_room.ts';
import { isForRole } from '../role.ts';

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
      const { from, to, roles } = window;
      const role = isForRole(roles);
      const moved = 'new.valid_from is not null and new.valid_from is distinct from old.valid_from';
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
  -- An entry that is cut begins where the one ends that it makes room for. This function runs as whoever writes.
  if (${limits.map(({ limit, sign }) => `new.valid_from ${sign} ${limit}`).join(' or ')})
    and not ${isMakingRoom(table)} then
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
        trigger({
          name: 'start_window_insert',
          runs: 'before insert',
          on,
          ...(role === null ? {} : { when: role }),
          calls,
        }),
        trigger({
          name: 'start_window_update',
          runs: 'before update',
          on,
          when: [moved, ...(role === null ? [] : [role])].join(' and '),
          calls,
        }),
      ];
    },
  },
  columns: () => validityNames,
  violation: (_, { detail }) => invalid(detail ?? 'valid_from is outside its window', ['valid_from']),
};
