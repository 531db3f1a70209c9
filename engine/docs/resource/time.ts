import type { Model, Table, Temporal } from '../../model/model.ts';
import { type Block, code, heading, list, text } from '../block.ts';
import { curlGet } from '../curl.ts';
import { roleWords } from '../role_words.ts';

/** The timelines of a time-dependent resource, and how to ask about an instant. */
export function timeSection({ name, temporal, actions, history, access }: Table, _model: Model): readonly Block[] {
  if (temporal === null) return [];
  const known = history === null ? '' : '&as_of=2026-01-15T00:00Z';
  return [
    heading('Timeline'),
    text(
      `A row is valid from \`valid_from\`, inclusive, until \`valid_to\`, exclusive. Rows with the same ${temporal.timeline.map((field) => `\`${field}\``).join(' and ')} form one [timeline](time.html#what-happens-to-other-entries), on which they never overlap.`,
    ),
    list(temporalRules(temporal, access !== null)),
    ...(actions.has('list') ? [code('sh', curlGet(`/${name}?valid_at=2026-01-01T00:00Z${known}`))] : []),
  ];
}

function temporalRules(
  { overlap, makeRoom, align, freeze, startWindow }: Temporal,
  isRuled: boolean,
): readonly string[] {
  const window = startWindow === null ? [] : [startWindow.from, startWindow.to];
  const [from, to] = window.map((each) => (each === null ? 'any time' : `\`${each}\``));
  return [
    overlap === 'make_room'
      ? 'A new entry makes room for itself: it deletes the entries that it covers, and cuts the entries that it covers in part.'
      : 'An entry that would overlap another is refused with 409 [`overlap_conflict`](errors.html#overlap_conflict).',
    ...(isRuled && overlap === 'make_room' && makeRoom !== 'anybody'
      ? [
          ...roomOfRoles(makeRoom),
          'If you may not update an entry that would be cut, or delete a covered one, the write is refused with 409 [`timeline_conflict`](errors.html#timeline_conflict).',
        ]
      : []),
    ...(align === null ? [] : [`Entries begin and end at midnight in ${align}.`]),
    ...(freeze === null
      ? []
      : [`What was valid longer ago than \`${freeze.after}\` cannot be changed${roleWords(freeze.roles)}.`]),
    ...(startWindow === null
      ? []
      : [`An entry begins between ${from} and ${to} from now${roleWords(startWindow.roles)}.`]),
  ];
}

/** The roles for whom every entry makes room. */
function roomOfRoles(makeRoom: Temporal['makeRoom']): readonly string[] {
  const roles =
    typeof makeRoom === 'string' ? [] : [...makeRoom].flatMap(([role, room]) => (room === 'own' ? [] : role));
  return roles.length === 0
    ? []
    : [`For the role ${roles.map((role) => `\`${role}\``).join(', ')}, every entry makes room.`];
}
