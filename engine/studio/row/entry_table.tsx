import type { StudioRelation } from '../../contract/studio/studio_model.ts';
import type { Row } from '../api/row.ts';
import { labelOf } from '../model/label.ts';
import type { Resource } from '../model/model.ts';
import { RowLink } from '../parts/reference.tsx';
import { Value } from '../parts/value.tsx';
import { isNumber } from '../parts/value_text.ts';
import { useWords } from '../words/use_words.ts';
import { relatedColumns } from './related.ts';
import { hasValidity, standingOf } from './validity.ts';

interface EntryTableProps {
  readonly target: Resource;
  readonly relation: StudioRelation;
  readonly rows: readonly Row[];
  /** The instant by which an entry is current, former or future. */
  readonly present: string;
}

/** Related rows as a table; each entry of a timeline says how it lies to the instant of the page. */
export function EntryTable({ target, relation, rows, present }: EntryTableProps) {
  const words = useWords();
  const isTimed = hasValidity(target);
  const columns = relatedColumns(target, relation.filter?.parameter ?? null);
  return (
    <div className="wide">
      <table className="entries">
        <thead>
          <tr>
            <th scope="col">{target.label.length > 0 ? target.title : words('row.entry')}</th>
            {isTimed && <th scope="col">{words('row.validity')}</th>}
            {columns.map((field) => (
              <th key={field.name} scope="col" className={isNumber(field) ? 'is-number' : ''}>
                {field.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const standing = isTimed ? standingOf(row, present) : null;
            return (
              <tr key={String(row.id)} className={standing === null ? '' : `is-${standing}`}>
                <th scope="row">
                  <RowLink
                    target={target}
                    id={String(row.id)}
                    label={
                      target.label.length > 0 ? labelOf(target, row) : words('parts.number', { id: String(row.id) })
                    }
                  />
                </th>
                {standing !== null && (
                  <td>
                    <span className={`badge is-${standing}`}>{words(`row.${standing}`)}</span>
                  </td>
                )}
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
