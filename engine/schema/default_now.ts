import type { Table } from '../model/model.ts';
import { quote } from '../sql/identifier.ts';
import { choice, type Lines } from './plpgsql.ts';
import { declaredFields } from './table/column.ts';

/**
 * What the trigger that stamps a new row does behind its instant: a field with the default now has the same one. Its column
 * has the start of the transaction, by which the trigger knows that the writer left the field out, or wrote now().
 */
export function stampNow(table: Table): Lines {
  return declaredFields(table).flatMap((field) => {
    const own = `new.${quote(field.name)}`;
    return field.default?.kind === 'now' ? choice([`${own} = now()`, [`${own} := new.recorded_at;`]]) : [];
  });
}
