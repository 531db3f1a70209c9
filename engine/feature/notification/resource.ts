import { partyField, partyResource } from '../../definition/recipient.ts';
import { systemField, wholeNumber } from '../../model/common_field.ts';
import { derivedTable } from '../../model/derived.ts';
import type { Field } from '../../model/field.ts';
import type { Table } from '../../model/model.ts';
import { eventResource } from '../event/resource.ts';

/** The resource that brings events to the parties that they concern. */
export const notificationResource = 'notification';

/** The resource notification: the engine makes its rows, and their recipients acknowledge them. */
export function deriveNotification(): Table {
  return derivedTable(
    {
      name: notificationResource,
      title: 'Notification',
      description:
        'A notification of an event for a party that it concerns. It waits until the party acknowledges it. A party sees its own.',
      relations: new Map([
        ['event', { alias: 'event', was: null, target: eventResource, cardinality: 'one', from: 'event_id', to: 'id' }],
        ['party', { alias: 'party', was: null, target: partyResource, cardinality: 'one', from: partyField, to: 'id' }],
      ]),
      label: ['event_id'],
      actions: new Set(['list', 'read', 'update', 'update_many']),
      unique: [['event_id', partyField]],
      // What a party has not acknowledged, and all that it has, both in the order of a list.
      indexes: [
        [partyField, 'acknowledged', 'id'],
        [partyField, 'id'],
      ],
    },
    notificationFields,
  );
}

const notificationFields: readonly Field[] = [
  {
    ...systemField('acknowledged', { kind: 'boolean' }, 'Acknowledged', 'Whether the recipient has taken note.'),
    update: true,
    default: { kind: 'value', value: false },
    example: false,
  },
  {
    ...systemField('event_id', wholeNumber, 'Event', 'Id of the event that the notification is about.'),
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
