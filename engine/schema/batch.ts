import { commentOn } from '../sql/comment.ts';
import { databaseFunction } from '../sql/function.ts';
import { textLiteral } from '../sql/literal.ts';
import type { SchemaObject } from '../sql/object.ts';
import { engineTable } from '../sql/table.ts';
import { asOwner, fixedNames } from './plpgsql.ts';

/** The setting of a transaction that is a batch. It opens nothing: constraints are checked at the end in any case. */
const batchSetting = 'almanac.batch';

/** The condition that the transaction is a batch. */
export const isBatch = `current_setting(${textLiteral(batchSetting)}, true) <> ''`;

// Needed to the end of a transaction: not after a crash, and not by a replica.
const batchEntry = engineTable(
  'almanac.batch_entry',
  { recorded_in: 'xid8 not null', resource: 'text not null', entry: 'bigint not null' },
  {
    isLogged: false,
    isKept: true,
    rules: ['constraint batch_entry_pkey primary key (recorded_in, resource, entry)'],
  },
);

const begin = databaseFunction(
  'almanac.begin_batch(jsonb)',
  `almanac.begin_batch(entries jsonb default '{}') returns void`,
  `language plpgsql
${asOwner}
as $$
begin
  set constraints all deferred;
  perform set_config('${batchSetting}', 'yes', true);
  insert into almanac.batch_entry (recorded_in, resource, entry)
  select pg_current_xact_id(), named.resource, entry.id::bigint
  from jsonb_each(entries) as named (resource, ids), jsonb_array_elements_text(named.ids) as entry (id)
  on conflict do nothing;
end
$$`,
);

// A batch fills the table, and its end empties it again. For an empty table the planner chooses to read all of it, and
// that plan would be kept.
const byIndex = 'set enable_seqscan = off';

const placed = databaseFunction(
  'almanac.placed_entries(text, bigint[])',
  'almanac.placed_entries(of_resource text, ids bigint[]) returns bigint[]',
  `language plpgsql
${fixedNames}
${byIndex}
as $$
begin
  return array(
    select own.entry from almanac.batch_entry as own
    where own.recorded_in = pg_current_xact_id() and own.resource = of_resource and own.entry = any (ids)
  );
end
$$`,
);

const forget = databaseFunction(
  'almanac.forget_batch()',
  'almanac.forget_batch() returns void',
  `language plpgsql
${asOwner}
${byIndex}
as $$
begin
  delete from almanac.batch_entry where recorded_in = pg_current_xact_id();
end
$$`,
);

// It runs as its caller: a deferred trigger on a table of the caller's own would run as the owner of the function.
const settle = databaseFunction(
  'almanac.settle_batch()',
  'almanac.settle_batch() returns void',
  `language plpgsql
${fixedNames}
as $$
begin
  set constraints all immediate;
  perform almanac.forget_batch();
  perform set_config('${batchSetting}', '', true);
end
$$`,
);

/**
 * A batch is a transaction whose rows are compared at its end, so that two rows can change places. It begins with
 * `select almanac.begin_batch('{"loan": [4, 9]}')`, which names the entries that it is going to move or delete, by
 * resource. It ends with `select almanac.settle_batch()` before COMMIT.
 *
 * Until settle_batch(), rows may share a unique value (where `deferral` says so). Entries that the batch places may
 * overlap: neither makes room for the other, and `overlap: reject` refuses neither. The batch places the entries that it
 * names, and all that it inserts, restores, widens or moves. Others make room, or are in the way, at once. The writer
 * needs the same rights over them as outside a batch (see roomSetting).
 *
 * settle_batch() fails with 23505 or 23P01 and the name of the constraint if rows still collide. COMMIT checks the same.
 * A statement after it is checked by itself again. A batch may name more entries by another begin_batch().
 */
export const batchObjects: readonly SchemaObject[] = [
  batchEntry,
  commentOn(
    batchEntry,
    'Of batches that are running: the entries that they place, which do not make room for each other.',
  ),
  begin,
  commentOn(
    begin,
    'Begins a batch: its rows are compared at its end. Names entries that it is going to place, by resource.',
  ),
  placed,
  commentOn(placed, 'Which of these entries of a resource the batch places.'),
  forget,
  commentOn(forget, 'Forgets which entries the batch has placed.'),
  settle,
  commentOn(settle, 'Ends a batch: refuses rows that share a unique value, and entries that overlap.'),
];

/** What rendered statements call. */
export const batchFunctions: readonly string[] = [begin.name, forget.name, settle.name];
