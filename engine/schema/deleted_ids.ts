import type { History, Table } from '../model/model.ts';
import { commentOn } from '../sql/comment.ts';
import { databaseFunction } from '../sql/function.ts';
import { quote } from '../sql/identifier.ts';
import { textLiteral } from '../sql/literal.ts';
import { keyOf, type SchemaObject } from '../sql/object.ts';
import { sequence } from '../sql/table.ts';
import { deletedSequence } from './constraint/constraints.ts';
import { choice, type Lines } from './plpgsql.ts';
import { insertedRows } from './recorded_rows.ts';

// A row that was deleted has versions, and its id may be given again. No id above all that were deleted has any. So a sequence
// stands at or above these: to read it takes a new row a tenth of the time that a look into the history takes.

/** The sequence that no deleted row has an id above, and its first value: an existing history may have versions of any id so far. */
export function deletedIdObjects({ name, of: table }: History): readonly SchemaObject[] {
  const [history, on] = [`public.${quote(name)}`, `public.${quote(table.name)}`];
  const highest = sequence(`public.${deletedSequence(name)}`, { table: history, column: 'id' });
  const literal = textLiteral(highest.name);
  return [
    highest,
    {
      kind: 'rows',
      name: 'deleted',
      on: history,
      // Without the lock, a row could be deleted meanwhile by a function that does not note it.
      create: `do $$
begin
  lock table ${on} in share row exclusive mode;
  perform setval(${literal}, greatest(max(${quote(`${table.name}_id`)}), 1)) from ${history};
end
$$`,
      drop: `select setval(${literal}, 1, false)`,
      dependsOn: [keyOf(highest), `table ${on}`, `table ${history}`],
    },
  ];
}

/** The condition that a new row may have versions. Where a database was copied without its sequences, any may. */
export function mayHaveVersions(history: string): string {
  return `(new.id > ${highestDeleted(history)}) is not true`;
}

/**
 * What notes the highest id of deleted rows, which is in a variable. It notes all ids that were given so far, as
 * the row that goes next is often the next older one. To raise the sequence takes a tenth of the time of a deletion.
 */
export function noteDeleted(history: string, { name }: Pick<Table, 'name'>, variable: string): Lines {
  const sequenceName = textLiteral(`public.${deletedSequence(history)}`);
  const given = `pg_sequence_last_value(pg_get_serial_sequence(${textLiteral(`public.${quote(name)}`)}, 'id')::regclass)`;
  return choice([
    `${variable} > ${highestDeleted(history)}`,
    [`perform almanac.raise_deleted(${sequenceName}, greatest(${variable}, ${given}));`],
  ]);
}

/**
 * What looks into the history once more, behind new rows. Where a transaction was about to delete the former row, the new one
 * waited for its end. So the deletion can be later than what the new row was stamped with, and the writer has to begin again.
 * `exists` in a condition takes twice the time.
 */
export function lookBehindDeletions({ name, history }: Table): Lines {
  if (history === null) return [];
  const { row, from } = insertedRows;
  return [
    `highest := ${highestDeleted(history)};`,
    `perform from ${from} where (${row}.id > highest) is not true;`,
    ...choice([
      'found',
      [
        'perform almanac.record_time((',
        "  select max(version.replaced_at) - interval '1 microsecond'",
        `  from ${from}`,
        `  join public.${quote(history)} as version on version.${quote(`${name}_id`)} = ${row}.id`,
        '));',
      ],
    ]),
  ];
}

function highestDeleted(history: string): string {
  return `pg_sequence_last_value(${textLiteral(`public.${deletedSequence(history)}`)})`;
}

// Of two that raise it at once, the lower must not come last. What is locked behind a savepoint is free when that is rolled
// back, so nobody waits for the end of a transaction. A sequence keeps its value. One without a value says nothing of any id.
const raiseDeleted = databaseFunction(
  'almanac.raise_deleted(regclass, bigint)',
  'almanac.raise_deleted(highest regclass, id bigint) returns void',
  `language plpgsql
as $$
begin
  perform pg_advisory_xact_lock(hashtext('almanac.deleted'), highest::oid::integer);
  if id > pg_sequence_last_value(highest) then
    perform setval(highest, id);
  end if;
  raise exception 'free' using errcode = 'ZA000';
exception
  when sqlstate 'ZA000' then
    return;
end
$$`,
);

/** The function that raises the sequence of a history. */
export const raiseDeletedObjects: readonly SchemaObject[] = [
  raiseDeleted,
  commentOn(
    raiseDeleted,
    'Notes that deleted rows have ids up to this one: at once, also where the transaction fails.',
  ),
];
