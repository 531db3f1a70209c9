import { code, heading, list, type Page, type TextBlock, table, text } from './block.ts';

/** Whom an event is brought to, by which rules, and how a party takes note of it. */
export function notificationsPage(): Page<TextBlock> {
  return { path: 'notifications.html', title: 'Notifications', blocks };
}

const blocks: readonly TextBlock[] = [
  text(
    "A notification brings an [event](events.html) to a party that it concerns, and waits until somebody of that party has taken note. Rules in the resource's file say whom which events concern.",
  ),
  code(
    'yaml',
    '# resources/controllable_unit.yaml\nnotify:\n  - { on: [create], to: accounting_point.system_operator }\n  - on: [update]\n    to: [accounting_point.system_operator, service_provider.service_provider]\n    when: status=neq.new',
  ),
  text(
    'The resource `notification` is there as soon as a file has such rules. A service with notifications has `events` in `service.yaml`, and the resources `party` and `identity`, where an identity has a `party_id`.',
  ),
  heading('Rules'),
  table(
    ['key', 'what it says'],
    [
      [
        '`on`',
        'of which changes: `create`, `update`, `delete`; all when left out. A delete only where the row is kept: with `history: true`, or on a timeline',
      ],
      [
        '`to`',
        'aliases of relations, with dots between them, that lead from the row to `party` or `identity`; or a list of such ways. `party` or `identity` itself, in the rules of that resource, is the row',
      ],
      [
        '`when`',
        'a rule in the [query language](query_language.html), as in `GET /controllable_unit?status=neq.new`; every row when left out',
      ],
    ],
  ),
  list([
    'A row, and what is related to it, counts as the event recorded it, whatever has changed since; what is deleted, as it was the moment before. Of a resource without history it is the row as it is now, and of one that is gone from it nobody is notified.',
    'Of what is time-dependent, a way leads by what is valid at the time of the event, and so does a rule. The row itself counts whenever it is valid: who replaces the provider of a unit from next year on notifies both, the former one of the entry that is cut, the next one of the new entry.',
    'Never the party of the identity that made the change: it knows. That is the `party_id` of the identity: what the token claimed is not recorded.',
    'A party to which several ways or rules lead is notified once of an event.',
    'A rule looks at everything, whoever may see it. What a party may see of the row that it is notified of, its access rules say.',
    'Rules hold for what happens from then on: when the first one comes, nobody is notified of what was there before.',
  ]),
  text('`npx almanac check` finds what is wrong in a rule, with its place.'),
  heading('Reading'),
  code(
    'sh',
    'curl -H "Authorization: Bearer $TOKEN" \\\n    \'http://127.0.0.1:3000/api/v1/notification?acknowledged=is.false&select=id,event(type,source,time,data)&order=id.desc\'',
  ),
  code(
    'json',
    '[{\n  "id": 3159,\n  "event": {\n    "type": "org.example.controllable_unit_service_provider.create",\n    "source": "/controllable_unit_service_provider/710",\n    "time": "2026-02-03T10:15:00.123456+00:00",\n    "data": null\n  }\n}]',
  ),
  table(
    ['field', 'what it says'],
    [
      ['`acknowledged`', 'whether somebody of the party has taken note'],
      ['`event_id`', 'the event; `embed=event` shows it, for as long as it is kept'],
      ['`party_id`', 'the party that is notified'],
      ['`recorded_at`, `recorded_by`', 'when it was made, by 0; or when it was acknowledged, and by whom'],
    ],
  ),
  text(
    "A caller sees the notifications of [their party](access.html#party) and nobody else's. They need the scope `read:data:notification`, and to see the events `read:data:event`. Notifications are in the order of the events.",
  ),
  heading('Acknowledging'),
  text(
    'One at a time, or many at once by a filter, with the scope `manage:data:notification`. It is done for everybody who acts for the party.',
  ),
  code(
    'sh',
    "curl -X PATCH -H \"Authorization: Bearer $TOKEN\" -H 'Content-Type: application/json' -d '{\"acknowledged\": true}' \\\n    http://127.0.0.1:3000/api/v1/notification/3159\ncurl -i -X PATCH -H \"Authorization: Bearer $TOKEN\" -H 'Content-Type: application/json' -d '{\"acknowledged\": true}' \\\n    'http://127.0.0.1:3000/api/v1/notification?id=in.(1,2,3)'",
  ),
  text(
    'The answer to the second one is 204; its `Content-Range` tells how many have changed: `0-1/2` for two, `*/0` for none. Those that are acknowledged already, of another party, or not there are left as they are. Acknowledging twice is no error and no new version. The filter is that of the list, as in `?event.type=like.*.create`, and without one nothing is changed: 400 `filter_required`.',
  ),
  heading('When a notification comes'),
  text(
    'Within a second of the change, and as a rule as soon as its event is visible. A worker takes the events that come after the last one that it was at, a thousand at a time, and makes the notifications of their rules; how far it came is kept in the same transaction. So a worker that dies at any point of it has done all of a turn or nothing, and no notification is missing or doubled, however many workers there are: one at a time holds the place, and the others pass by. Should the rules of one event fail, that event is passed over and reported in the log, and keeps nobody from those of the others.',
  ),
  text(
    'The work is done in every server process. `almanac worker` does the same work in a process of its own, which answers no requests: events, notifications, [notices](notices.html) and webhooks.',
  ),
  code(
    'text',
    '$ DATABASE_URL=postgresql://user@host/name almanac worker\nFlexibility register\n  Working        events, notifications, notices, deliveries',
  ),
];
