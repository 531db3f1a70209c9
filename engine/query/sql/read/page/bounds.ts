import { raw, sql } from '../../../../sql/fragment.ts';
import type { Sql } from '../../condition/statement.ts';

/** A column of rows, and the one value that they have there. */
interface Along {
  readonly column: Sql;
  readonly value: Sql;
}

/** Where the rows begin: behind an id, in the order of ids. */
interface Beginning {
  readonly id: Sql;
  readonly behind: Sql;
  readonly descending: boolean;
}

/**
 * An equality in other words. PostgreSQL expects many rows between bounds, and not the same value in all of them. So it goes along
 * the index for the order by the column, and by the id after it. An index can begin at a comparison of rows.
 */
export function boundsOf({ column, value }: Along, beginning: Beginning | null = null): readonly Sql[] {
  if (beginning === null) return [sql`(${column}, true) >= (${value}, true)`, sql`${column} <= ${value}`];
  const { id, behind, descending } = beginning;
  const [after, until] = descending ? [raw('<'), raw('>=')] : [raw('>'), raw('<=')];
  return [sql`(${column}, ${id}) ${after} (${value}, ${behind})`, sql`${column} ${until} ${value}`];
}
