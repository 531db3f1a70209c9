import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Row } from '../../api/row.ts';
import type { Resource } from '../../model/model.ts';
import { useWords } from '../../words/use_words.ts';
import { type Column, isGrouped, keyOf } from './columns.ts';
import { rowAfterKey } from './roving.ts';
import { TableHead } from './table_head.tsx';
import { TableRow } from './table_row.tsx';
import type { LoadedRows } from './use_rows.ts';
import { labelWidth, widthOf } from './widths.ts';

interface RowTableProps {
  readonly resource: Resource;
  readonly columns: readonly Column[];
  readonly query: URLSearchParams;
  readonly onQuery: (query: URLSearchParams) => void;
  readonly loaded: LoadedRows;
  readonly rows: readonly Row[];
  /** The query of the first page: another one is another list, which begins at its first row. */
  readonly asked: string;
}

/** Heights in pixels, as browse.css has them: the place of each row follows from its number. */
const [headHeight, rowHeight, expandedHeight] = [36, 36, 176];
/** With fewer rows than this below the last one on the screen, the next page is asked for. */
const soon = 60;

/** A table in which only the rows on the screen are in the page. Arrows go from row to row, and Enter opens one. */
export function RowTable({ resource, columns, query, onQuery, loaded, rows, asked }: RowTableProps) {
  const words = useWords();
  const scroller = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const wantsFocus = useRef(false);
  const hasFocus = useRef(false);
  const isRows = !isGrouped(columns) && resource.fields.has('id');
  const idOf = (at: number) => String(isRows ? rows[at]?.id : at);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => rowHeight + (expanded.has(idOf(at)) ? expandedHeight : 0),
    getItemKey: idOf,
    overscan: 10,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
  });
  const shown = virtualizer.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  const { hasMore, loadMore } = loaded;
  useEffect(() => {
    if (hasMore && last >= rows.length - soon) loadMore();
  }, [hasMore, last, rows.length, loadMore]);
  // Sizes follow from what is expanded.
  useLayoutEffect(() => virtualizer.measure(), [expanded]);
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 });
    setCurrent(0);
  }, [asked]);
  useEffect(() => {
    // A row that is scrolled away takes the focus with it. The keys go on from where they were.
    if (hasFocus.current && document.activeElement === document.body) scroller.current?.focus({ preventScroll: true });
    const row = wantsFocus.current && scroller.current?.querySelector<HTMLElement>(`[data-at="${current}"]`);
    if (!row) return;
    wantsFocus.current = false;
    row.focus({ preventScroll: true });
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const isOfRows = event.target instanceof HTMLTableRowElement || event.target === scroller.current;
    if (!isOfRows || event.altKey || event.ctrlKey || event.metaKey) return;
    const page = Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2;
    const to = rowAfterKey(event.key, current, { count: rows.length, page });
    if (to === null) return;
    event.preventDefault();
    wantsFocus.current = true;
    setCurrent(to);
    virtualizer.scrollToIndex(to);
  };
  const toggle = useCallback((id: string) => setExpanded((before) => before.symmetricDifference(new Set([id]))), []);
  const width = columns.reduce((sum, column) => sum + widthOf(column), isRows ? labelWidth : 0);
  const begin = (shown[0]?.start ?? headHeight) - headHeight;
  const end = virtualizer.getTotalSize() - ((shown.at(-1)?.end ?? headHeight) - headHeight);
  const span = columns.length + (isRows ? 1 : 0);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the rows in it.
    <div
      ref={scroller}
      className="table-scroll"
      tabIndex={-1}
      data-outdated={loaded.isOutdated}
      onKeyDown={onKeyDown}
      onFocus={({ target, currentTarget }) => {
        hasFocus.current = true;
        if (target instanceof HTMLTableRowElement) keepSideways(currentTarget);
      }}
      onBlur={() => {
        hasFocus.current = false;
      }}
    >
      <table
        className="row-table"
        aria-label={resource.title}
        aria-rowcount={hasMore ? -1 : rows.length + 1}
        aria-busy={loaded.isLoading}
        style={{ minWidth: width }}
      >
        <colgroup>
          {isRows && <col style={{ width: `min(${labelWidth}px, 45vw)` }} />}
          {columns.map((column) => (
            <col key={keyOf(column)} style={{ width: widthOf(column) }} />
          ))}
        </colgroup>
        <TableHead resource={resource} columns={columns} query={query} onQuery={onQuery} hasLabel={isRows} />
        <Space height={begin} span={span} />
        <tbody>
          {shown.map(({ index, key }) => {
            const row = rows[index];
            return (
              row !== undefined && (
                <TableRow
                  key={String(key)}
                  resource={resource}
                  columns={columns}
                  row={row}
                  at={index}
                  isRow={isRows}
                  isCurrent={index === current}
                  isExpanded={expanded.has(String(key))}
                  onFocus={setCurrent}
                  onToggle={toggle}
                />
              )
            );
          })}
        </tbody>
        <Space height={end} span={span} />
      </table>
      {hasMore && loaded.isLoading && <p className="loading-more">{words('common.loading')}</p>}
    </div>
  );
}

/** A row is wider than what is seen of it, so the browser would scroll to its middle when it gets the focus. */
function keepSideways(scroller: Element): void {
  const { scrollLeft } = scroller;
  requestAnimationFrame(() => {
    scroller.scrollLeft = scrollLeft;
  });
}

/** Takes the place of the rows that are not on the screen. */
function Space({ height, span }: { readonly height: number; readonly span: number }) {
  if (height <= 0) return null;
  return (
    <tbody aria-hidden="true">
      <tr>
        <td colSpan={span} style={{ height }} />
      </tr>
    </tbody>
  );
}
