import { nearest } from '../../language/nearest.ts';
import { oneOf } from '../../language/wording.ts';
import type { CallAnswer } from '../../model/call.ts';
import { isOfRelated } from '../../model/computed.ts';
import type { Table } from '../../model/model.ts';
import type { Path } from '../file/place.ts';
import type { CallDefinition } from '../language/definition.ts';
import { buildValues } from './value.ts';

/** What a call answers. A call that finds a row shows fields of it. */
export function buildAnswer(
  { answer, find }: CallDefinition,
  path: Path,
  table: Pick<Table, 'name' | 'fields'>,
  context: Parameters<typeof buildValues>[2],
): CallAnswer {
  const place = [...path, 'answer'];
  if (answer === undefined) {
    if (find !== undefined)
      context.report(path, {
        message: 'the call finds a row, and says nothing of what it shows of it',
        expected: `answer: a list of fields of ${table.name}`,
        part: 'key',
      });
    return { kind: 'nothing' };
  }
  if ('fields' in answer) {
    if (find !== undefined)
      context.report(place, {
        message: 'the call finds a row, and its answer has other values',
        expected: `a list of fields of ${table.name}`,
      });
    return { kind: 'values', fields: buildValues(answer.fields, [...place, 'fields'], context) };
  }
  answer.forEach((name, index) => {
    const field = table.fields.get(name);
    if (field !== undefined && !isOfRelated(field)) return;
    if (field !== undefined) {
      const message = `${name} is made of the related rows that a reader may read, and a call finds rows as the service`;
      context.report([...place, index], { message, expected: 'a field of the row itself' });
      return;
    }
    context.report([...place, index], {
      message: `there is no field ${name} in ${table.name}`,
      expected: oneOf(table.fields.keys()),
      nearest: nearest(name, table.fields.keys()),
    });
  });
  const shown = answer.flatMap((name) => table.fields.get(name) ?? []);
  return { kind: 'row', fields: new Map(shown.map((field) => [field.name, field])) };
}
