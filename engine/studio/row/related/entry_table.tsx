import type { Row } from '../../api/row.ts';
import type { Resource } from '../../model/model.ts';
import { useModel } from '../../model/use_model.ts';
import { RowLink } from '../../parts/reference.tsx';
import { Value } from '../../parts/value.tsx';
import { isNumber } from '../../parts/value_text.ts';
import { useWords } from '../../words/use_words.ts';
import { standingOf } from '../validity.ts';
import { periodWords } from '../validity_words.ts';
import { entryColumns } from './related.ts';

interface EntryTableProps {
  readonly target: Resource;
  /** The field by which the entries lead back to the row. */
  readonly back: string;
  readonly rows: readonly Row[];
  /** The instant by which an entry is current, former or future. */
  readonly present: string;
}

/** Entries as a table. Each one says how its validity lies to the instant of the page. */
export function EntryTable({ target, back, rows, present }: EntryTableProps) {
  const words = useWords();
  const { zone } = useModel().service;
  const columns = entryColumns(target, back);
  return (
    <div className="wide">
      <table className="entries">
        <thead>
          <tr>
            <th scope="col">{words('row.validity')}</th>
            <th scope="col">{words('row.standing')}</th>
            {columns.map((field) => (
              <th key={field.name} scope="col" className={isNumber(field) ? 'is-number' : ''}>
                {field.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const standing = standingOf(row, present);
            return (
              <tr key={String(row.id)} className={`is-${standing}`}>
                <th scope="row">
                  <RowLink target={target} id={String(row.id)} label={periodWords(row, { words, zone })} />
                </th>
                <td>
                  <span className={`badge is-${standing}`}>{words(`row.${standing}`)}</span>
                </td>
                {columns.map((field) => (
                  <td key={field.name} className={isNumber(field) ? 'is-number' : ''}>
                    <Value resource={target} field={field} row={row} />
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
