import type { Name } from '../../language/syntax.ts';
import type { Model } from '../../model/model.ts';
import type { Draft, DraftColumn } from './draft.ts';
import { type Result, refuse } from './query_string.ts';

/** What adds a column gives: nothing, or what is wrong with it. */
export type Added = Result<null>;

export const added: Added = { ok: true, value: null };

export function addColumn(draft: Draft, column: DraftColumn): void {
  draft.columns.push(column);
  for (const name of namesOf(column)) draft.names.add(name);
}

/** A long text, or many rows, under one name after another make an answer of any size out of one row. */
export function checkAliases(times: number, { text, offset }: Name, parameter: string, model: Model): Added {
  const { aliases } = model.service.limits;
  if (times < aliases) return added;
  const detail = `${parameter} names ${text} more than ${aliases} times`;
  return refuse('limit_exceeded', { parameter, position: offset }, detail, 'ask for less at once');
}

/** PostgreSQL keeps no more bytes of a name. */
const longestName = 63;

export function checkName(draft: Draft, name: string, offset: number, parameter: string): Added {
  if (name === '' || Buffer.byteLength(name) > longestName) {
    const detail =
      name === '' ? 'a column has no name' : `the name ${name.slice(0, 20)}... has more than ${longestName} bytes`;
    return refuse('invalid_parameter', { parameter, position: offset }, detail, 'give it another: name:column');
  }
  if (!draft.names.has(name)) return added;
  const detail = `${name} stands here a second time`;
  return refuse('invalid_parameter', { parameter, position: offset }, detail, 'name each column and relation once');
}

/** The names that a column has in the row. */
function namesOf(column: DraftColumn): Iterable<string> {
  if (column.kind === 'links') return ['links'];
  return column.kind === 'embed' && column.embed.spread ? column.embed.draft.names : [column.name];
}

/** Whether a column shows the field of this name as it is. */
export function isPlain(column: DraftColumn, name: string): boolean {
  if (column.kind !== 'field' || column.name !== name || column.cast !== null) return false;
  return column.operand.field.name === name && column.operand.steps.length === 0;
}
