import type { Table } from '../../model/model.ts';
import type { Recording } from '../../schema/feature.ts';
import { choice, type Lines } from '../../schema/plpgsql.ts';
import { deletedRows, insertedRows, onlyWhere, type RecordedRows, whereOf } from '../../schema/recorded_rows.ts';
import { quote } from '../../sql/identifier.ts';
import { type FileField, fileFields } from './field.ts';

/** What becomes of files in the transaction that changes a row: it holds its new file, and has let go of the old one. */
export function keepFiles(table: Table): Recording {
  const of = (lines: (field: FileField) => Lines): Lines => fileFields(table).flatMap(lines);
  return {
    after: {
      insert: of((field) => tell('hold_file', field, insertedRows)),
      update: ({ now, former }) =>
        of((field) => {
          const [is, was] = [now, former].map(({ row }) => `${row}.${quote(field.name)}`);
          return onlyWhere(now, `${is} is distinct from ${was}`, (condition) => [
            ...tell('hold_file', field, now, condition),
            ...tell('leave_file', field, former, condition),
          ]);
        }),
      delete: of((field) => tell('leave_file', field, deletedRows)),
    },
    // The indexes by which the sweep finds whether a row still has a file come with the table.
    indexes: [],
  };
}

function tell(
  what: 'hold_file' | 'leave_file',
  { name }: FileField,
  { row, from }: RecordedRows,
  condition: string | null = null,
): Lines {
  const file = `${row}.${quote(name)}`;
  const [calls, isThere] = [`perform almanac.${what}(${file})`, `${file} is not null`];
  if (from === null) return choice([isThere, [`${calls};`]]);
  return [`${calls} from ${from}${whereOf(condition, isThere)};`];
}
