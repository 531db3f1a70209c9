import type { Call } from '../../model/call.ts';
import { callsOf } from '../../model/calls.ts';
import type { Model, Table } from '../../model/model.ts';
import { answerTable } from '../call.ts';
import { members, valueLine, valuesType } from './call.ts';
import type { TypeNames } from './type_name.ts';
import { readType, sentType, union } from './type_text.ts';

/** The calls of a model whose work is a handler, with their resources. */
export function handledCalls(model: Model): readonly (readonly [Table, Call])[] {
  return callsOf(model).filter(([, { work }]) => work.kind === 'handler');
}

/** The declarations of what handlers get and answer; none for a model without handlers. */
export function handlersText(model: Model, names: TypeNames): readonly string[] {
  const handled = handledCalls(model);
  if (handled.length === 0) return [];
  const { roles, claims } = model.service;
  const resources = Map.groupBy(handled, ([table]) => table);
  const entries = [...resources].map(
    ([table, calls]) => `  ${table.name}: {\n${calls.map(([, call]) => entryText(table, call, names)).join('')}  };\n`,
  );
  return [
    `/** The calls whose work is a handler: what each gets, and what it answers. */\nexport interface Handlers {\n${entries.join('')}}\n`,
    `type Role =${orNever(roles, 'type Role =;'.length)};\n`,
    `type Claim =${orNever([...claims.others.keys()], 'type Claim =;'.length)};\n`,
  ];
}

function entryText(table: Table, call: Call, names: TypeNames): string {
  const inputs = [...call.input.values()].map((field) =>
    valueLine(field, '', readType(field.type, valuesType(field, table, names))),
  );
  const answered = answerTable(call);
  const answers = [...(answered?.fields.values() ?? [])].map((field) =>
    valueLine(field, field.nullable ? '?' : '', sentType(field.type, valuesType(field, table, names))),
  );
  return [
    `    ${call.name}: {\n`,
    `      input: ${members(inputs)};\n`,
    `      row: ${call.item ? names.of(table, '') : 'null'};\n`,
    `      answer: ${answered === null ? 'void' : members(answers)};\n`,
    '    };\n',
  ].join('');
}

function orNever(texts: readonly string[], beside: number): string {
  return texts.length === 0 ? ' never' : union(texts, beside);
}
