import type { Table } from '../../model/model.ts';
import { textLiteral } from '../../sql/literal.ts';
import { objectName } from '../../sql/object_name.ts';

/** The condition that an entry is written since it makes room for another one. */
export function isMakingRoom({ name }: Pick<Table, 'name'>): string {
  return `almanac.is_making_room(${textLiteral(`almanac.${objectName([name, 'make_room'])}()`)})`;
}

/** Whether a rule of the table asks whether an entry makes room. */
export function looksAtMakingRoom({
  temporal,
  checks,
  sets,
  creates,
}: Pick<Table, 'temporal' | 'checks' | 'sets' | 'creates'>): boolean {
  if (temporal === null) return false;
  return temporal.startWindow !== null || [...checks, ...sets, ...creates].some(({ moment }) => moment !== null);
}
