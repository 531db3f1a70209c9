import { historyName } from '../../model/history_name.ts';
import type { Resource, Table } from '../../model/model.ts';
import type { RouteContext } from '../context.ts';
import type { Handler } from '../handler.ts';
import { readId, refuseParameters } from '../request/url.ts';

/** `GET /<resource>/{id}/history` is a way to write a filter of the history resource (specification 4.2). */
export function historyHandler(table: Table, { model }: RouteContext): Handler<Resource, void> {
  const versions = `${model.service.basePath}/${historyName(table.name)}`;
  return {
    readHead: () => {},
    answer: async (request) => {
      refuseParameters(request);
      const id = readId(request, table);
      return { status: 307, headers: { location: `${versions}?${table.name}_id=eq.${id}` }, body: null };
    },
  };
}
