import type { Resource } from '../../model/model.ts';
import { useModel } from '../../model/use_model.ts';
import { Icon } from '../../parts/icon.tsx';
import { Popover } from '../../parts/popover.tsx';
import { useWords } from '../../words/use_words.ts';
import { withOption } from './list_query.ts';
import { type OrderKey, orderText, readOrder } from './order.ts';
import { sortKey, sortTitle } from './sort_key.ts';

interface SortChoiceProps {
  readonly resource: Resource;
  readonly query: URLSearchParams;
  readonly onQuery: (query: URLSearchParams) => void;
}

/** By which keys a list is sorted, one after the other. */
export function SortChoice({ resource, query, onQuery }: SortChoiceProps) {
  const words = useWords();
  const model = useModel();
  const keys = readOrder(query.get('order'));
  const set = (changed: readonly OrderKey[]) => onQuery(withOption(query, 'order', orderText(changed)));
  const candidates = [...resource.fields.values()].flatMap((field) => {
    const by = sortKey(model, resource, field);
    return by === null || keys.some((key) => key.by === by || key.by === field.name) ? [] : { by, title: field.title };
  });
  return (
    <Popover
      className="quiet"
      button={
        <>
          <Icon name="sort" />
          {keys.length === 0 ? words('browse.sort') : words('browse.sorted', { count: keys.length })}
        </>
      }
    >
      {() => (
        <div className="sort-choice">
          <h3>{words('browse.sortBy')}</h3>
          {keys.map((key, at) => (
            <SortKey
              key={key.by}
              sortKey={key}
              title={sortTitle(model, resource, key.by)}
              onChange={(changed) => set(changed === null ? keys.toSpliced(at, 1) : keys.with(at, changed))}
            />
          ))}
          <select
            aria-label={words('browse.addSortKey')}
            value=""
            onChange={({ target }) => set([...keys, { by: target.value, direction: 'asc', nulls: null }])}
          >
            <option value="">{words('browse.addSortKey')}</option>
            {candidates.map(({ by, title }) => (
              <option key={by} value={by}>
                {title}
              </option>
            ))}
          </select>
        </div>
      )}
    </Popover>
  );
}

interface SortKeyProps {
  readonly sortKey: OrderKey;
  readonly title: string;
  /** Null removes the key. */
  readonly onChange: (key: OrderKey | null) => void;
}

function SortKey({ sortKey: key, title, onChange }: SortKeyProps) {
  const words = useWords();
  return (
    <fieldset className="sort-key">
      <legend>{title}</legend>
      <select
        aria-label={words('browse.direction', { title })}
        value={key.direction}
        onChange={({ target }) => onChange({ ...key, direction: target.value === 'desc' ? 'desc' : 'asc' })}
      >
        <option value="asc">{words('browse.ascending')}</option>
        <option value="desc">{words('browse.descending')}</option>
      </select>
      <select
        aria-label={words('browse.nulls', { title })}
        value={key.nulls ?? ''}
        onChange={({ target }) => {
          const nulls = target.value === 'first' || target.value === 'last' ? target.value : null;
          onChange({ ...key, nulls });
        }}
      >
        <option value="">{words('browse.nullsUsual')}</option>
        <option value="first">{words('browse.nullsFirst')}</option>
        <option value="last">{words('browse.nullsLast')}</option>
      </select>
      <button type="button" className="quiet icon-button" onClick={() => onChange(null)}>
        <Icon name="close" />
        <span className="hidden-text">{words('browse.removeSortKey', { title })}</span>
      </button>
    </fieldset>
  );
}
