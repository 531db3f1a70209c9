import type { Table } from '../../model/model.ts';
import type { Recording } from '../../schema/feature.ts';
import { choice, type Lines } from '../../schema/plpgsql.ts';
import { quote } from '../../sql/identifier.ts';
import { type FileField, fileFields } from './field.ts';

/** What becomes of files in the transaction that changes a row: it holds its new file, and has let go of the old one. */
export function keepFiles(table: Table): Recording {
  const of = (lines: (field: FileField) => Lines): Lines => fileFields(table).flatMap(lines);
  return {
    after: {
      insert: of((field) => hold(field)),
      update: of((field) => {
        const name = quote(field.name);
        return choice([`new.${name} is distinct from old.${name}`, [...hold(field), ...leave(field)]]);
      }),
      delete: of(leave),
    },
    // The indexes by which the sweep finds whether a row still has a file come with the table.
    indexes: [],
  };
}

function hold({ name }: FileField): Lines {
  return choice([`new.${quote(name)} is not null`, [`perform almanac.hold_file(new.${quote(name)});`]]);
}

function leave({ name }: FileField): Lines {
  return choice([`old.${quote(name)} is not null`, [`perform almanac.leave_file(old.${quote(name)});`]]);
}
