import type { MouseEvent } from 'react';
import { labelFields } from '../../model/label.ts';
import type { Resource } from '../../model/model.ts';
import { useModel } from '../../model/use_model.ts';
import { isNumber } from '../../parts/value_text.ts';
import { useWords } from '../../words/use_words.ts';
import { type Column, keyOf } from './columns.ts';
import { withOption } from './list_query.ts';
import { orderText, readOrder, toggled } from './order.ts';
import { sortKey } from './sort_key.ts';

interface TableHeadProps {
  readonly resource: Resource;
  readonly columns: readonly Column[];
  readonly query: URLSearchParams;
  readonly onQuery: (query: URLSearchParams) => void;
  /** Whether the first column has the labels of the rows. */
  readonly hasLabel: boolean;
}

/** The titles of the columns. A click sorts by a column, and with the shift key also by it. */
export function TableHead({ resource, columns, query, onQuery, hasLabel }: TableHeadProps) {
  const model = useModel();
  const keys = readOrder(query.get('order'));
  const [, ...labels] = labelFields(resource);
  const [first = 'id'] = labels;
  const labelTitle = labels.map((name) => resource.fields.get(name)?.title ?? name).join(', ');
  const head = (by: string | null, title: string, isRight: boolean) => (
    <HeadCell
      key={`${by} ${title}`}
      by={by}
      title={title}
      isRight={isRight}
      order={keys}
      onSort={(name, isAdded) => onQuery(withOption(query, 'order', orderText(toggled(keys, name, isAdded))))}
    />
  );
  return (
    <thead>
      <tr>
        {hasLabel && head(first, labelTitle === '' ? (resource.fields.get('id')?.title ?? '') : labelTitle, false)}
        {columns.map((column) =>
          column.kind === 'field'
            ? head(sortKey(model, resource, column.field), column.field.title, isNumber(column.field))
            : head(null, column.name === '' ? keyOf(column) : column.name, false),
        )}
      </tr>
    </thead>
  );
}

interface HeadCellProps {
  /** Null for a column that cannot be sorted. */
  readonly by: string | null;
  readonly title: string;
  readonly isRight: boolean;
  readonly order: ReturnType<typeof readOrder>;
  readonly onSort: (by: string, isAdded: boolean) => void;
}

function HeadCell({ by, title, isRight, order, onSort }: HeadCellProps) {
  const words = useWords();
  const at = order.findIndex((key) => key.by === by);
  const direction = order[at]?.direction;
  const sorted = direction === 'desc' ? 'descending' : 'ascending';
  const text = <span className="head-text">{title}</span>;
  return (
    <th scope="col" className={isRight ? 'right' : ''} {...(at === 0 ? { 'aria-sort': sorted } : {})} title={title}>
      {by === null ? (
        text
      ) : (
        <button type="button" onClick={(event: MouseEvent) => onSort(by, event.shiftKey)}>
          {text}
          {direction !== undefined && (
            <span className="sorted">
              <span aria-hidden="true">{direction === 'desc' ? '↓' : '↑'}</span>
              {order.length > 1 && at + 1}
              <span className="hidden-text">
                {words(direction === 'desc' ? 'browse.descending' : 'browse.ascending')}
              </span>
            </span>
          )}
        </button>
      )}
    </th>
  );
}
