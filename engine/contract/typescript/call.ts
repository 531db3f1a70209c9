import type { Call } from '../../model/call.ts';
import { callsOf, type OwnedCall } from '../../model/calls.ts';
import type { Field } from '../../model/field.ts';
import type { Model, Table } from '../../model/model.ts';
import { isRequired } from '../../model/required.ts';
import { wordOf } from '../../vocabulary/field_type.ts';
import { answerTable, inputTable } from '../call.ts';
import { comment } from './comment.ts';
import { isEnum, type TypeNames } from './type_name.ts';
import { readType, sentType, union } from './type_text.ts';

/** The interface that has what each call takes and answers, by resource and name. */
export function callsText(model: Model, names: TypeNames): string {
  const resources = Map.groupBy(callsOf(model), ([table]) => table);
  const entries = [...resources].map(
    ([table, calls]) => `  ${table.name}: {\n${calls.map((owned) => entryText(owned, names)).join('')}  };\n`,
  );
  const words = '/** The calls of each resource: what each takes, and what it answers. */';
  // Without calls an interface without members would be any object.
  return entries.length === 0
    ? `${words}\nexport type Calls = Record<never, never>;\n`
    : `${words}\nexport interface Calls {\n${entries.join('')}}\n`;
}

/** The names by which the client knows the values of a call: its input, and its answer. */
export function callValues(table: Pick<Table, 'name'>, { name }: Pick<Call, 'name'>) {
  return { input: `${table.name}.${name} input`, answer: `${table.name}.${name} answer` };
}

/** The tables of these values, by their names. A call that answers nothing has no table of answers. */
export function valueTables(model: Model): readonly (readonly [string, Table])[] {
  return callsOf(model).flatMap(([table, call]): readonly (readonly [string, Table])[] => {
    const { input, answer } = callValues(table, call);
    const answered = answerTable(call);
    return [[input, inputTable(call)], ...(answered === null ? [] : [[answer, answered] as const])];
  });
}

function entryText([table, call]: OwnedCall, names: TypeNames): string {
  const inputs = [...call.input.values()].map((field) =>
    valueLine(field, isRequired(field) ? '' : '?', sentType(field.type, valuesType(field, table, names))),
  );
  const answered = [...(answerTable(call)?.fields.values() ?? [])].map((field) =>
    valueLine(field, '', readType(field.type, valuesType(field, table, names))),
  );
  return [
    comment({ ...call, deprecated: null }, '    '),
    `    ${call.name}: {\n`,
    `      item: ${call.item};\n`,
    `      input: ${members(inputs)};\n`,
    `      answer: ${call.answer.kind === 'nothing' ? 'undefined' : members(answered)};\n`,
    '    };\n',
  ].join('');
}

/** A member of the input or of the answer. */
export function valueLine(field: Field, mark: '' | '?', type: string): string {
  const whole = field.nullable && type !== 'Json' ? `${type} | null` : type;
  return `${comment(field, '        ')}        ${field.name}${mark}: ${whole};\n`;
}

/** The type of the values of an enum: that of the field of the resource, or one of its own. */
export function valuesType(field: Field, table: Table, names: TypeNames): string {
  if (!isEnum(field.type)) return '';
  const own = table.fields.get(field.name);
  if (own?.type === field.type) return names.ofValues(table, own);
  const values = union(wordOf(field.type).choices?.(field.type) ?? [], 0).trim();
  // The brackets of an array would belong to the last one.
  return field.type.kind === 'array' ? `(${values})` : values;
}

/** An object with these members. */
export function members(lines: readonly string[]): string {
  return lines.length === 0 ? 'Record<never, never>' : `{\n${lines.join('')}      }`;
}
