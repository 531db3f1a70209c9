import { identityResource } from '../../definition/recipient.ts';
import type { Table } from '../../model/model.ts';

/** What follows the rule of a constraint that PostgreSQL can check at the end of a batch. */
export const deferrable = ' deferrable initially immediate';

/**
 * What follows the rule of a constraint with which rows of a table can change places. A single statement is checked at
 * its end, a batch at its own. Rows of identities and of features are added with `on conflict do nothing`, for which
 * PostgreSQL needs constraints that are never deferred.
 */
export function deferral({ name, madeBy }: Pick<Table, 'name' | 'madeBy'>): string {
  return madeBy === null && name !== identityResource ? deferrable : '';
}
