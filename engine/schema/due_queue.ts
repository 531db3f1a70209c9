import { commentOn } from '../sql/comment.ts';
import { databaseFunction } from '../sql/function.ts';
import type { SchemaObject, TableObject } from '../sql/object.ts';
import { engineTable } from '../sql/table.ts';
import { asOwner } from './plpgsql.ts';

/**
 * What a transaction has to do at its end about rows that its changes concern. A trigger notes which rows: all rows of a
 * resource whose field has one of the ids.
 */
export interface DueQueue {
  readonly table: TableObject;
  /** The function that takes what the transaction has noted, without parentheses. */
  readonly takes: string;
  /** What names of its triggers have in them. */
  readonly word: string;
  /** Whether a row that goes is noted for its own sake: something may be kept of it. */
  readonly notesGone: boolean;
  readonly objects: readonly SchemaObject[];
}

/** The checks that a transaction has to decide. A check may look at a row that changes. */
export const checkQueue = dueQueue('check', 'checks', false, 'the rows whose checks are decided at their end');

/** The rights to read rows of which a transaction has to find out whether they have ended. */
export const formerQueue = dueQueue('former', 'former', true, 'the rows of which a right to read may have ended');

export const dueObjects: readonly SchemaObject[] = [...checkQueue.objects, ...formerQueue.objects];

function dueQueue(name: string, word: string, notesGone: boolean, words: string): DueQueue {
  const on = `almanac.${name}_due`;
  // Needed to the end of a transaction: not after a crash, and not by a replica.
  const table = engineTable(
    on,
    {
      recorded_in: 'xid8 not null',
      id: 'bigint generated always as identity',
      resource: 'text not null',
      field: 'text not null',
      ids: 'bigint[] not null',
    },
    { isLogged: false, isKept: true, rules: [`constraint ${name}_due_pkey primary key (recorded_in, id)`] },
  );
  const takes = `almanac.take_due_${word}`;
  // For a table that is nearly always empty the planner chooses to read all of it, and that plan would be kept.
  const take = databaseFunction(
    `${takes}()`,
    `${takes}() returns setof ${on}`,
    `language plpgsql
${asOwner}
set enable_seqscan = off
as $$
begin
  return query delete from ${on} where recorded_in = pg_current_xact_id() returning *;
end
$$`,
  );
  return {
    table,
    takes,
    word,
    notesGone,
    objects: [
      table,
      commentOn(table, `Of running transactions: ${words}.`),
      take,
      commentOn(take, 'Takes what this transaction has noted.'),
    ],
  };
}
