import { recordFields } from '../../model/common_field.ts';
import { operatorsOf } from '../../model/condition/operand.ts';
import type { Field } from '../../model/field.ts';
import type { Model, Resource } from '../../model/model.ts';
import { type FieldType, hasTrait, targetOf, wordOf } from '../../vocabulary/field_type.ts';
import type { StudioField } from './studio_model.ts';

/** A field of a resource, in the model of a role. */
export function studioField(field: Field, resource: Resource, { resources }: Pick<Model, 'resources'>): StudioField {
  const { name, title, description, type, writeOnly } = field;
  const element = type.kind === 'array' ? type.of : type;
  const target = targetOf(type);
  return {
    name,
    title,
    description,
    type: element.kind,
    isArray: type.kind === 'array',
    isExact: wordOf(type).typescript.isExact?.(type) === true,
    nullable: field.nullable || field.shownWhere !== null,
    values: valuesOf(element),
    to: target !== null && resources.has(target) ? target : null,
    computed: field.computed !== null,
    bySystem: isOfRecord(name, resource),
    // All that a filter would compare is the mask.
    operators: writeOnly ? [] : operatorsOf(type),
    sortable: !writeOnly && hasTrait(type, 'ordered'),
    deprecated: field.deprecated !== null,
  };
}

function valuesOf(type: FieldType): StudioField['values'] {
  if (type.kind !== 'enum') return null;
  return type.values.map((value) => ({ value, title: type.about.get(value)?.title ?? value.replaceAll('_', ' ') }));
}

function isOfRecord(name: string, resource: Resource): boolean {
  if (name === 'id' || recordNames.has(name)) return true;
  return resource.kind === 'history' && (replacedNames.has(name) || name === `${resource.of.name}_id`);
}

const recordNames: ReadonlySet<string> = new Set(recordFields.map(({ name }) => name));
const replacedNames: ReadonlySet<string> = new Set(['replaced_at', 'replaced_by']);
