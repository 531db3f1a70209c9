import type { Table } from '../../../model/model.ts';
import type { Parameter } from '../../../query/plan/query_string.ts';
import type { AnyRowsPlan } from '../../../query/plan/rows_plan.ts';
import type { Writer } from '../../../query/sql/write/writer.ts';
import type { Once, Write } from '../../request/idempotency.ts';
import type { Preferred } from '../../request/prefer.ts';
import type { Members } from '../../request/rows/members.ts';
import type { SentRows } from '../../request/rows/sent_rows.ts';
import type { Validate } from '../../request/validator.ts';

/** What a request asks to be created, and what its answer shows. */
export interface AskedCreate {
  readonly table: Table;
  readonly members: Members;
  readonly validate: Validate;
  readonly preferred: Preferred;
  /** The parameters of the representation. */
  readonly parameters: readonly Parameter[];
}

/** Rows of a body, one or many, and what is asked of them. */
export interface AskedCreates extends AskedCreate {
  /** As they were sent: they may refer to others by keys. */
  readonly sent: SentRows;
}

/** The creation of what a body holds. */
export interface Creation {
  /** What the answer shows. */
  readonly shown: () => readonly AnyRowsPlan[];
  /** The write of the rows, with the ids of what they refer to. @throws Problem with everything that is wrong with them. */
  readonly prepare: (sent: SentRows) => Promise<PreparedCreation>;
  /** What the same identity gets with another role, other claims or other scopes. */
  readonly again: (writer: Writer, ...first: Parameters<Once['again']>) => ReturnType<Once['again']>;
}

/** A creation after every check that needs no database. */
interface PreparedCreation extends Pick<Once, 'writer'> {
  readonly write: Write;
}
