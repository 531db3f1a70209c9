import { operatorsOf, readValues } from '../../../model/condition/operand.ts';
import { type BoundComparison, type BoundCondition, type Field, writtenValues } from '../../../model/field.ts';
import type { Resource } from '../../../model/model.ts';
import type { Operator } from '../../../vocabulary/operator/operators.ts';

/** How well a value fits a text, the best first: it is the text, begins with it, or has it somewhere. */
export const fits = ['exact', 'begins', 'contains'] as const;

export type Fit = (typeof fits)[number];

/** A field in which a text is looked for, and when its value fits. A later condition holds wherever an earlier one does. */
export interface SearchedField {
  readonly field: Field;
  readonly conditions: readonly { readonly fit: Fit; readonly condition: BoundCondition }[];
}

/**
 * The fields by which a caller may find a row of a resource: its label, its id, and each field that is unique by itself. The
 * resource has only the fields that the caller sees. A text that cannot be a value of a field leaves the field out.
 */
export function searchedFields(resource: Resource, text: string): readonly SearchedField[] {
  const { fields } = resource;
  const labels = resource.label.flatMap((name) => fields.get(name) ?? []);
  const unique = resource.kind === 'table' ? resource.unique : [];
  const alone = unique.flatMap(([name = '', ...others]) => (others.length === 0 ? (fields.get(name) ?? []) : []));
  const keys = [...alone, ...[...fields.values()].filter(({ name }) => name === 'id')];
  const searched = [
    ...labels.map((field) => ({ field, conditions: inLabel(field, text) })),
    ...keys.filter((field) => !labels.includes(field)).map((field) => ({ field, conditions: inKey(field, text) })),
  ];
  return searched.filter(({ field, conditions }) => !field.writeOnly && conditions.length > 0);
}

/** People write the words of a label in small and in capital letters. */
function inLabel(field: Field, text: string): SearchedField['conditions'] {
  if (field.type.kind !== 'text') return inKey(field, text);
  const literal = text.replace(/[\\%_]/g, '\\$&');
  const like = (value: string) => compare(field, 'ilike', value);
  return [
    { fit: 'exact', condition: like(literal) },
    { fit: 'begins', condition: like(`${literal}%`) },
    { fit: 'contains', condition: like(`%${literal}%`) },
  ];
}

/** As the index of a key finds it. */
function inKey(field: Field, text: string): SearchedField['conditions'] {
  return [
    ...compareAs(field, 'eq', text).map((condition) => ({ fit: 'exact' as const, condition })),
    ...beginning(field, text).map((condition) => ({ fit: 'begins' as const, condition })),
  ];
}

function beginning(field: Field, text: string): readonly BoundCondition[] {
  if (field.type.kind === 'text') return compareAs(field, 'starts', text);
  if (field.type.kind !== 'uuid' || !isBeginningOfUuid(text)) return [];
  const filled = (digit: string) => `${text}${pattern.slice(text.length).replaceAll('0', digit)}`.toLowerCase();
  const operands = [compare(field, 'gte', filled('0')), compare(field, 'lte', filled('f'))];
  return [{ kind: 'logic', operator: 'and', negated: false, operands }];
}

const pattern = '00000000-0000-0000-0000-000000000000';

function isBeginningOfUuid(text: string): boolean {
  return text.replace(/[0-9a-f]/gi, '0') === pattern.slice(0, text.length);
}

/** A comparison with a text that is a value of the field; none if it is not. */
function compareAs(field: Field, operator: Operator, text: string): readonly BoundCondition[] {
  if (!operatorsOf(field.type).includes(operator)) return [];
  const operand = { field, steps: [], type: field.type };
  const read = readValues({ operand, operator, quantifier: null }, { kind: 'single', text, isQuoted: true, offset: 0 });
  return read.ok ? read.value.map((value) => compare(field, operator, value)) : [];
}

function compare(field: Field, operator: Operator, value: string | null): BoundComparison {
  return {
    kind: 'comparison',
    operand: { field, steps: [], type: field.type },
    negated: false,
    operator,
    quantifier: null,
    language: null,
    comparand: writtenValues(value),
  };
}
