import { systemField, wholeNumber } from '../../model/common_field.ts';
import { derivedTable } from '../../model/derived.ts';
import type { Field } from '../../model/field.ts';
import type { Table } from '../../model/model.ts';
import { ownRows } from '../../model/own_rows.ts';
import { declaredActions, offeredWith } from '../../vocabulary/action/actions.ts';
import type { FieldType } from '../../vocabulary/field_type.ts';

/** The resource that says where events are sent. */
export const subscriptionResource = 'subscription';

/**
 * The resource subscription: who may write it has events sent to an address of the internet. It is there for its maker
 * alone, and what is sent is what its maker may see.
 */
export function deriveSubscription(prefix: string, roles: readonly string[]): Table {
  return derivedTable(
    {
      name: subscriptionResource,
      title: 'Subscription',
      description:
        'Where events are sent as they become visible: CloudEvents 1.0 in JSON, signed as Standard Webhooks says, each after the one before.',
      label: ['url'],
      actions: offeredWith(declaredActions),
      access: ownRows(createdBy, roles),
      event: { type: `${prefix}.${subscriptionResource}`, subject: null },
    },
    [...subscriptionFields, ...makerFields],
  );
}

function text(facets: Partial<FieldType & { kind: 'text' }> = {}): FieldType {
  return { kind: 'text', minLength: null, maxLength: null, pattern: null, format: null, ...facets };
}

const written = { create: true, update: true } as const;

const subscriptionFields: readonly Field[] = [
  {
    ...systemField(
      'url',
      text({ maxLength: 2048, format: { kind: 'fixed', name: 'url' } }),
      'URL',
      'The URL to which each event is posted. It is http or https, and not a private address.',
    ),
    ...written,
    example: 'https://example.org/events',
  },
  {
    ...systemField(
      'filter',
      text({ maxLength: 4096 }),
      'Filter',
      'Which events are sent, in the filters of their list: type=like.*.update&source=eq./party/12. All when null.',
    ),
    ...written,
    nullable: true,
    example: 'type=like.*.update',
  },
  {
    ...systemField(
      'secret',
      text({ maxLength: 128 }),
      'Secret',
      'Key of the signatures: whsec_ and 24 to 64 bytes in base64. It is never shown again.',
    ),
    ...written,
    writeOnly: true,
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  },
  {
    ...systemField(
      'status',
      {
        kind: 'enum',
        values: ['active', 'dead'],
        about: new Map(),
        transitions: new Map([
          ['active', ['dead']],
          ['dead', ['active']],
        ]),
      },
      'Status',
      'Whether events are sent. Dead after too many failures in a row; set to active, it goes on with the event it died at.',
    ),
    ...written,
    create: false,
    default: { kind: 'value', value: 'active' },
    example: 'active',
  },
  {
    ...systemField('reason', text(), 'Reason', 'Why it is dead: what the last delivery failed of.'),
    nullable: true,
    example: 'https://example.org/events answered 500',
  },
];

const createdBy: Field = {
  ...systemField('created_by', wholeNumber, 'Created by', 'Id of the identity that made it, and alone has it.'),
  default: { kind: 'value', value: 0 },
  example: 12,
};

/** As whom events are chosen: the token of the maker is gone by then. */
const makerFields: readonly Field[] = [
  createdBy,
  {
    ...systemField(
      'role',
      text(),
      'Role',
      'The role of its maker at the last write: only events that it sees are sent.',
    ),
    nullable: true,
    example: 'operator',
  },
  {
    ...systemField(
      'claims',
      { kind: 'json' },
      'Claims',
      'The claims of its maker at the last write, for the same rules.',
    ),
    default: { kind: 'value', value: {} },
    example: { party_id: '7' },
  },
];
