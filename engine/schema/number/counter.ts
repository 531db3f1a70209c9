import { commentOn } from '../../sql/comment.ts';
import { databaseFunction } from '../../sql/function.ts';
import type { SchemaObject } from '../../sql/object.ts';
import { engineTable } from '../../sql/table.ts';

/** The setting of a transaction with what it has counted of a counter and not written yet. */
export const countedSetting = 'almanac.counted.';

// A row for each text before a number. On the row of the empty text, all writers of the counter queue. A sequence would not do:
// it does not give back what is rolled back.
const counter = engineTable(
  'almanac.counter',
  { name: 'text not null', key: 'text not null', last: 'bigint not null' },
  { rules: ['constraint counter_pkey primary key (name, key)'] },
);

// Taken before the instant of the record: numbers are in the order of their records.
const lockCounter = databaseFunction(
  'almanac.lock_counter(text)',
  'almanac.lock_counter(counter text) returns void',
  `language plpgsql volatile
as $$
begin
  perform from almanac.counter as head where head.name = counter and head.key = '' for update;
  if not found then
    insert into almanac.counter (name, key, last) values (counter, '', 0) on conflict do nothing;
    perform from almanac.counter as head where head.name = counter and head.key = '' for update;
  end if;
end
$$`,
);

// Many rows of a transaction are counted in the setting, and written once at the end of the statement: each update of one row
// in a transaction reads all of its earlier versions.
const countNumber = databaseFunction(
  'almanac.count_number(text, text, bigint)',
  'almanac.count_number(counter text, text_before text, sent bigint) returns bigint',
  `language plpgsql volatile
as $$
declare
  setting constant text := '${countedSetting}' || counter;
  counted jsonb := nullif(current_setting(setting, true), '')::jsonb;
  number bigint;
begin
  if counted is null or counted ->> 'key' <> text_before then
    perform almanac.settle_counter(counter, null, null);
    number := coalesce((
      select known.last from almanac.counter as known where known.name = counter and known.key = text_before
    ), 0);
    counted := jsonb_build_object('key', text_before, 'written', number, 'start', number, 'last', number, 'rows', 0);
  end if;
  if sent <= (counted ->> 'start')::bigint then
    return sent;
  end if;
  number := (counted ->> 'last')::bigint;
  number := case when sent is null then number + 1 else greatest(number, sent) end;
  counted := counted || jsonb_build_object('last', number, 'rows', (counted ->> 'rows')::bigint + 1);
  perform set_config(setting, counted::text, true);
  return number;
end
$$`,
);

// Rows that a statement skips, as on conflict do nothing does, took numbers. The last ones are given back.
const settleCounter = databaseFunction(
  'almanac.settle_counter(text, bigint, bigint)',
  'almanac.settle_counter(counter text, kept bigint, greatest_kept bigint) returns void',
  `language plpgsql volatile
as $$
declare
  setting constant text := '${countedSetting}' || counter;
  counted jsonb := nullif(current_setting(setting, true), '')::jsonb;
  before bigint := counted ->> 'start';
  number bigint := counted ->> 'last';
begin
  if counted is null then
    return;
  end if;
  if kept < (counted ->> 'rows')::bigint then
    number := coalesce(greatest_kept, before);
    if number - before <> kept then
      raise exception 'the numbers of % would have a gap: a row was skipped', counter
        using errcode = 'object_not_in_prerequisite_state', hint = 'Insert only rows that are not skipped.';
    end if;
  end if;
  if number <> (counted ->> 'written')::bigint then
    insert into almanac.counter as known (name, key, last)
    values (counter, counted ->> 'key', number)
    on conflict on constraint counter_pkey do update set last = excluded.last;
  end if;
  counted := counted || jsonb_build_object('written', number, 'start', number, 'last', number, 'rows', 0);
  perform set_config(setting, counted::text, true);
end
$$`,
);

const takeNumber = databaseFunction(
  'almanac.take_number(text, text)',
  'almanac.take_number(counter text, text_before text) returns bigint',
  `language plpgsql volatile
as $$
declare
  number bigint;
begin
  perform almanac.lock_counter(counter);
  number := almanac.count_number(counter, text_before, null);
  perform almanac.settle_counter(counter, null, null);
  return number;
end
$$`,
);

const numberText = databaseFunction(
  'almanac.number_text(bigint, integer)',
  'almanac.number_text(number bigint, digits integer) returns text',
  `language sql immutable
return lpad(number::text, greatest(digits, length(number::text)), '0')`,
);

/** What counts numbers, for all tables. */
export const counterObjects: readonly SchemaObject[] = [
  counter,
  commentOn(
    counter,
    'The last number of each counter, by the text before it. Its writers queue on the row of the empty text.',
  ),
  lockCounter,
  commentOn(lockCounter, 'Waits for other transactions that count with this counter.'),
  settleCounter,
  commentOn(settleCounter, 'Writes what this transaction has counted, without the rows that a statement skipped.'),
  countNumber,
  commentOn(countNumber, 'The next number of a counter, or one that was sent, behind which it goes on.'),
  takeNumber,
  commentOn(takeNumber, 'The next number of a counter, written at once.'),
  numberText,
  commentOn(numberText, 'A number with at least so many digits.'),
];
