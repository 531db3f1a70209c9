import type { Table } from '../../model/model.ts';
import type { Recording } from '../../schema/feature.ts';
import { choice, type Lines } from '../../schema/plpgsql.ts';
import { deletedRows, insertedRows, newRow, oldRow, type RecordedRows } from '../../schema/recorded_rows.ts';
import { quote } from '../../sql/identifier.ts';
import { type FileField, fileFields } from './field.ts';

/** What becomes of files in the transaction that changes a row: it holds its new file, and has let go of the old one. */
export function keepFiles(table: Table): Recording {
  const of = (lines: (field: FileField) => Lines): Lines => fileFields(table).flatMap(lines);
  return {
    after: {
      insert: of((field) => tell('hold_file', field, insertedRows)),
      update: of((field) => {
        const name = quote(field.name);
        return choice([
          `new.${name} is distinct from old.${name}`,
          [...tell('hold_file', field, newRow), ...tell('leave_file', field, oldRow)],
        ]);
      }),
      delete: of((field) => tell('leave_file', field, deletedRows)),
    },
    // The indexes by which the sweep finds whether a row still has a file come with the table.
    indexes: [],
  };
}

function tell(what: 'hold_file' | 'leave_file', { name }: FileField, { row, from }: RecordedRows): Lines {
  const file = `${row}.${quote(name)}`;
  const [calls, isThere] = [`perform almanac.${what}(${file})`, `${file} is not null`];
  return from === null ? choice([isThere, [`${calls};`]]) : [`${calls} from ${from} where ${isThere};`];
}
