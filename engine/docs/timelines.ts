import { code, heading, list, type Page, type TextBlock, table, text } from './block.ts';
import { timelineCases } from './timeline_cases.ts';

/** What happens on a timeline, by the cases that the tests run. */
export function timelinesPage(): Page<TextBlock> {
  return { path: 'timelines.html', title: 'Timelines', blocks };
}

const blocks: readonly TextBlock[] = [
  text(
    "A resource with `temporal: { timeline: <reference field> }` holds entries that are valid for a time: from `valid_from`, inclusive, until `valid_to`, exclusive. A `valid_to` of null is open. Entries with the same value in the timeline's field lie on one timeline and never overlap there. Gaps are allowed.",
  ),
  heading('What holds'),
  text('Whoever writes, through the API or in SQL, these rules hold:'),
  list([
    '**A create, or a change that widens or moves an entry, makes room**, if the caller may change the entries in its way ([Rights](#rights)). Entries that it covers are deleted. Entries that it covers in part are cut to what is left. An entry that contains it keeps the earlier piece, and the rest is a gap. Entries that only touch it stay as they are.',
    '**A change that narrows an entry, and a delete, touch no other entry.**',
    '**A delete takes the entry off the timeline**: `valid_from` and `valid_to` become null. Lists and reads no longer have it (404); its history has every version. A PATCH with a `valid_from` restores it, and makes room again; a PATCH without one is refused (409).',
    '**What is cut or covered is recorded** like any other change: the replaced version is in the history, with the identity and the instant of the write that did it.',
    "**Writers of one timeline queue** on the row that the timeline's field refers to; writers of different timelines never meet. The API takes that lock before any other. Plain SQL that changes an entry locks the entry first, and PostgreSQL may then abort one of two colliding writers; `select ... for no key update` on the row referred to, first in the transaction, avoids it. One UPDATE that would widen an entry over another that it changes too is refused (27000): PostgreSQL changes a row once in a statement. Two statements do it.",
  ]),
  heading('Rights'),
  text(
    'Where the resource has `access`, a write makes room only at the cost of entries that its caller may change. You need the right to read and update each entry that the write cuts, and to read and delete each entry that it covers. The rules are asked of these entries as they are before the write. If you lack one of these rights, the answer is 409 [`timeline_conflict`](errors.html#timeline_conflict), and nothing is changed. This holds for a create, a change that widens or moves an entry, and a restore. Plain SQL and resources without `access` make room always.',
  ),
  text(
    'The conflict tells that there is an entry, and nothing else about it. By trying intervals a caller can find out when the timeline is taken, on timelines that they may write to; `requests_per_minute` in `service.yaml` bounds how fast. Rights are checked once the write has the lock of the timeline: see [Access](access.html#when-rights-change).',
  ),
  text('To put a timeline back as it was, list the history, and PATCH the entries with what their versions had.'),
  heading('Further rules'),
  text('These rules of `temporal` are off until they are asked for:'),
  table(
    ['key', 'rule', 'refused with'],
    [
      [
        '`overlap: reject`',
        'Nothing makes room: what would overlap another entry is refused.',
        '409 [`overlap_conflict`](errors.html#overlap_conflict)',
      ],
      [
        '`make_room: anybody`',
        'Every entry makes room, also one that the caller may not change. Not together with `overlap: reject`.',
        'nothing: it allows more',
      ],
      [
        '`align: Europe/Oslo`',
        'Both bounds are the beginning of a day (midnight) in this IANA time zone.',
        '422 [`invalid_body`](errors.html#invalid_body) at the bound',
      ],
      [
        '`freeze: P7D`',
        'What was valid longer ago than this stays as it is. No entry begins there, and one that did may only be ended or extended after it.',
        '409 [`state_conflict`](errors.html#state_conflict), which says since when',
      ],
      [
        '`start_window: { from: -P7D, to: P90D }`',
        'An entry that is new, restored or moved begins between these distances from now; either may be left out.',
        '422 [`invalid_body`](errors.html#invalid_body) at `/valid_from`, with the window',
      ],
    ],
  ),
  text(
    'Durations are those of ISO 8601 in whole numbers, and their days and months are counted in UTC. An entry that is cut to make room may begin outside the window. Whoever writes, these rules hold too; they look at the clock when the row is written.',
  ),
  heading('Ask about a time'),
  text(
    '`valid_at` gives what is valid at an instant, and `as_of` what was recorded at one. Together they tell what was known then of what was valid then:',
  ),
  code('http', 'GET /<resource>?valid_at=2026-01-01T00:00Z&as_of=2025-12-01T00:00Z'),
  heading('Case by case'),
  text('Each case shows the timeline before and after. An arrow is an open end.'),
  { kind: 'timelines', cases: timelineCases },
];
