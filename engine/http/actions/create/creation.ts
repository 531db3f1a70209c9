import type { Table } from '../../../model/model.ts';
import type { Parameter } from '../../../query/plan/query_string.ts';
import type { RowsPlan } from '../../../query/plan/rows_plan.ts';
import type { Once } from '../../request/idempotency.ts';
import type { Preferred } from '../../request/prefer.ts';
import type { Members } from '../../request/rows/members.ts';
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

/** The creation of what a body holds, after every check that needs no database. */
export interface Creation extends Pick<Once, 'writer' | 'write' | 'again'> {
  readonly shown: () => readonly RowsPlan[];
}
