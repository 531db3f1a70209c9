import type { Model } from '../../engine/model/model.ts';
import { modelOfFiles } from '../model_of_files.ts';

interface Parts {
  /** The rules of rooms, as they stand behind `notices:`; null for none. */
  readonly rules: string | null;
  /** What stands behind `events:`; null for no events. */
  readonly events?: string | null;
  /** The rules of stays, as they stand behind `notify:`; null for none. */
  readonly notify?: string | null;
  /** Whether rooms are called halls, and their guests visitors. */
  readonly renamed?: boolean;
}

/** Rooms, their owners, and their guests over time. */
export function modelOfNotices({
  rules,
  events = '{ prefix: org.example }',
  notify = null,
  renamed = false,
}: Parts): Model {
  const [room, guest] = renamed ? ['hall', 'visitor'] : ['room', 'guest'];
  const was = (name: string) => (renamed ? `was: ${name}` : '');
  const files = {
    'service.yaml': `service: Test\n${events === null ? '' : `events: ${events}\n`}`,
    'party.yaml': 'resource: party\nfields:\n  name: { type: text }\n',
    'identity.yaml':
      'resource: identity\nfields:\n  subject: { type: text, unique: true }\n  party_id: { type: reference, to: party, nullable: true }\n',
    'room.yaml': `
resource: ${room}
${was('room')}
fields:
  owner_id: { type: reference, to: party }
  status: { type: text }
relations:
  stay: { resource: stay, by: room_id }
${rules === null ? '' : `notices: ${rules}`}
`,
    'stay.yaml': `
resource: stay
temporal: { timeline: room_id }
fields:
  room_id: { type: reference, to: ${room} }
  ${guest}_id: { type: reference, to: party${renamed ? ', was: guest_id' : ''} }
${notify === null ? '' : `notify: ${notify}`}
`,
  };
  return modelOfFiles(files);
}
