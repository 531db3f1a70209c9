import { type ResourceDefinition, writtenUnder } from '../../definition/language/definition.ts';
import { partyResource } from '../../definition/recipient.ts';
import { recordFields, systemField } from '../../model/common_field.ts';
import { derivedTable } from '../../model/derived.ts';
import type { Field } from '../../model/field.ts';
import type { Table } from '../../model/model.ts';
import type { FieldType } from '../../vocabulary/field_type.ts';
import { noticesKey } from './language.ts';
import { tolerantRules } from './tolerant_check.ts';

/** The resource that shows each party what is expected of it. */
export const noticeResource = 'notice';

/** The statuses of a notice: it stands, or what caused it is over. */
export const standing = 'active';
export const over = 'resolved';

/**
 * The resource notice (CloudEvents 1.0 names its type, source and data). Its examples are of the first notice that these
 * definitions declare.
 */
export function deriveNotice(prefix: string, definitions: readonly ResourceDefinition[]): Table {
  return derivedTable(
    {
      name: noticeResource,
      title: 'Notice',
      description:
        'Something that is inconsistent or waits for somebody, shown to the party that is expected to act. It is resolved by itself when its cause is gone.',
      relations: new Map([
        ['party', { alias: 'party', was: null, target: partyResource, cardinality: 'one', from: 'party_id', to: 'id' }],
      ]),
      label: ['type', 'source'],
      actions: new Set(['list', 'read']),
      indexes: [['party_id', 'status']],
    },
    noticeFields(prefix, definitions),
    noticeRecordFields,
  );
}

const text: FieldType = { kind: 'text', minLength: null, maxLength: null, pattern: null, format: null };

function noticeFields(prefix: string, definitions: readonly ResourceDefinition[]): readonly Field[] {
  const declared = definitions.map((each) => ({
    ...each,
    notices: [
      ...(writtenUnder(noticesKey, each) ?? []),
      ...tolerantRules(each).map(({ otherwise, message }) => ({ type: otherwise.notice, message })),
    ],
  }));
  const { resource = 'resource', notices: [first] = [] } = declared.find(({ notices }) => notices.length > 0) ?? {};
  return [
    {
      ...systemField('type', text, 'Type', `What is the matter: ${prefix}, the resource, and the type of the rule.`),
      example: `${prefix}.${resource}.${first?.type}`,
    },
    {
      ...systemField('source', text, 'Source', 'Path of the row that the notice is about, behind the base path.'),
      example: `/${resource}/42`,
    },
    {
      ...systemField(
        'status',
        { kind: 'enum', values: [standing, over], about: new Map(), transitions: new Map([[standing, [over]]]) },
        'Status',
        'Whether the matter still stands. When it recurs, that is a new notice.',
      ),
      default: { kind: 'value', value: standing },
      example: standing,
    },
    {
      ...systemField(
        'party_id',
        { kind: 'reference', to: partyResource },
        'Party',
        'The party that is expected to act.',
      ),
      example: 7,
    },
    {
      ...systemField('data', { kind: 'json' }, 'Data', 'A message for people, and fields of the row that help to act.'),
      example: { message: first?.message.trim() ?? '' },
    },
    {
      ...systemField('since', { kind: 'datetime' }, 'Since', 'When the notice began to stand.'),
      example: '2026-02-03T00:00:00+00:00',
    },
  ];
}

const noticeRecordFields: readonly Field[] = recordFields.map((field) =>
  field.name === 'recorded_at' ? { ...field, description: 'When it was made, last changed, or resolved.' } : field,
);
