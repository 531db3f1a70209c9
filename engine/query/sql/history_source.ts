import type { History, Table } from '../../model/model.ts';
import { quote } from '../../sql/identifier.ts';
import { line } from '../../sql/line.ts';

/**
 * A derived table, in parentheses and without alias, of every version: the current rows under the id of their version,
 * and the replaced ones. Its columns are the stored fields of the history resource, in their order; also those that the
 * role of a caller does not see, since a rule may look at them.
 * PostgreSQL pulls both halves up, so that filters and order reach their indexes.
 */
export function historySource(history: History): string {
  const own = `${history.of.name}_id`;
  const names = ['id', own, ...storedNames(history.of).filter((name) => name !== 'id'), 'replaced_at', 'replaced_by'];
  const current = names.map((name) => {
    if (name === 'id') return 'row_version as id';
    if (name === own) return `id as ${quote(own)}`;
    if (name === 'replaced_at') return 'null::timestamptz as replaced_at';
    return name === 'replaced_by' ? 'null::bigint as replaced_by' : quote(name);
  });
  const replaced = names.map(quote);
  return line`(
    select ${current.join(', ')} from public.${quote(history.of.name)}
    union all
    select ${replaced.join(', ')} from public.${quote(history.name)}
  )`;
}

/**
 * The same of a table's rows under their own ids, with the version that each had in `row_version`. Which of the versions of
 * a row it is that an instant shows, recordedCondition says: a condition within would keep PostgreSQL from pulling it up.
 */
export function versionSource(table: Table, history: string): string {
  const names = storedNames(table);
  const current = [...names.map(quote), 'row_version', 'null::timestamptz as replaced_at'];
  const replaced = [
    ...names.map((name) => (name === 'id' ? `${quote(`${table.name}_id`)} as id` : quote(name))),
    'id as row_version',
    'replaced_at',
  ];
  return line`(
    select ${current.join(', ')} from public.${quote(table.name)}
    union all
    select ${replaced.join(', ')} from public.${quote(history)}
  )`;
}

/** The condition that a version was the recorded one at an instant, which is an SQL expression. */
export function recordedCondition(alias: string, instant: string): string {
  return `${alias}.recorded_at <= ${instant} and (${alias}.replaced_at is null or ${alias}.replaced_at > ${instant})`;
}

function storedNames({ fields }: Table): readonly string[] {
  return [...fields.values()].filter(({ computed }) => computed === null).map(({ name }) => name);
}
