/** The SQLSTATE of a missing right. */
export const denied = '42501';
/** Tables that the serving role must not write, a row that it would forge, and a column that it would change. */
export const recorded = [
  [
    'public.book_history',
    "(id, book_id, recorded_at, recorded_by, replaced_at, replaced_by) values (99, 1, '2020-01-01', 0, '2020-01-02', 0)",
    'title',
  ],
  [
    'public.stay_history',
    "(id, stay_id, recorded_at, recorded_by, replaced_at, replaced_by) values (99, 1, '2020-01-01', 0, '2020-01-02', 0)",
    'book_id',
  ],
  [
    'public.event',
    "(specversion, type, source, time, recorded_at, recorded_by) values ('1.0', 'x', '/book/1', now(), now(), 0)",
    'type',
  ],
  [
    'almanac.event_0',
    "(id, specversion, type, source, time, recorded_at, recorded_by) values (9, '1.0', 'x', '/book/1', now(), now(), 0)",
    'type',
  ],
  [
    'almanac.event_default',
    "(id, specversion, type, source, time, recorded_at, recorded_by) values (9, '1.0', 'x', '/book/1', now(), now(), 0)",
    'type',
  ],
  ['almanac.outbox', "(type, source, time, recorded_by) values ('x', '/book/1', now(), 0)", 'type'],
  ['almanac.event_lineage', "(server, since) values ('x', now())", 'server'],
  [
    'almanac.idempotency_key',
    "(identity, route, key, fingerprint, recorded_at) values (7, '/book', 'k', 'f', now())",
    'body',
  ],
  ['almanac.effect', "(request, resource, row_id, former) values ('x', 'book', 1, '(1,forged)')", 'former'],
  ['almanac.notified', '(last_event) values (1000)', 'last_event'],
  ['almanac.notice_change', "(resource, field, value) values ('book', 'id', 1)", 'value'],
  ['almanac.notice_clock', '(passed) values (now())', 'passed'],
  ['almanac.notice_rules', "(resource, rules) values ('x', 'y')", 'rules'],
  ['almanac.stored_file', '(due_at) values (now())', 'value'],
  ['almanac.given_instant', "(recorded_in, instant) values (pg_current_xact_id(), '2020-01-01')", 'instant'],
  ['almanac.batch_entry', "(recorded_in, resource, entry) values (pg_current_xact_id(), 'stay', 1)", 'entry'],
  ['almanac.definition', "(file, content) values ('x', 'y')", 'content'],
  ['almanac.migration', "(name, checksum) values ('x', 'y')", 'checksum'],
  ['public.notice', "(type, source, party_id, data, since) values ('x', '/book/1', 1, '{}', now())", 'status'],
] as const;

/** What is tried, statement by statement, and what the last one comes to: a SQLSTATE, or its first value. */
export const attempts: readonly [what: string, statements: readonly string[], result: string | null | undefined][] = [
  // Functions.
  ['a function of a trigger', ['select almanac.book_record_update()'], denied],
  ...['record_update', 'record_delete', 'stamp']
    .map(
      (name) =>
        [
          `the ${name} trigger on a table of one's own, whose rows are forged`,
          [
            'create temporary table mine as select * from public.book',
            `create trigger mine after delete on mine for each row execute function almanac.book_${name}()`,
          ],
          denied,
        ] as const,
    )
    .map((each): [string, readonly string[], string] => [each[0], each[1], each[2]]),
  ['an instant to record at', ["select almanac.record_time('2090-01-01')"], denied],
  ['notices of another instant', ["select almanac.book_notices(array[1]::bigint[], '2090-01-01')"], denied],
  ['a file that a row has, without a row', ["select almanac.hold_file('{}')"], denied],
  [
    'a file that a row has, for the sweep',
    [
      "select almanac.give_up_file((scan ->> 'object')::uuid) from book",
      "select almanac.forget_files(array(select (scan ->> 'object')::uuid from book))",
      'select count(*) from almanac.sweep_files(100)',
    ],
    '0',
  ],
  [
    'a file that is not in the store',
    [`update book set scan = '{"object": "00000000-0000-4000-8000-000000000000"}' where id = 1`],
    '23503',
  ],
  ['another server that gives ids', ['select almanac.note_event_server()'], denied],
  ['partitions without end', ['select almanac.add_event_partition(1000000)'], denied],
  [
    'events that there are not',
    ['select almanac.keep_notified(1000000)', 'select last_event from almanac.notified'],
    '0',
  ],
  [
    'events that notifications were made of, once more',
    ['select almanac.keep_notified(2)', 'select almanac.keep_notified(1)', 'select last_event from almanac.notified'],
    '2',
  ],
  [
    'a function in the place of one',
    ["create or replace function almanac.clock() returns timestamptz language sql return timestamptz '2020-01-01'"],
    denied,
  ],
  ['a function of the owner', ['alter function almanac.clock() security invoker'], denied],
  ['a right for others', ['grant execute on function almanac.book_record_update() to public'], denied],
  ['a table that inherits from a history', ['create temporary table mine () inherits (public.book_history)'], denied],
  // Settings.
  ['triggers that do not run', ['set local session_replication_role = replica'], denied],
  [
    'another instant by the setting',
    ["set local almanac.recorded_at = '1577836800000000'", "update book set title = 'forged' where id = 1"],
    '40001',
  ],
  [
    'an instant to come by the setting',
    ["set local almanac.recorded_at = '4000000000000000'", "insert into book (title) values ('forged')"],
    '40001',
  ],
  [
    'the instant of an earlier version, as if it were of this transaction',
    [
      `select set_config('almanac.recorded_at', (extract(epoch from recorded_at) * 1000000)::bigint::text, true) from book where id = 1`,
      'delete from book where id = 1',
    ],
    '40001',
  ],
  [
    'room that is being made, by the setting',
    ["set local almanac.making_room = 'yes'", "insert into stay (book_id, valid_from) values (1, '2020-01-01')"],
    '23514',
  ],
  [
    'room that is made',
    [
      "insert into stay (book_id, valid_from, valid_to) values (1, now() + '1 day', now() + '9 days')",
      "insert into stay (book_id, valid_from, valid_to) values (1, now(), now() + '2 days')",
      "select count(*) from stay where valid_to > now() + '3 days' and valid_from > now() + '1 day'",
    ],
    '1',
  ],
  [
    'entries that overlap, in a batch',
    [
      'select almanac.begin_batch()',
      "insert into stay (book_id, valid_from) values (1, now() + '1 day')",
      "insert into stay (book_id, valid_from) values (1, now() + '2 days')",
      'set constraints all immediate',
    ],
    '23P01',
  ],
  [
    'entries that overlap, by the setting',
    [
      "set local almanac.batch = 'yes'",
      "insert into stay (book_id, valid_from) values (1, now() + '1 day')",
      "insert into stay (book_id, valid_from) values (1, now() + '2 days')",
    ],
    '23P01',
  ],
  [
    'a trigger of its own at the end of a batch, which runs code as the owner',
    [
      'create table pg_temp.log (who text)',
      'create table pg_temp.mine (id integer)',
      'create function pg_temp.spy() returns trigger language plpgsql as $$ begin insert into pg_temp.log values (current_user); return null; end $$',
      'create constraint trigger spy after insert on pg_temp.mine deferrable for each row execute function pg_temp.spy()',
      'select almanac.begin_batch()',
      'insert into pg_temp.mine values (1)',
      'select almanac.begin_batch()',
      'select almanac.settle_batch()',
      'select count(*) from pg_temp.log where who = current_user',
    ],
    '1',
  ],
  [
    'columns that the triggers fill',
    [
      "insert into book (title, recorded_at, recorded_by, row_version) values ('a', '2020-01-01', 99, -1)",
      "select recorded_at > now() - interval '1 minute' and recorded_by = 0 and row_version > 0 from book order by id desc limit 1",
    ],
    't',
  ],
  [
    'a version without history',
    [
      "update book set row_version = 1, recorded_in = pg_current_xact_id(), title = 'c' where id = 1",
      'select count(*) from book_history',
    ],
    '2',
  ],
  [
    'the identity, which the service says',
    [
      "set local almanac.identity = '42'",
      "update book set title = 'c' where id = 1",
      'select replaced_by from book_history order by id desc limit 1',
    ],
    '42',
  ],
  [
    'effects by the setting, which are of real changes',
    [
      "set local almanac.effects = 'mine'",
      "update book set title = 'c' where id = 1",
      "update book set title = 'd' where id = 1",
      'delete from book where id = 2',
      "select string_agg(row_id || ' ' || (former::book).title, ', ' order by row_id) from almanac.effect where (former::book).title is not null",
    ],
    '1 b',
  ],
  [
    'effects of another request, which it removes',
    [
      "set local almanac.effects = 'mine'",
      "update book set title = 'c' where id = 1",
      "set local almanac.effects = 'another'",
      'select almanac.forget_effects()',
      'select count(*) from almanac.effect',
    ],
    '1',
  ],
  // Names that mean something else.
  ['a schema', ['create schema mine'], denied],
  ['a function in public', ['create function public.mine() returns integer language sql return 1'], denied],
  [
    'an operator in the schema of the engine',
    ['create operator almanac.= (leftarg = xid8, rightarg = xid8, function = xid8eq)'],
    denied,
  ],
  [
    'a domain of a name that the engine uses, which runs code as the owner',
    [
      'create table pg_temp.log (who text)',
      'create function pg_temp.spy(timestamp with time zone) returns boolean language plpgsql as $$ begin insert into pg_temp.log values (current_user); return true; end $$',
      'create domain pg_temp.timestamptz as timestamp with time zone check (pg_temp.spy(value))',
      'create domain pg_temp.interval as pg_catalog.interval',
      'create domain pg_temp.text as pg_catalog.text check (false)',
      'create domain pg_temp.xid8 as pg_catalog.xid8 check (false)',
      'set local search_path = pg_temp, pg_catalog, public',
      "update public.book set title = 'c' where id = 1",
      "insert into public.stay (book_id, valid_from) values (1, now() + '1 day')",
      'delete from public.book where id = 2',
      'select almanac.sequence_events(100)',
      'select almanac.compute_notices(100)',
      'select almanac.add_event_partitions()',
      "select almanac.claim_key(7, '/book', 'other', 'request', 'viewer')",
      'select count(*) from log where who <> current_user',
    ],
    '0',
  ],
  [
    'tables of names that the engine uses',
    [
      'create table pg_temp.book_history (like public.book_history)',
      'create table pg_temp.outbox (like public.book)',
      'create table pg_temp.pg_class ()',
      'create table pg_temp.pg_proc ()',
      'set local search_path = pg_temp, pg_catalog, almanac, public',
      "update public.book set title = 'c' where id = 1",
      'select count(*) from public.book_history',
    ],
    '2',
  ],
  [
    'operators and functions of names that the engine uses',
    [
      'create function pg_temp.never(xid8, xid8) returns boolean language sql return true',
      'create operator pg_temp.= (leftarg = xid8, rightarg = xid8, function = pg_temp.never)',
      'create function pg_temp.pg_current_xact_id() returns xid8 language sql return null::xid8',
      'create function pg_temp.set_config(text, text, boolean) returns text language sql return null::text',
      'set local search_path = pg_temp, public, pg_catalog',
      "update public.book set title = 'c' where id = 1",
      'select count(*) from public.book_history',
    ],
    '2',
  ],
  // What others are told, and what waits.
  ['all answers', ['select body from almanac.idempotency_key'], denied],
  [
    'an answer without its request',
    ["select body from almanac.first_answer(7, '/book', 'the key', 'another', 'the viewer')"],
    undefined,
  ],
  [
    'an answer of another identity',
    ["select body from almanac.first_answer(8, '/book', 'the key', 'the request', 'the viewer')"],
    undefined,
  ],
  [
    'an answer once more',
    ["select body from almanac.first_answer(7, '/book', 'the key', 'the request', 'the viewer')"],
    'the answer',
  ],
  [
    'an answer to another viewer',
    ["select body from almanac.first_answer(7, '/book', 'the key', 'the request', 'x')"],
    null,
  ],
  [
    'another answer in its place',
    [`select almanac.keep_answer(7, '/book', 'the key', 201::smallint, '{}', 'forged')`],
    '55000',
  ],
  [
    'a claim of what is answered',
    ["select almanac.claim_key(7, '/book', 'the key', 'the request', 'the viewer')"],
    'f',
  ],
  ['what changes wait', ['select source from almanac.outbox'], denied],
  ['since when they do', ['select min("time") is not null and count(*) = 1 from almanac.outbox'], 't'],
  ['changes that notices look at', ['select value from almanac.notice_change'], denied],
  ['a partition by itself', ['select from almanac.event_0'], denied],
  // Sequences.
  ['ids of events', ["select setval('public.event_id_seq', 1)"], denied],
  ['the next id of an event', ["select nextval('public.event_id_seq')"], denied],
  ['the next version', ["select nextval('public.book_row_version_seq')"], denied],
  ['the versions anew', ["select setval('public.book_row_version_seq', 1)"], denied],
  ['the highest deleted id', ["select setval('public.book_history_deleted_seq', 1)"], denied],
  ['the same by its function', ["select almanac.raise_deleted('public.book_history_deleted_seq', 9)"], denied],
  ['ids of rows', ["select setval('public.book_id_seq', 1)"], denied],
  // The server.
  ['files', ["select pg_read_file('PG_VERSION')"], denied],
  ['files as large objects', ["select lo_import('/etc/hostname')"], denied],
  ['a program', ["copy public.book to program 'true'"], denied],
  ['a file', ["copy public.book to '/tmp/book'"], denied],
  ['an extension', ['create extension pg_trgm'], denied],
  ['a language', ['create function pg_temp.mine() returns integer language c as $$x$$'], denied],
  ['a role', ['create role mine'], denied],
  ['rights of its own', ['alter role current_user createdb'], denied],
  ['temporary files, which it limits', ["set local temp_file_limit = '1GB'", 'show temp_file_limit'], '1GB'],
];
