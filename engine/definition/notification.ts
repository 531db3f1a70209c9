import { idField, recordFields, systemField } from './common_field.ts';
import { eventResource } from './event.ts';
import type { Field, Table } from './model.ts';
import { partyField, partyResource } from './recipient.ts';

/** The resource that brings events to the parties that they concern. */
export const notificationResource = 'notification';

/** The resource notification: its rows are made by the engine, and acknowledged by those whom they are for. */
export function deriveNotification(): Table {
  const fields = [idField, ...notificationFields, ...recordFields];
  return {
    kind: 'table',
    was: null,
    name: notificationResource,
    title: 'Notification',
    description: 'An event brought to a party that it concerns, until the party acknowledges it. A party sees its own.',
    fields: new Map(fields.map((field) => [field.name, field])),
    relations: new Map([
      ['event', { alias: 'event', was: null, target: eventResource, cardinality: 'one', from: 'event_id', to: 'id' }],
      ['party', { alias: 'party', was: null, target: partyResource, cardinality: 'one', from: partyField, to: 'id' }],
    ]),
    operations: new Set(['list', 'read', 'update', 'update_many']),
    deprecated: null,
    history: null,
    temporal: null,
    checks: [],
    access: null,
    unique: [['event_id', partyField]],
    // What a party has not acknowledged, and all that it has, both in the order of a list.
    indexes: [
      [partyField, 'acknowledged', 'id'],
      [partyField, 'id'],
    ],
    event: null,
    notify: [],
    notices: [],
    partitioned: false,
    delivers: false,
    addressed: true,
    holdsNotices: false,
  };
}

const notificationFields: readonly Field[] = [
  {
    ...systemField('acknowledged', { kind: 'boolean' }, 'Acknowledged', 'Whether the recipient has taken note.'),
    update: true,
    default: { kind: 'value', value: false },
    example: false,
  },
  {
    ...systemField(
      'event_id',
      { kind: 'bigint', minimum: null, maximum: null, multipleOf: null },
      'Event',
      'Id of the event that the notification is about.',
    ),
    example: 1042,
  },
  {
    ...systemField(
      partyField,
      { kind: 'reference', to: partyResource },
      'Recipient',
      'Id of the party that is notified.',
    ),
    example: 7,
  },
];
