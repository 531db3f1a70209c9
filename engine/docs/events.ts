import { code, heading, list, type Page, type TextBlock, table, text } from './block.ts';

/** What is an event, why no reader misses one, and how they are followed and sent. */
export function eventsPage(): Page<TextBlock> {
  return { path: 'events.html', title: 'Events', blocks };
}

const blocks: readonly TextBlock[] = [
  text('With'),
  code('yaml', '# resources/service.yaml\nevents: { prefix: org.example }'),
  text(
    'every change of a row is an event, and the resource `event` lists them. It is there like any other: `GET /event` with filters, `GET /event/{id}`, the scope `read:data:event`.',
  ),
  code(
    'json',
    `{
  "id": 7,
  "specversion": "1.0",
  "type": "org.example.pet.update",
  "source": "/pet/3",
  "subject": "/owner/1",
  "time": "2026-02-03T10:15:00.123456+00:00",
  "data": { "updated_fields": ["name"] },
  "recorded_at": "2026-02-03T10:15:00.131415+00:00",
  "recorded_by": 12
}`,
  ),
  table(
    ['field', 'what it says'],
    [
      ['`type`', 'the prefix, the resource, and `create`, `update` or `delete`'],
      ['`source`', 'the row, as a path behind the base path'],
      [
        '`subject`',
        'the row that the change is about where that is another: of a resource with `subject: owner_id`, the one that `owner_id` refers to',
      ],
      [
        '`time`',
        'the instant under which the change was recorded: the `recorded_at` of its version, the `replaced_at` of the one before',
      ],
      ['`data`', 'of an update, the names of the fields that changed, computed ones too; never their values'],
      ['`recorded_at`', 'when the event became visible'],
      ['`recorded_by`', 'the identity that made the change'],
    ],
  ),
  heading('What is an event'),
  table(
    ['what happens', 'event'],
    [
      ['a row is created', 'create'],
      ['fields of a row change', 'update'],
      ['a write changes nothing, is refused or rolled back', 'none'],
      ['a row is removed', 'delete'],
      ['an entry of a timeline is deleted (it stays, without validity)', 'delete'],
      ['such an entry is restored', 'create: who keeps a copy has let go of it, and meets it anew'],
      ['a new entry cuts or covers others of its timeline', 'an update or a delete for each, then the create'],
      ['a deleted entry is changed otherwise, or removed for good', 'none: the API does not show it'],
      ['two changes of a row in one transaction', 'two events, in their order'],
    ],
  ),
  text(
    'It is the same for whoever writes, psql included. The resources `event`, `notification` and `notice` have no events themselves.',
  ),
  heading('Who sees an event'),
  text(
    'The scope `read:data:event` is for the events of all resources. Where a resource has `access`, its read rule holds for its events too: whoever sees the version that a change made or, of a delete, the one that it ended, sees the event. A version is judged as in the history, by the graph of its last moment; once a row is gone, its last version counts. Of a resource without history it is the row as it is now that counts, and of what is gone from it a role sees events only where it sees all rows. Once any rule limits a caller, events of a resource that is not in the definitions any more are hidden from them.',
  ),
  text(
    'Lists, reads, counts, streams and webhooks go by the same rule, in the statement that reads the events. `updated_fields` names only fields that the role may read, and no filter finds the others; an update of such fields alone names none.',
  ),
  heading('Why no reader misses one'),
  text(
    'Read on with `GET /event?id=gt.<last>`, where `<last>` is the largest id you have seen: you get every event, and none twice. That needs more than increasing ids. If each writer took an id from a sequence as it writes, two writers at once might take 7 and 8 and the second commit first; a reader then sees 8, asks for what is greater than 8, and 7, committed a moment later, is never seen. Waiting for older transactions does not help either, for the one with the lower transaction id may hold the higher event id.',
  ),
  text(
    'So writers give no ids. A trigger puts each change into an outbox, in the transaction that makes it: there is no change without its event and no event without its change, and a rollback takes both. The sequencer then moves what is committed from the outbox to the events, and gives ids as it does so. It runs in every server process, but works under a lock that one transaction at a time holds and that is released only after its events are visible; so a smaller id is never seen after a larger one. A turn is one transaction that takes from the outbox and adds to the events: a sequencer that dies at any point of it has either done all or nothing, and the next one goes on. Changes of one row are events in the order in which they were made, since each has to wait for the one before to commit.',
  ),
  text(
    'An event of a write through the API is visible within 200 ms of the commit: the write nudges the sequencer of its process, and under load one turn serves the writes of 100 ms. What is written otherwise, as by psql, is visible within a second: one statement, twice a second, looks for all that waits. A service where nothing happens asks nothing else. Writers do not send NOTIFY, which would make their commits wait for each other.',
  ),
  heading('Following'),
  text(
    '`GET /event` with `Accept: text/event-stream` does not end: each event comes as it becomes visible, as a message of server-sent events (WHATWG HTML, 9.2) whose `id` is that of the event.',
  ),
  code(
    'sh',
    `curl -N -H "Authorization: Bearer $TOKEN" -H 'Accept: text/event-stream' -H 'Last-Event-ID: 7' \\
    'http://127.0.0.1:3000/api/v1/event?type=like.*.pet.*'`,
  ),
  code('text', 'id: 8\ndata: {"id":8,"specversion":"1.0","type":"org.example.pet.delete", ...}'),
  text(
    'The filters are those of the list; there is no order, no page and no choice of columns. A follower sees the events that a list would show them. With `Last-Event-ID` the stream begins behind that event, so a client that was cut off, or whose server was restarted, goes on where it was and misses nothing; without, it begins with what comes from now on. An empty comment every 15 seconds, or sooner where connections may not be silent for so long, shows that the stream lives. It ends within a second after its token expires (`exp` and the clock tolerance), and is cut off when a megabyte waits for a client that does not read. All followers of a process share one connection that listens to PostgreSQL, and those who are shown the same events one query for what is new. When PostgreSQL says nothing for two seconds, the process looks for new events itself: a proxy between the two may drop what PostgreSQL tells.',
  ),
  heading('Retention'),
  text(
    'Events are kept in partitions of a million ids, or of a month where they are fewer: ids then go on with the next partition, so there are gaps between them. The server adds partitions before they are needed; should none be there in time, events go to the default partition, and to their own when that is added.',
  ),
  code(
    'text',
    `$ almanac retention --events 2y
Only events from before 2024-02-03 10:15:00+00:
  almanac.event_0  81230 events, ids 1 to 81230, until 2024-01-05 11:02:13.5+00
Nothing is dropped yet; --yes does it, for good.`,
  ),
  text(
    'drops whole partitions, in which every event is older, and never the one that is being filled. `d`, `w`, `m` and `y` are days, weeks, months and years. It is for the role that owns the tables. The embedded database belongs to one process: stop the server first.',
  ),
  heading('Webhooks'),
  text(
    'With `events: { prefix: org.example, webhooks: {} }` the service has the resource `subscription`, and sends events to where its rows say:',
  ),
  code(
    'sh',
    `curl -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
    -d '{"url": "https://example.org/hook", "filter": "type=like.*.update", "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}' \\
    http://127.0.0.1:3000/api/v1/subscription`,
  ),
  table(
    ['field', 'what it says'],
    [
      ['`url`', 'where each event is posted to'],
      ['`filter`', 'which events: the filters of their list, as they stand in its URL; null for all'],
      [
        '`secret`',
        'the key of the signatures, `whsec_` and 24 to 64 bytes in base64; taken, and never shown: every answer has `********`',
      ],
      ['`status`', '`active`, or `dead` after too many failures'],
      ['`reason`', 'why it is dead'],
      ['`created_by`, `role`, `claims`', 'whose it is, and as whom events are chosen for it; set by the service'],
    ],
  ),
  list([
    'The body is the event as CloudEvents 1.0 has it in structured mode (`application/cloudevents+json`), with `recordedat` and `recordedby` as extensions. The headers `webhook-id`, `webhook-timestamp` and `webhook-signature` are those of Standard Webhooks, whose libraries verify them.',
    'A subscription gets the events that become visible after it is made, one after the other: the next is sent when the one before was taken, so their order holds, for each `source` as for all.',
    'A 2xx within 15 seconds means taken. Anything else is tried again after 5 seconds, 5 and 30 minutes, 2, 5, 10, 14, 20 and 24 hours. Then the subscription is dead, as it is at once after a 410, or when PostgreSQL cannot read an expression in its filter; its `reason` says what the last attempt failed of. `PATCH {"status": "active"}` has it go on with the event that it died at, and `{"status": "dead"}` halts it.',
    'Each subscription waits for its own receiver only: one that takes longer than 200 ms to answer gives its place to the next, and goes on beside it.',
    'An event may come twice, under the same `webhook-id`, when a server dies between the answer and the note of it.',
    'Redirects are not followed, and private addresses are not asked: neither as they stand in a URL nor as what a name leads to, which is looked up for each connection and checked there. `webhooks: { private_addresses: true }` allows them.',
    "A subscription is its maker's: nobody else sees, changes or deletes it. It is sent what its maker may see, by the role and the claims that they had when they last wrote it, which it shows; `PATCH {}` brings it up to date. Those made by psql have no role.",
    'Who writes one needs `read:data:event` beside `manage:data:subscription`. They decide where events go for as long as the subscription lives, whatever becomes of their tokens: give the scope to few.',
  ]),
];
