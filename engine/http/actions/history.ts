import type { FastifyReply } from 'fastify';
import { historyName } from '../../model/history_name.ts';
import type { Table } from '../../model/model.ts';
import type { RouteContext } from '../context.ts';
import { type ItemRequest, readId, refuseParameters } from '../url.ts';

/** `GET /<resource>/{id}/history` is a way to write a filter of the history resource (specification 4.2). */
export function historyHandler(table: Table, { model }: RouteContext) {
  const versions = `${model.service.basePath}/${historyName(table.name)}`;
  return async (request: ItemRequest, reply: FastifyReply): Promise<FastifyReply> => {
    refuseParameters(request);
    const id = readId(request, table);
    return reply.redirect(`${versions}?${table.name}_id=eq.${id}`, 307);
  };
}
