import { commentOn } from '../sql/comment.ts';
import type { SchemaObject } from '../sql/object.ts';
import { engineTable } from '../sql/table.ts';

/**
 * How far imports of files have come. A row stands for one file: the hash is of that part of it whose rows are in the
 * resource. It changes in the transaction that writes a piece of the file.
 */
const progress = engineTable(
  'almanac.import',
  {
    resource: 'text not null',
    digest: 'text not null',
    bytes: 'bigint not null',
    lines: 'bigint not null',
    rows: 'bigint not null',
    recorded_at: 'timestamptz not null',
  },
  { isKept: true, rules: ['constraint import_pkey primary key (resource, digest)'] },
);

/** The table by which an import that was stopped goes on. Only the owner reads and writes it. */
export const importObjects: readonly SchemaObject[] = [
  progress,
  commentOn(progress, 'How far almanac import has come in each file: the hash is of the part of the file that is in.'),
];
