import type { FastifyReply } from 'fastify';
import type { Resource, Table } from '../../model/model.ts';
import type { RouteContext } from '../context.ts';
import { type ItemRequest, readId, refuseParameters } from '../url.ts';

/** `GET /<resource>/{id}/history` is a way to write a filter of the history resource (specification 4.2). */
export function historyHandler(table: Table, history: Resource, { model }: RouteContext) {
  return async (request: ItemRequest, reply: FastifyReply): Promise<FastifyReply> => {
    refuseParameters(request);
    const id = readId(request, table);
    return reply.redirect(`${model.service.basePath}/${history.name}?${table.name}_id=eq.${id}`, 307);
  };
}
