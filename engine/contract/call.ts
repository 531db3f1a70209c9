import type { Call } from '../model/call.ts';
import { derivedTable } from '../model/derived.ts';
import type { Field } from '../model/field.ts';
import type { Table } from '../model/model.ts';

/** The values that a call takes, as the fields of a row that no table has. */
export function inputTable(call: Call): Table {
  return tableOf(call, call.input);
}

/** The values that a call answers, likewise; null where it answers nothing. Every caller sees all of them. */
export function answerTable(call: Call): Table | null {
  const { answer } = call;
  if (answer.kind === 'nothing') return null;
  const shown = [...answer.fields].map(([name, field]): [string, Field] => [name, { ...field, access: null }]);
  return tableOf(call, new Map(shown));
}

function tableOf({ name, title }: Call, fields: Table['fields']): Table {
  return { ...derivedTable({ name, title, description: '', actions: new Set(['create']) }, []), fields };
}

/** Whether a call may change something. */
export function mayWrite({ work, event }: Call): boolean {
  return event || work.kind === 'handler' || work.create !== null;
}

/** The path of a call, behind the base path. */
export function callPath(resource: string, { name, item }: Pick<Call, 'name' | 'item'>): string {
  return `/${resource}${item ? '/{id}' : ''}/${name}`;
}
