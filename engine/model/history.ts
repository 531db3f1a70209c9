import { recordFields, systemField } from './common_field.ts';
import type { Field } from './field.ts';
import { historyName } from './history_name.ts';
import type { History, Table } from './model.ts';
import { isRecording, recording } from './recorder.ts';
import { type AnyRelation, isTree, type Relation, stepOf, stepsOf } from './relation.ts';

/** The read-only resource that lists every version of a table's rows (specification 2.3). */
export function deriveHistory(table: Table): History {
  const name = historyName(table.name);
  const own = `${table.name}_id`;
  const subject = table.title.toLowerCase();
  const fields: Field[] = [
    systemField(
      'id',
      { kind: 'bigint', minimum: null, maximum: null, multipleOf: null },
      'Id',
      'Id of this version, for good.',
    ),
    systemField(
      own,
      { kind: 'reference', to: table.name },
      table.title,
      `Id of the ${subject} that this is a version of.`,
    ),
  ];
  for (const field of table.fields.values()) {
    if (field.name === 'id') continue;
    // A version may be older than a field, and that of a deleted entry has no validity. The record itself is always there.
    const nullable = field.nullable || (field.computed === null && !recordNames.has(field.name));
    fields.push({ ...field, nullable, default: null, create: false, update: false });
  }
  const replacedBy = {
    ...systemField(
      'replaced_by',
      { kind: 'bigint', minimum: null, maximum: null, multipleOf: null },
      'Replaced by',
      'Id of the identity that replaced it; null for the current one.',
    ),
    nullable: true,
  } as const;
  const replacing = [...table.relations.values()].flatMap(stepsOf).some(isRecording) ? recording(replacedBy) : null;
  fields.push(
    {
      ...systemField(
        'replaced_at',
        { kind: 'datetime' },
        'Replaced at',
        'When this version was replaced; null for the current one.',
      ),
      nullable: true,
    },
    replacing?.field ?? replacedBy,
  );
  const relations = [...table.relations.values(), ...(replacing === null ? [] : [replacing.relation])];
  const ofVersion = (step: Relation): Relation => (step.from === 'id' ? { ...step, from: own } : step);
  const mirrored = relations.map((relation): AnyRelation => {
    if (isTree(relation)) return { ...relation, start: ofVersion(stepOf(relation)).from };
    if (!('steps' in relation)) return ofVersion(relation);
    const [links, end] = relation.steps;
    return { ...relation, steps: [ofVersion(links), end] };
  });
  return {
    kind: 'history',
    name,
    title: `${table.title} history`,
    description: `Every version of every ${subject}, the current ones included.`,
    of: table,
    group: table.group,
    readsFrom: table.readsFrom,
    label: table.label,
    fields: new Map(fields.map((field) => [field.name, field])),
    relations: new Map(mirrored.map((relation) => [relation.alias, relation])),
    actions: new Set(['list', 'read']),
    deprecated: table.deprecated,
    search: table.search,
    access: null,
  };
}

const recordNames: ReadonlySet<string> = new Set(recordFields.map(({ name }) => name));
