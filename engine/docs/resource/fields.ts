import { exampleOf } from '../../contract/field_example.ts';
import type { Field } from '../../model/field.ts';
import type { Model } from '../../model/model.ts';
import { isRequired } from '../../model/required.ts';
import { type Block, type FieldEntry, heading } from '../block.ts';
import { typeWords, valueRules } from '../type_words.ts';
import { deprecationWords } from './deprecation.ts';
import type { PagedResource } from './paged.ts';

/** Every field: its type, whether it is sent, what it means and which values it takes. */
export function fieldsSection(table: PagedResource, model: Model): readonly Block[] {
  const fields = [...table.fields.values()];
  return [heading('Fields'), { kind: 'fields', entries: fields.map((field) => fieldEntry(field, table, model)) }];
}

function fieldAnchor(name: string): string {
  return `field-${name}`;
}

function fieldEntry(field: Field, table: PagedResource, model: Model): FieldEntry {
  const { name, type, deprecated } = field;
  const example = field.example === undefined ? undefined : exampleOf(field);
  return {
    name,
    anchor: fieldAnchor(name),
    type: typeWords(type, model),
    marks: marksOf(field, table),
    texts: [
      ...(deprecated === null ? [] : [deprecationWords(deprecated)]),
      ...(field.description === '' ? [] : [field.description]),
      [
        ...valueRules(field),
        ...(example === undefined || example === null ? [] : [`Example: \`${JSON.stringify(example)}\`.`]),
      ].join(' '),
    ].filter((words) => words !== ''),
  };
}

function marksOf(field: Field, resource: PagedResource): readonly string[] {
  const { actions } = resource;
  const unique = resource.kind === 'table' ? resource.unique : [];
  const isCreated = field.create && actions.has('create');
  const isUpdated = field.update && actions.has('update');
  return [
    ...(isCreated && isRequired(field) ? ['required'] : []),
    ...(field.nullable ? ['nullable'] : []),
    ...(unique.some((fields) => fields.length === 1 && fields[0] === field.name) ? ['unique'] : []),
    ...(isCreated && !isUpdated ? ['sent on create only'] : []),
    ...(isUpdated && !isCreated ? ['sent on update only'] : []),
    ...(!isCreated && !isUpdated ? ['read only'] : []),
    ...(field.writeOnly ? ['never shown'] : []),
    ...(field.deprecated === null ? [] : ['deprecated']),
  ];
}
