import type { Model, Resource } from '../../model/model.ts';
import { rowSelect } from '../row_query.ts';

/** The query of the versions of a row, newest first. */
export function historyQuery(model: Model, history: Resource, id: string): string {
  return new URLSearchParams({
    [`${history.of}_id`]: `eq.${id}`,
    select: rowSelect(model, history),
    order: 'recorded_at.desc',
    limit: String(pageSize),
  }).toString();
}

/** The query of two versions by their own ids. */
export function versionsQuery(model: Model, history: Resource, ids: readonly string[]): string {
  return new URLSearchParams({ id: `in.(${ids.join()})`, select: rowSelect(model, history) }).toString();
}

const pageSize = 50;
