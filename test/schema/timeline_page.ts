import { writeFileSync } from 'node:fs';
import { type Change, type Span, type TimelineCase, timelineCases } from './timeline_cases.ts';

export const timelinePageFile = 'docs/timelines.md';

/** The page that explains timelines by the cases that the tests run: `node test/schema/timeline_page.ts` writes it. */
export function timelinePage(): string {
  return `${introduction}\n${timelineCases.map(section).join('\n')}`;
}

const introduction = `# Timelines

A resource with \`temporal: { timeline: <reference field> }\` holds entries that are valid for a time: from \`valid_from\`,
inclusive, until \`valid_to\`, exclusive. A \`valid_to\` of null is open. Entries with the same value in the timeline's field
lie on one timeline and never overlap there. Gaps are allowed.

Whoever writes, through the API or in SQL, these rules hold:

- **A create, or a change that widens or moves an entry, makes room.** Entries that it covers are deleted. Entries that it
  covers in part are cut to what is left. An entry that contains it keeps the earlier piece, and the rest is a gap.
  Entries that only touch it stay as they are.
- **A change that narrows an entry, and a delete, touch no other entry.**
- **A delete takes the entry off the timeline**: \`valid_from\` and \`valid_to\` become null. Lists and reads no longer have it
  (404); its history has every version. A PATCH with a \`valid_from\` restores it, and makes room again; a PATCH without
  one is refused (409).
- **What is cut or covered is recorded** like any other change: the replaced version is in the history, with the identity
  and the instant of the write that did it.
- **Writers of one timeline queue** on the row that the timeline's field refers to; writers of different timelines never
  meet. The API takes that lock before any other. Plain SQL that changes an entry locks the entry first, and PostgreSQL may
  then abort one of two colliding writers; \`select ... for no key update\` on the row referred to, first in the
  transaction, avoids it. One UPDATE that would widen an entry over another that it changes too is refused (27000):
  PostgreSQL changes a row once in a statement. Two statements do it.

Further rules of \`temporal\` are off until they are asked for:

| key | rule | refused with |
|---|---|---|
| \`overlap: reject\` | Nothing makes room: what would overlap another entry is refused. | 409 \`overlap_conflict\` |
| \`align: Europe/Oslo\` | Both bounds are the beginning of a day (midnight) in this IANA time zone. | 422 \`invalid_body\` at the bound |
| \`freeze: P7D\` | What was valid longer ago than this stays as it is. No entry begins there, and one that did may only be ended or extended after it. | 409 \`state_conflict\`, which says since when |
| \`start_window: { from: -P7D, to: P90D }\` | An entry that is new, restored or moved begins between these distances from now; either may be left out. | 422 \`invalid_body\` at \`/valid_from\`, with the window |

Durations are those of ISO 8601 in whole numbers, and their days and months are counted in UTC. An entry that is cut to
make room may begin outside the window. Whoever writes, these rules hold too; they look at the clock when the row is written.

To put a timeline back as it was, list the history, and PATCH the entries with what their versions had.

Below, each case with the timeline before and after. An arrow is an open end.
`;

function section({ title, before, changes, after }: TimelineCase): string {
  const names = [...new Set([...before, ...after].map(({ name }) => name))];
  const rows = names.map((name) => [name, bar(before, name), bar(after, name)]);
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0), column === 1 ? 6 : 5);
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(column === 0 ? 3 : width(column) + 4))
      .join('')
      .trimEnd();
  const table = [['', 'before', 'after'], ...rows].map(line).join('\n');
  return `## ${title}\n\n${changes.map((change) => `- ${words(change)}`).join('\n')}\n\n\`\`\`text\n${table}\n\`\`\`\n`;
}

/** Three characters a point: `[---)`, or `[-->` for an open end. */
function bar(spans: readonly Span[], name: string): string {
  const span = spans.find((each) => each.name === name);
  if (span === undefined) return '';
  const end = span.to ?? 13;
  return `${'   '.repeat(span.from)}[${'-'.repeat((end - span.from) * 3 - 2)}${span.to === null ? '>' : ')'}`;
}

function words(change: Change): string {
  const bounds = (from: number | undefined, to: number | null | undefined) =>
    [from === undefined ? [] : [`from ${from}`], to === undefined ? [] : [to === null ? 'open' : `until ${to}`]]
      .flat()
      .join(' ');
  switch (change.kind) {
    case 'create':
      return `create ${change.entry.name} ${bounds(change.entry.from, change.entry.to)}`;
    case 'update':
      return `change ${change.name}: ${bounds(change.from, change.to)}`;
    case 'delete':
      return `delete ${change.name}`;
    case 'restore':
      return `restore ${change.name} ${bounds(change.from, change.to)}`;
  }
}

if (import.meta.main) writeFileSync(timelinePageFile, timelinePage());
