import { test } from 'tap';
import { changesOf } from '../../engine/docs/change/changes.ts';
import { changelogPage } from '../../engine/docs/page/changelog.ts';
import { changesInText, migrationText } from '../../engine/schema/migration/file/file.ts';
import { changes } from '../schema/changes.ts';
import { deprecatedBooks, moreChanges } from './more_changes.ts';

// What is told of a migration to those who use the service: every kind of change, the same as in test/schema/changes.ts.

const told: Readonly<Record<string, readonly string[]>> = {
  nothing: [],
  'a field that is required and has a default': ['book: `pages` is new: integer'],
  'two fields, one of them unique, where there is no history': [
    'book: no two rows may have the same `group`',
    'book: `group` is new: uuid',
    'book: `price` is new: decimal',
  ],
  'a value that is deprecated': ['book: `status` no longer becomes `out`'],
  'a first file': ['book: `scan` is new: file'],
  'a file that gets the name of another one, which gets a new name': [
    'book: `old_scan` was `scan` until now',
    'book: `scan` is new: file',
  ],
  'the last file, which goes': ['book: `scan` is gone'],
  'a status with transitions': ['book: `status` is new: enum'],
  'a computed field': ['book: `is_dear` is new: boolean'],
  'a relation by a new reference to its own table': ['book: `sequel_id` is new: reference to `book`'],
  'a reference that is one no longer': ['note: `note_id` is bigint, no longer reference to `note`'],
  'a bound, a length and a check more': [
    "book: new rule: It's too thick. (`pages` is less than `1000`)",
    'book: `title` takes other values: max_length `9`',
    'book: `pages` takes other values: minimum `1`',
  ],
  'another bound': ['book: `title` takes other values: min_length `1`, max_length `20`'],
  'no bounds any more': ['book: `title` takes other values: any'],
  'another check, with the message that it had': [
    'book: new rule: A book has pages. (`pages` is at least `2`)',
    'book: a rule was removed: A book has pages.',
  ],
  'another message of a check': [],
  'the first of two checks gone: the second bears its number': ['book: a rule was removed: One.'],
  'unique and an index come': ['book: no two rows may have the same `title` and `pages`'],
  'unique and an index go': ['book: rows may have the same `title` and `pages`'],
  'rows go with the row that they refer to, and no longer; and a reference is cleared': [
    'note: the row is deleted when the row that `one_id` refers to is deleted',
    'note: the row that `two_id` refers to cannot be deleted',
    'note: it becomes null when the row that `three_id` refers to is deleted',
  ],
  'unique among some rows comes, twice for the same field': [
    'book: no two rows may have the same `title` where `pages` is more than `10`',
    'book: no two rows may have the same `title` where `price` is null',
  ],
  'unique among other rows than before': [
    'book: no two rows may have the same `title` where `pages` is more than `20`',
    'book: rows may have the same `title` where `pages` is more than `10`',
  ],
  'unique among some rows, under other names and of another type': [
    'volume: called `book` until now',
    'volume: `heading` was `title` until now',
    'volume: `pages` is bigint, no longer integer',
  ],
  'unique among all rows, and no longer among some; entries of a timeline among some': [
    'book: no two rows may have the same `title`',
    'book: rows may have the same `title` where `pages` is more than `10`',
    'stay: new',
  ],
  'an array of references to its own table, and one to another': [
    'book: `sequel_ids` is new: array of reference to `book`',
    'shelf: `book_ids` is new: array of reference to `book`',
  ],
  'numbers that become references, and back': [
    'shelf: `one_ids` is array of reference to `book`, no longer array of bigint',
    'shelf: `two_ids` is array of bigint, no longer array of reference to `book`',
  ],
  'texts that become references': ['shelf: `book_ids` is array of reference to `book`, no longer array of text'],
  'other names for an array of references, its table and what it leads to': [
    'tome: called `book` until now',
    'rack: called `shelf` until now',
    'rack: `tome_ids` was `one_ids` until now',
    'rack: it loses an element when the row that `tome_ids` refers to is deleted',
  ],
  'an array of references that is gone, with what it leads to': ['shelf: `book_ids` is gone', 'book: gone'],
  'a reference by which rows make trees from now on, under another name': [
    'place: `parent_id` was `above_id` until now',
    'place: `parent_id` no longer lets a row be its own ancestor',
  ],
  'a tree under another name': ['area: called `place` until now', 'area: `parent_id` was `above_id` until now'],
  'a reference by which rows need not make trees': ['place: `above_id` lets a row be its own ancestor'],
  'values of an enum, and what they may become': ['book: `title` may be `dropped`'],
  'transitions, where there were none': ['book: `title` changes in other steps'],
  'text that becomes an enum is stored as it was': ['book: `title` is enum, no longer text'],
  'required no longer, and null where it is left out': [
    'book: `title` may be null',
    'book: `title` no longer has a default',
  ],
  'required, with a default': ['book: `title` may no longer be null', 'book: `title` is `"it\'s"` when it is not sent'],
  'another default': ['book: `title` is `"b"` when it is not sent'],
  'a decimal of more digits before and after the point': ['book: `price` takes other values: precision `9`, scale `3`'],
  'words about a resource and a field': [],
  'another timeline': ['stay: the rules of its timelines changed'],
  'further rules of a timeline': ['stay: the rules of its timelines changed'],
  'rules of a timeline that are gone, and another': ['stay: the rules of its timelines changed'],
  'a resource whose index takes the name that one of another table had': ['a: new'],
  'a resource, and references between it and one that was there': [
    'author: new',
    'book: `author_id` is new: reference to `author`',
  ],
  'the first resource with a timeline': ['loan: new'],
  'an identifier that is made for each row': [
    'book: no two rows may have the same `business_id`',
    'book: `business_id` is new: uuid',
  ],
  'fields whose values are claims of the callers': [
    'book: `maker` is new: integer',
    'book: `team` is new: text',
    'book: `day` is new: date',
  ],
  'a counted number, for rows that are there as well': [
    'book: no two rows may have the same `number`',
    'book: `number` is new: text',
  ],
  'a number of another name and form, and one that may no longer be null': [
    'book: `code` was `number` until now',
    'book: `code` is counted as `{year}/{000}` when it is not sent',
    'book: `mark` may no longer be null',
    'book: `mark` is counted as `M{00}` when it is not sent',
    'book: `old` no longer has a default',
  ],
  'a required field without default': ['book: `pages` is new: integer, required'],
  'a search over two fields, of which one gets another name, and its language': [
    'book: `place` was `shelf` until now',
    'book: the filter `search` finds words of `title` and `place` (norwegian)',
  ],
  'a search that comes': ['book: the filter `search` finds words of `title` (english)'],
  'an index that finds a text by how it begins, which goes, comes, and stays with a field of another name': [
    'book: `place` was `shelf` until now',
  ],
  'a field of another name, with its rules and its index': ['book: `leaves` was `pages` until now'],
  'a name that one field gives up and another takes over': [
    'book: `c` was `b` until now',
    'book: `b` was `a` until now',
  ],
  'a resource of another name, to which others refer': [
    'loan: `volume_id` was `book_id` until now',
    'volume: called `book` until now',
  ],
  'renames that have been carried out': [],
  'a wider number, unique and with a rule': ['book: `pages` is bigint, no longer integer'],
  'a number that becomes text, where there is no history': ['book: `pages` is text, no longer integer'],
  'a field that is gone': ['book: `pages` is gone', 'book: `price` is gone'],
  'a stored field that is now computed': ['book: `flag` is true where `title` is `a`'],
  'a resource that is gone, and was referred to': [
    'book: `author_id` is bigint, no longer reference to `author`',
    'author: gone',
  ],
  'a rule that looks through a relation, and rules of access': [
    'loan: new rule: The Bible stays here. (there is a `book` of which `title` is not `Bible`)',
    'loan: access depends on the role',
  ],
  'a rule that looks through a relation at a field of another name: it stays out of the tables': [
    'book: `heading` was `title` until now',
  ],
  'a rule that others cover an entry, whose parent gets another name': [
    'room: called `hall` until now',
    'shift: `room_id` was `hall_id` until now',
    'watch: `room_id` was `hall_id` until now',
    'watch: new rule: A watch is within a shift. (the whole `validity` lies within that of the `room.shift` of which `crew` is `a`)',
  ],
  'a check over what related rows have together': [
    'book: new rule: At most one. (the sum of `part` of all `share` (where `part` is more than `0.1`) is at most `1`)',
    'book: new rule: At most one. (`title` is `none`, or the greatest `part` of all `hold` is at most `1`)',
  ],
  'other names for what a check over related rows looks at': [
    'hold: `portion` was `part` until now',
    'stake: called `share` until now',
    'stake: `portion` was `part` until now',
  ],
  'rights that leave a last state': ['unit: `holder` has more rights'],
  'the same under other names': [
    'holding: `keeper` was `holder` until now',
    'plant: called `unit` until now',
    'plant: the rights of `holder` changed',
  ],
  'another rule by which rights leave a last state': ['unit: the rights of `holder` changed'],
  'rights that leave nothing any more': ['unit: `holder` has fewer rights'],
  'a history': ['book: every version is kept, at `book_history`'],
  'a history that is gone': ['book: its history was removed'],
  'a timeline': [
    'stay: depends on time: one timeline for each `room_id`',
    'stay: `valid_from` is new: datetime, required',
    'stay: `valid_to` is new: datetime',
  ],
  'a timeline that is gone': [
    'stay: no longer depends on time',
    'stay: `valid_from` is gone',
    'stay: `valid_to` is gone',
  ],
  'the first rule of notices': ['notice: new', 'room: new notice: Nobody is there. (`org.example.room.empty`)'],
  'a rule of notices that looks at something else': [
    'room: new notice: It is old. (`org.example.room.old`)',
    'room: a notice was removed: Nobody is there. (`org.example.room.empty`)',
  ],
  'other names for what a rule of notices looks at': [
    'hall: called `room` until now',
    'stay: `visitor_id` was `guest_id` until now',
    'stay: the relation `visitor` was `guest` until now',
  ],
  'other names for rules of recipients': [
    'hall: called `room` until now',
    'stay: `visitor_id` was `guest_id` until now',
    'stay: the relation `visitor` was `guest` until now',
  ],
  'no rules of notices any more': ['room: a notice was removed: It is old. (`org.example.room.old`)', 'notice: gone'],
  'notices of the same matter in another state, of other parties, with other data': [
    'room: the notice `org.example.room.empty` stands while `status` is `empty`',
    'room: the notice `org.example.room.empty` is shown to `stay.guest`',
    'room: the notice `org.example.room.empty` has other data',
  ],
  'notices of the same matter to other parties': [
    "room: the notice `org.example.room.empty` is shown to `owner` if `name` is `a`, all rows of `party` of which `name` is the row's `status`, `guest` of all rows of `stay`",
  ],
  'notifications of fewer parties': ['stay: other parties are notified of its events'],
  'notifications that come': ['notification: new', 'stay: parties are notified of its events'],
  'other notifications': ['stay: other parties are notified of its events'],
  'notifications that go': ['stay: nobody is notified of its events any longer', 'notification: gone'],
  'a resource that is deprecated': ['book: deprecated'],
  'operations that come and go': ['book: create is no longer offered', 'book: delete is offered'],
  'a relation that comes': ['book: the relation `copy` is new'],
  'a relation of another name': ['book: the relation `volume` was `copy` until now'],
  'a relation that goes': ['book: the relation `copy` is gone'],
  'another label and group, for people': [],
  events: ['book: changes are events: `org.example.book`'],
  'a field that is not taken any more': [
    'book: `title` is no longer taken on create',
    'book: `title` is no longer taken on update',
  ],
  'a field that is deprecated': ['book: `title` is deprecated'],
  'another role': ['book: `guest` has more rights'],
  'another rule of a role': ['book: `clerk` has fewer rights'],
  'another rule for the past': ['book: `clerk` has fewer rights'],
  'other rules of several roles': [
    'book: `clerk`, `guest` have more rights',
    'book: `owner` has fewer rights',
    'book: the rights of `author` changed',
  ],
  'access to what the service makes': [
    'event: `administrator` has more rights',
    'event: `guest` has fewer rights',
    'event: the rights of `auditor` changed',
    'notification: `administrator` has more rights',
    'notification: `guest` has fewer rights',
    'notification: the rights of `auditor` changed',
    'subscription: `administrator` has more rights',
    'subscription: `guest` has fewer rights',
    'subscription: the rights of `auditor` changed',
  ],
  'access to what the service makes, by wider rules': [
    'event: `auditor` has more rights',
    'notification: `auditor` has more rights',
    'subscription: `auditor` has more rights',
  ],
  'access to what the service makes, by default again': [
    'event: `guest` has more rights',
    'event: `administrator` has fewer rights',
    'event: the rights of `auditor` changed',
    'notification: `guest` has more rights',
    'notification: `administrator` has fewer rights',
    'notification: the rights of `auditor` changed',
    'subscription: `guest` has more rights',
    'subscription: `administrator` has fewer rights',
    'subscription: the rights of `auditor` changed',
  ],
  'another role in a service that makes rows': [],
  'rules of access that go': ['book: roles no longer matter'],
  'a field for other roles': ['book: other roles may read or write `title`'],
  'checks that are asked at moments': [
    'step: the rules of its timelines changed',
    'step: new rule: The last one stays. (`name` is not `last`; asked of each delete)',
    'task: new rule: Done in a month. (`days` is at most `30`; asked of each create, update where before it `days` is more than `0` and after it `state` is `done`)',
    'task: new rule: A task has steps. (the number of `step` is at least `1`; asked of each create, delete by anybody but `clerk`)',
    'task: new rule: Later. (`due` is at least the beginning of today; asked of each create, update of `due` by `clerk`)',
    'task: `state` changes in other steps',
    'task: `days` is new: integer, required',
  ],
  'other names in checks that are asked at moments': [
    'job: called `task` until now',
    'job: `phase` was `state` until now',
    'job: `weight` was `days` until now',
    'step: `job_id` was `task_id` until now',
    'step: the relation `job` was `task` until now',
  ],
  'another type in checks that are asked at moments': ['task: `days` is bigint, no longer integer'],
  'checks that are no longer asked at moments': [
    'step: the rules of its timelines changed',
    'step: a rule was removed: The last one stays.',
    'task: a rule was removed: Done in a month.',
    'task: a rule was removed: A task has steps.',
    'task: a rule was removed: Later.',
    'task: `state` changes in other steps',
    'task: `days` is gone',
  ],
  'a call that is an event comes': ['book: the call `look` is an event'],
  'a call that is an event, of a resource with another name': ['volume: called `book` until now'],
  'calls that come and go': ['book: the call `look` is new', 'book: the call `find` is gone'],
  'another call': [
    'book: the call `look` takes another body',
    'book: the call `look` has another answer',
    'book: other roles may use the call `look`',
    'book: the call `look` works in another way',
  ],
  'a call with a handler': [
    'book: the call `do` has another path',
    'book: the call `do` has another answer',
    'book: the call `do` works in another way',
  ],
  'fields that are set, and rows that are created': [
    'contract: the service sets `done_at` to now and `days` to `0`, after each create, update where before it `state` is not `done` and after it `state` is `done`',
    'contract: the service sets `days` to `7`, after each create, update by `clerk` where after it there is a `party` of which `name` is `a`',
    "contract: the service creates a `task` with `title` the row's `name` and `contract_id` the row's `id` and `days` the row's `days`, unless there is one of which `title` is the row's `name` and `days` is more than `0`, after each create",
    "contract: the service creates a `visit` for each `task` with `contract_id` the row's `id` and `name` the row's `task.title` and `valid_from` now, after each create, update where after it `state` is `done`",
    'task: the service sets `days` to `5`, after each create',
    "visit: the service creates a `party` with `name` the row's `name`, after each create where after it `name` is `x`",
  ],
  'other consequences': [
    'contract: the service sets `done_at` to null, after each update',
    'contract: the service no longer sets `done_at` to now and `days` to `0`, after each create, update where before it `state` is not `done` and after it `state` is `done`',
    'contract: the service no longer sets `days` to `7`, after each create, update by `clerk` where after it there is a `party` of which `name` is `a`',
    "contract: the service no longer creates a `task` with `title` the row's `name` and `contract_id` the row's `id` and `days` the row's `days`, unless there is one of which `title` is the row's `name` and `days` is more than `0`, after each create",
    "contract: the service no longer creates a `visit` for each `task` with `contract_id` the row's `id` and `name` the row's `task.title` and `valid_from` now, after each create, update where after it `state` is `done`",
    'contract: `name` is `"second"` when it is not sent',
  ],
  'other names in consequences': [
    'deal: called `contract` until now',
    'deal: `phase` was `state` until now',
    'deal: the relation `job` was `task` until now',
    "deal: the service creates a `visit` for each `job` with `deal_id` the row's `id` and `name` the row's `job.heading` and `valid_from` now, after each create, update where after it `phase` is `done`",
    "deal: the service no longer creates a `visit` for each `task` with `deal_id` the row's `id` and `name` the row's `task.heading` and `valid_from` now, after each create, update where after it `phase` is `done`",
    'job: called `task` until now',
    'job: `heading` was `title` until now',
    'job: `deal_id` was `contract_id` until now',
    'job: the relation `deal` was `contract` until now',
    'visit: `deal_id` was `contract_id` until now',
    'visit: the relation `deal` was `contract` until now',
  ],
  'another type in consequences': [
    'contract: `days` is bigint, no longer integer',
    'task: `days` is bigint, no longer integer',
  ],
  'no consequences any more': [
    'contract: the service no longer sets `done_at` to now and `days` to `0`, after each create, update where before it `state` is not `done` and after it `state` is `done`',
    'contract: the service no longer sets `days` to `7`, after each create, update by `clerk` where after it there is a `party` of which `name` is `a`',
    "contract: the service no longer creates a `task` with `title` the row's `name` and `contract_id` the row's `id` and `days` the row's `days`, unless there is one of which `title` is the row's `name` and `days` is more than `0`, after each create",
    "contract: the service no longer creates a `visit` for each `task` with `contract_id` the row's `id` and `name` the row's `task.title` and `valid_from` now, after each create, update where after it `state` is `done`",
    'task: the service no longer sets `days` to `5`, after each create',
    "visit: the service no longer creates a `party` with `name` the row's `name`, after each create where after it `name` is `x`",
  ],
};

for (const { change, from, to } of [...changes, ...moreChanges]) {
  test(change, async (t) => {
    t.ok(change in told, 'has its words here');
    t.strictSame(
      changesOf(from, to).map(({ resource, text }) => `${resource}: ${text}`),
      told[change],
    );
    t.strictSame(changesOf(to, to), [], 'nothing more the second time');
  });
}

test('from nothing, all is new', async (t) => {
  t.strictSame(changesOf(null, deprecatedBooks), [{ resource: 'book', text: 'new' }]);
});

test('a migration has its changes in its text, and the changelog has the last first', async (t) => {
  const [first] = changes.flatMap(({ from, to }) => changesOf(from, to));
  const text = migrationText('20260131120000_add_pages', [], first === undefined ? [] : [first]);
  t.strictSame(changesInText(text), [first]);
  t.strictSame(changesInText(migrationText('20260131120000_an_index', [])), []);
  const releases = [
    { name: '20260131120000_add_pages', changes: changesInText(text) },
    { name: '20260201120000_an_index', changes: [] },
  ];
  const { blocks } = changelogPage(releases, deprecatedBooks);
  t.strictSame(
    blocks.flatMap((block) => (block.kind === 'heading' ? [block.text] : [])),
    ['2026-02-01: an index', '2026-01-31: add pages'],
  );
  t.match(blocks[4], { kind: 'list', items: [/^\[book\]\(resources\/book\.html\): `pages` is new/] });
});
