import type { Resource, Table } from '../../../model/model.ts';
import { elementsTo, targetOf } from '../../../vocabulary/field_type.ts';

/**
 * The columns that have an index without the column by which PostgreSQL looks up the rows. For each row it would intersect the
 * two indexes, and so read all entries that the value of a caller has. No index helps to find one of few rows.
 */
export function otherIndexes(resource: Resource, by: string): ReadonlySet<string> {
  if (resource.kind !== 'table' || by === 'id') return none;
  const known = found.get(resource) ?? new Map<string, ReadonlySet<string>>();
  const columns = known.get(by) ?? otherColumns(resource, by);
  found.set(resource, known.set(by, columns));
  return columns;
}

const none: ReadonlySet<string> = new Set();
const found = new WeakMap<Table, Map<string, ReadonlySet<string>>>();

function otherColumns({ fields, indexes, unique, temporal }: Table, by: string): ReadonlySet<string> {
  const lists = [...indexes, ...unique, ...(temporal === null ? [] : [[...temporal.timeline, 'valid_from']])];
  const beside = new Set(lists.filter((columns) => columns.includes(by)).flat());
  // One row at most has a unique value.
  const alone = new Set([by, 'id', ...unique.filter(({ length }) => length === 1).flat()]);
  const begins = new Set(lists.map(([first]) => first));
  const indexed = [...fields.values()].filter(
    ({ name, type }) => begins.has(name) || (targetOf(type) !== null && elementsTo(type) === null),
  );
  return new Set(indexed.flatMap(({ name }) => (beside.has(name) || alone.has(name) ? [] : [name])));
}
