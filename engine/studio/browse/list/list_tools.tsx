import type { Resource } from '../../model/model.ts';
import { ColumnChoice } from './column_choice.tsx';
import type { Column } from './columns.ts';
import { ShareMenu } from './share_menu.tsx';
import { SortChoice } from './sort_choice.tsx';

interface ListToolsProps {
  readonly resource: Resource;
  readonly query: URLSearchParams;
  readonly onQuery: (query: URLSearchParams) => void;
  readonly columns: readonly Column[];
  /** The query of the first page. */
  readonly asked: URLSearchParams;
}

/** What shapes a list besides its filters, and takes it elsewhere. */
export function ListTools({ resource, query, onQuery, columns, asked }: ListToolsProps) {
  return (
    <div className="list-tools">
      <SortChoice resource={resource} query={query} onQuery={onQuery} />
      <ColumnChoice resource={resource} query={query} onQuery={onQuery} columns={columns} />
      <ShareMenu resource={resource} asked={asked} />
    </div>
  );
}
