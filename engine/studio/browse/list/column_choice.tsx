import type { Resource } from '../../model/model.ts';
import { Icon } from '../../parts/icon.tsx';
import { Popover } from '../../parts/popover.tsx';
import { useWords } from '../../words/use_words.ts';
import { type Column, firstColumnOf, keyOf } from './columns.ts';
import { withOption } from './list_query.ts';

interface ColumnChoiceProps {
  readonly resource: Resource;
  readonly query: URLSearchParams;
  readonly onQuery: (query: URLSearchParams) => void;
  readonly columns: readonly Column[];
}

/** Which columns a list has, and in which order. */
export function ColumnChoice({ resource, query, onQuery, columns }: ColumnChoiceProps) {
  const words = useWords();
  const chosen = columns.map(keyOf);
  const first = firstColumnOf(resource);
  const others = [...resource.fields.values()].filter(({ name }) => !chosen.includes(name) && name !== first);
  const set = (keys: readonly string[]) => onQuery(withOption(query, 'select', keys.length === 0 ? 'id' : keys.join()));
  const move = (at: number, by: number) => set(chosen.toSpliced(at, 1).toSpliced(at + by, 0, chosen[at] ?? ''));
  const titleOf = (column: Column) => (column.kind === 'field' ? column.field.title : column.text);
  return (
    <Popover
      className="quiet"
      button={
        <>
          <Icon name="columns" />
          {words('browse.columns')}
        </>
      }
    >
      {() => (
        <div className="column-choice">
          <h3>{words('browse.columnsShown')}</h3>
          <ul>
            {columns.map((column, at) => (
              <li key={keyOf(column)}>
                <label>
                  <input type="checkbox" checked onChange={() => set(chosen.toSpliced(at, 1))} />
                  {titleOf(column)}
                </label>
                <button
                  type="button"
                  className="quiet icon-button"
                  disabled={at === 0}
                  onClick={() => move(at, -1)}
                  aria-label={words('browse.moveUp', { title: titleOf(column) })}
                >
                  <Icon name="up" />
                </button>
                <button
                  type="button"
                  className="quiet icon-button"
                  disabled={at === columns.length - 1}
                  onClick={() => move(at, 1)}
                  aria-label={words('browse.moveDown', { title: titleOf(column) })}
                >
                  <Icon name="down" />
                </button>
              </li>
            ))}
          </ul>
          {others.length > 0 && <h3>{words('browse.columnsHidden')}</h3>}
          <ul>
            {others.map(({ name, title }) => (
              <li key={name}>
                <label>
                  <input type="checkbox" checked={false} onChange={() => set([...chosen, name])} />
                  {title}
                </label>
              </li>
            ))}
          </ul>
          {query.has('select') && (
            <button type="button" className="quiet" onClick={() => onQuery(withOption(query, 'select', null))}>
              {words('browse.columnsReset')}
            </button>
          )}
        </div>
      )}
    </Popover>
  );
}
