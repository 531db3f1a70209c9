import { formerRightTable } from '../../query/sql/read/past/last_state.ts';
import { commentOn } from '../../sql/comment.ts';
import type { SchemaObject } from '../../sql/object.ts';
import { engineTable } from '../../sql/table.ts';
import { engineIndex } from '../table/index.ts';

/**
 * When whose right to read which row has ended, or ends as time passes. An entry says that this may be so. A reader asks the
 * rule as of that instant. So an entry may stay behind when it is no longer so.
 */
const table = engineTable(
  formerRightTable,
  {
    resource: 'text not null',
    role: 'text not null',
    callers: 'bytea not null',
    row_id: 'bigint not null',
    ended_at: 'timestamptz not null',
  },
  { rules: ['constraint former_right_pkey primary key (resource, role, callers, row_id, ended_at)'] },
);

export const formerRightObjects: readonly SchemaObject[] = [
  table,
  engineIndex('former_right_row_idx', table, '(resource, row_id, ended_at)'),
  commentOn(
    table,
    'When rights to read rows have ended, or will end as time passes. A hash of claims tells the callers.',
  ),
];
