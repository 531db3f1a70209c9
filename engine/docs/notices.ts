import { code, heading, list, type Page, type TextBlock, table, text } from './block.ts';

/** What a notice is, by which rules there is one, and when it comes and goes. */
export function noticesPage(): Page<TextBlock> {
  return { path: 'notices.html', title: 'Notices', blocks };
}

const blocks: readonly TextBlock[] = [
  text(
    "A notice says what is the matter with a row, to the party that is expected to act. It stands for as long as the matter does, and is resolved by itself: nobody creates, changes or closes one. Rules in the resource's file say when there is one and for whom.",
  ),
  code(
    'yaml',
    '# resources/controllable_unit.yaml\nnotices:\n  - type: service_provider.missing\n    when: status=eq.active&service_provider=is.null\n    to: [{ former: service_provider.service_provider }, accounting_point.system_operator]\n    message: The unit is active, and nobody operates it.\n    data: [name]',
  ),
  text(
    'The resource `notice` is there as soon as a file has such rules. A service with notices has `events` in `service.yaml`, by whose prefix they are called, and the resources `party` and `identity`, where an identity has a `party_id`.',
  ),
  code(
    'sh',
    'curl -H "Authorization: Bearer $TOKEN" \'http://127.0.0.1:3000/api/v1/notice?status=eq.active&order=since\'',
  ),
  code(
    'json',
    '[{\n  "id": 3,\n  "type": "org.example.controllable_unit.service_provider.missing",\n  "source": "/controllable_unit/42",\n  "status": "active",\n  "party_id": 7,\n  "data": { "message": "The unit is active, and nobody operates it.", "name": "Heat pump" },\n  "since": "2026-02-03T00:00:00.201411+00:00",\n  "recorded_at": "2026-02-03T00:00:00.201630+00:00",\n  "recorded_by": 0\n}]',
  ),
  table(
    ['field', 'what it says'],
    [
      ['`type`', 'what is the matter: the prefix, the resource, and the type of the rule'],
      ['`source`', 'the row, as a path behind the base path'],
      ['`status`', '`active` while the matter stands, `resolved` afterwards'],
      ['`party_id`', 'who is expected to act'],
      ['`data`', 'the message of the rule, and the fields of the row that the rule names, as they are now'],
      ['`since`', 'when the notice began to stand'],
      ['`recorded_at`', 'when it was made, when its data last changed, or when it was resolved'],
    ],
  ),
  text(
    "A caller sees the notices of [their party](access.html#party) and nobody else's. They need the scope `read:data:notice`. Of one matter with one row, a party has at most one notice that stands, and its id stays while it does. When the matter recurs later, that is a new notice. Notices are no events.",
  ),
  heading('Rules'),
  table(
    ['key', 'what it says'],
    [
      ['`type`', 'what is the matter, in small letters, digits, underscores and dots'],
      [
        '`when`',
        'a rule in the [query language](query_language.html), as in `GET /controllable_unit?status=eq.active`',
      ],
      [
        '`to`',
        'aliases of relations, with dots between them, that lead from the row to `party` or `identity`; or a list of such ways',
      ],
      ['`message`', 'what people read'],
      ['`data`', 'fields of the row to show with it'],
    ],
  ),
  list([
    'Of what is time-dependent, a rule sees what is valid now: `service_provider=is.null` holds for a unit whose provider was there until yesterday, or will be from tomorrow. `service_provider.valid_at=2027-01-01T00:00Z` in `when` names another instant for that relation, `valid_at=<datetime>` for the row itself.',
    'The ways in `to` lead by what is valid now as well. `{ former: service_provider.service_provider }` leads by the entry that ended last.',
    'When a way leads to other parties than before, the notices of the former ones are resolved, and the others get theirs.',
    'A way that leads to nobody makes no notice.',
    'A rule looks at everything, whoever may see it. What `data` names is shown to the party: a field that some roles may not read cannot be among it.',
    'A rule does not look at notices.',
  ]),
  text('`npx almanac check` finds what is wrong in a rule, with its place.'),
  heading('When a notice comes and goes'),
  text(
    'Within a second of the state that causes or ends it, whoever brought that about, psql included; also when nobody did anything and a validity began or ended.',
  ),
  text(
    'Triggers note what changes, in the transaction that changes it: for each write that concerns a rule, which rows have to be looked at again, as a row of `almanac.notice_change`. A reference that moves concerns the row that it referred to and the one that it refers to now. The function `almanac.compute_notices` takes what is noted, follows the relations back to the rows of the rules, and evaluates the rules for these rows alone. What it costs follows the number of changes, not of rows. A validity that began or ended since it last looked is found by an index, and counts as a change.',
  ),
  text(
    'It runs in every server process, twice a second and soon after each write there, but works under a lock that one transaction at a time holds; so an older look at a row never replaces a later one. A turn is one transaction that takes what is noted and makes notices of it: a process that dies at any point of it has either done all or nothing, and the next one goes on. One that finds more than a thousand rows to look at leaves the rest to the next.',
  ),
  text(
    'The rules are in the database, and change with a migration. When they do, all rows of the resource are looked at once, a thousand at a time, and what rules wanted that are no more is resolved.',
  ),
];
