import { type KeyboardEvent, type MouseEvent, memo } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { Row } from '../../api/row.ts';
import { labelOf } from '../../model/label.ts';
import type { Resource } from '../../model/model.ts';
import { useModel } from '../../model/use_model.ts';
import { Cell } from '../../parts/cell.tsx';
import { Icon } from '../../parts/icon.tsx';
import { RowLink } from '../../parts/reference.tsx';
import { Nothing } from '../../parts/value.tsx';
import { isNumber, jsonText, valueText } from '../../parts/value_text.ts';
import { clockOf, withClock } from '../../time/clock.ts';
import { useWords } from '../../words/use_words.ts';
import { type Column, keyOf } from './columns.ts';
import { RelatedRows } from './related_rows.tsx';

interface TableRowProps {
  readonly resource: Resource;
  readonly columns: readonly Column[];
  readonly row: Row;
  /** Its number, from 0. */
  readonly at: number;
  /** Whether it is a row of the resource, not a group or a part of one. */
  readonly isRow: boolean;
  /** Whether the keys of the table begin here. */
  readonly isCurrent: boolean;
  readonly isExpanded: boolean;
  readonly onFocus: (at: number) => void;
  readonly onToggle: (id: string) => void;
}

/** A row of a table. A click or Enter opens its page, and the arrows to the left and right its related rows. */
export const TableRow = memo((props: TableRowProps) => {
  const { resource, columns, row, at, isRow, isCurrent, isExpanded, onFocus, onToggle } = props;
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const id = String(row.id);
  const isOpened = isRow && resource.actions.includes('read');
  const hasRelated = isRow && [...resource.relations.values()].some(({ cardinality }) => cardinality === 'many');
  const open = () => {
    const clock = withClock(new URLSearchParams(), clockOf(search)).toString();
    navigate(`/browse/${resource.name}/${encodeURIComponent(id)}${clock === '' ? '' : `?${clock}`}`);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>) => {
    if (event.target !== event.currentTarget) return;
    if (event.key === 'Enter' && isOpened) open();
    const isToggle = (event.key === 'ArrowRight' && !isExpanded) || (event.key === 'ArrowLeft' && isExpanded);
    if (isToggle && hasRelated) onToggle(id);
  };
  const onClick = (event: MouseEvent) => {
    const isOwn = event.target instanceof Element && event.target.closest('a, button, summary, details') === null;
    if (isOwn && isOpened && !hasSelection()) open();
  };
  return (
    <>
      <tr
        data-at={at}
        aria-rowindex={at + 2}
        tabIndex={isCurrent ? 0 : -1}
        className={isOpened ? 'opened' : ''}
        onFocus={() => onFocus(at)}
        onKeyDown={onKeyDown}
        onClick={onClick}
      >
        {isRow && (
          <LabelCell
            resource={resource}
            row={row}
            expander={hasRelated ? { isExpanded, toggle: () => onToggle(id) } : null}
          />
        )}
        {columns.map((column) => (
          <td key={keyOf(column)} className={column.kind === 'field' && isNumber(column.field) ? 'right' : ''}>
            {column.kind === 'field' ? (
              <Cell resource={resource} field={column.field} row={row} />
            ) : (
              <OtherValue value={row[column.name]} />
            )}
          </td>
        ))}
      </tr>
      {isExpanded && (
        <tr className="expanded">
          <td colSpan={columns.length + 1}>
            <RelatedRows resource={resource} id={id} />
          </td>
        </tr>
      )}
    </>
  );
});

interface LabelCellProps {
  readonly resource: Resource;
  readonly row: Row;
  /** Null for a row without relations to many. */
  readonly expander: { readonly isExpanded: boolean; readonly toggle: () => void } | null;
}

function LabelCell({ resource, row, expander }: LabelCellProps) {
  const words = useWords();
  const id = String(row.id);
  const label = resource.label.length === 0 ? words('parts.number', { id }) : labelOf(resource, row);
  return (
    <th scope="row">
      <span className="label-cell">
        {expander !== null && (
          <button
            type="button"
            className="expander"
            aria-expanded={expander.isExpanded}
            aria-label={words('browse.related', { label })}
            onClick={expander.toggle}
          >
            <Icon name={expander.isExpanded ? 'down' : 'next'} />
          </button>
        )}
        <RowLink target={resource} id={id} label={label} />
      </span>
    </th>
  );
}

/** A part of `select` that is not a field. */
function OtherValue({ value }: { readonly value: unknown }) {
  const words = useWords();
  const { service } = useModel();
  if (value === null || value === undefined) return <Nothing />;
  if (typeof value === 'object') return <span>{jsonText(value, 0).slice(0, 300)}</span>;
  const type = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? 'datetime' : 'text';
  return (
    <span>
      {valueText({ name: '', type, isArray: false, values: null }, value, { words, zone: service.zone }).slice(0, 300)}
    </span>
  );
}

/** Whether somebody has marked text, perhaps to copy it. That should not open a page. */
function hasSelection(): boolean {
  return (window.getSelection()?.toString() ?? '') !== '';
}
