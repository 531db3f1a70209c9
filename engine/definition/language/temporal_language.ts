import { durationPattern, signedDurationPattern } from '../../language/time/duration.ts';
import { byRole, object } from '../../vocabulary/json_schema/schema_parts.ts';
import { roleChoice } from './role_choice_language.ts';

const makeRoom = {
  enum: ['own', 'anybody'],
  description:
    'own: the caller must be allowed to update an entry that is cut, and to delete a covered one. anybody: every entry makes room.',
} as const;

const freezeAfter = {
  type: 'string',
  pattern: durationPattern,
  description: 'ISO 8601 duration, such as P7D or PT12H.',
} as const;

/** The key of a resource whose rows are valid for a time. */
export const temporal = object(
  'Rows are valid for a time: they get the fields valid_from and valid_to.',
  ['timeline'],
  {
    timeline: {
      description:
        'The field, or the list of fields, that identifies a timeline. Rows with the same values never overlap in time. The first field is a reference.',
      anyOf: [
        { $ref: '#/$defs/name' },
        { type: 'array', items: { $ref: '#/$defs/name' }, minItems: 1, maxItems: 16, uniqueItems: true },
      ],
    },
    overlap: {
      enum: ['make_room', 'reject'],
      default: 'make_room',
      description:
        'What happens if a write overlaps other entries. make_room: they are cut or deleted. reject: the write is refused.',
    },
    make_room: {
      description:
        'Which entries make room: own or anybody, for all callers or by role. The default is own, also for roles that you do not list.',
      anyOf: [makeRoom, byRole('Which entries make room for the callers of each role.', makeRoom)],
    },
    align: {
      type: 'string',
      minLength: 1,
      description: 'IANA time zone, such as Europe/Oslo. Entries must begin and end at midnight there.',
    },
    freeze: {
      description:
        'ISO 8601 duration, such as P7D or PT12H. What was valid longer ago than this cannot be changed. A map says for whom.',
      anyOf: [freezeAfter, object('The duration, and for whom.', ['after'], { after: freezeAfter, ...roleChoice })],
    },
    start_window: {
      ...object('How far from now an entry may begin when it is created, restored or moved: from, to, or both.', [], {
        from: {
          type: 'string',
          pattern: signedDurationPattern,
          description: 'Earliest beginning, as an ISO 8601 duration from now. P1D is tomorrow, -P7D a week ago.',
        },
        to: {
          type: 'string',
          pattern: signedDurationPattern,
          description: 'Latest beginning, as an ISO 8601 duration from now, such as P90D.',
        },
        ...roleChoice,
      }),
      minProperties: 1,
    },
  },
);
