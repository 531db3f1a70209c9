import type { ResourceDefinition } from '../../definition/language/definition.ts';
import { recordFields, systemField } from '../../model/common_field.ts';
import { derivedTable } from '../../model/derived.ts';
import type { Field } from '../../model/field.ts';
import type { Table } from '../../model/model.ts';
import type { FieldType } from '../../vocabulary/field_type.ts';

/** The resource that lists what was done to the others. */
export const eventResource = 'event';

/**
 * The resource event (CloudEvents 1.0 names its fields), in the order in which events became visible. Its examples are of
 * one of the resources that these definitions declare.
 */
export function deriveEvent(
  prefix: string,
  definitions: readonly ResourceDefinition[],
  silent: ReadonlySet<string>,
): Table {
  const hasCalls = definitions.some(({ calls = {} }) => Object.values(calls).some(({ event }) => event === true));
  return derivedTable(
    {
      name: eventResource,
      title: 'Event',
      description: 'What was done to a row, and to which. Events are listed in the order in which they became visible.',
      label: ['type', 'source'],
      actions: new Set(['list', 'read']),
      indexes: [['source'], ['subject']],
    },
    eventFields(
      prefix,
      definitions.find(({ resource }) => !silent.has(resource)),
      { hasCalls },
    ),
    eventRecordFields,
  );
}

const text: FieldType = { kind: 'text', minLength: null, maxLength: null, pattern: null, format: null };

function eventFields(
  prefix: string,
  shown: ResourceDefinition | undefined,
  { hasCalls }: { readonly hasCalls: boolean },
): readonly Field[] {
  const { resource = 'resource', fields = {} } = shown ?? {};
  const [field = 'id'] = Object.keys(fields);
  return [
    {
      ...systemField('specversion', text, 'Specification version', 'Version of the CloudEvents specification.'),
      example: '1.0',
    },
    {
      ...systemField(
        'type',
        text,
        'Type',
        `What happened: ${prefix}, the resource, and create, update${hasCalls ? ', delete or the name of a call' : ' or delete'}.`,
      ),
      example: `${prefix}.${resource}.update`,
    },
    {
      ...systemField('source', text, 'Source', 'Path of the row that was changed, behind the base path.'),
      example: `/${resource}/12`,
    },
    {
      ...systemField('subject', text, 'Subject', 'Path of the row that the change is about where that is another one.'),
      nullable: true,
      example: null,
    },
    {
      ...systemField('time', { kind: 'datetime' }, 'Time', 'When the change was recorded.'),
      example: '2026-02-03T10:15:00+00:00',
    },
    {
      ...systemField('data', { kind: 'json' }, 'Data', 'Of an update, the names of the fields that changed.'),
      nullable: true,
      example: { updated_fields: [field] },
    },
  ];
}

const eventWords: Readonly<Record<string, string>> = {
  recorded_at: 'When the event became visible.',
  recorded_by: 'Id of the identity that made the change; 0 is the service itself.',
};

const eventRecordFields: readonly Field[] = recordFields.map((field) => ({
  ...field,
  description: eventWords[field.name] ?? field.description,
}));
