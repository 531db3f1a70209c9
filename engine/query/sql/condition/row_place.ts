import type { Restrictions } from '../../../access/restriction.ts';
import type { Resource } from '../../../model/model.ts';
import { graphInstant, ruleInstant } from './instant.ts';
import type { Sql } from './statement.ts';

/** The row that a part of a statement is about, and what surrounds it. */
export interface Row extends Restrictions {
  /** Of the row's table in the statement. */
  readonly alias: string;
  /** Relations between it and the row that the request is about. */
  readonly depth: number;
  /** The instant at which the rows around it are shown, as an SQL expression; null for now. */
  readonly instant: Sql | null;
  /** The instant at which rules are asked, as an SQL expression. */
  readonly now: Sql;
  /** The row that the rule is about in which this row stands; null outside of rules. */
  readonly own: Row | null;
  /** Rows that relations lead to from this one and that stand in the statement already, by the alias of the relation. */
  readonly known: ReadonlyMap<string, Row> | null;
  /** The instant at which related entries of timelines are valid, likewise; null for entries whenever they are. */
  readonly validAt: Sql | null;
  /** The claims of callers who are rows of the statement, as SQL expressions; null for the claims of the principal. */
  readonly callers: ReadonlyMap<string, Sql> | null;
  /** The resources whose rows are taken as they were before this transaction changed them; null for none. */
  readonly former: ReadonlySet<string> | null;
  /** Whether rows that the principal may not see are left out; a rule looks at all rows. */
  readonly limited: boolean;
  /** Whether the statement has something of the caller's that may fail, and there are rows that the principal does not see. */
  readonly guarded: boolean;
  /** Whether PostgreSQL looks for related rows of one row after the other, and never reads all that there are. */
  readonly oneByOne: boolean;
  /** The columns by whose indexes PostgreSQL is not to look for the row; none where it may take any. */
  readonly unsought: ReadonlySet<string>;
}

/** The row that a request is about: a version shows what surrounds it as it stood in its last moment. */
export function itemOf(
  resource: Resource,
  { principal, model, rows }: Restrictions,
  instant: Sql | null,
  alias = 'item',
): Row {
  const around = graphInstant(resource, alias, instant);
  return {
    principal,
    model,
    rows,
    alias,
    depth: 0,
    instant: around,
    now: ruleInstant(resource, alias, instant),
    own: null,
    known: null,
    validAt: null,
    callers: null,
    former: null,
    limited: true,
    guarded: false,
    oneByOne: false,
    unsought: new Set(),
  };
}

/** A row as a rule about it sees it: the service looks, at all rows. */
export function ruleRow(row: Row): Row {
  return { ...row, limited: false, own: row };
}

/** The row that a relation leads to from another. */
export function rowBelow(row: Row): Row {
  return { ...row, alias: `item_${row.depth + 1}`, depth: row.depth + 1, unsought: new Set() };
}
