import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { Resource } from '../model/model.ts';
import { createHandler } from './actions/create.ts';
import { deleteHandler } from './actions/delete.ts';
import { historyHandler } from './actions/history.ts';
import { listHandler } from './actions/list.ts';
import { readHandler } from './actions/read.ts';
import { updateHandler } from './actions/update.ts';
import { updateManyHandler } from './actions/update_many.ts';
import type { RouteContext } from './context.ts';
import { guard } from './guard.ts';
import { type Asked, offers } from './offered.ts';
import type { ItemRequest, ItemRoute } from './url.ts';

/** Who may ask for something of a resource, and what answers it. */
interface Served {
  readonly guard: (request: FastifyRequest) => Promise<void>;
  readonly handle: (request: ItemRequest, reply: FastifyReply) => Promise<FastifyReply>;
}

/**
 * The routes of the resources: their actions on the collection and the item, and the way to the history. There is one for
 * each of these and not for each resource, of which there may be a thousand; `request.route` is null where a resource does not
 * offer it.
 */
export function addResourceRoutes(server: FastifyInstance, context: RouteContext): void {
  const { service, resources } = context.model;
  const collection = `${service.basePath}/:resource`;
  const item = `${collection}/:id`;
  const add = (method: HTTPMethods, url: string, asked: Asked) => {
    const served = new Map<string, Served>();
    const find = ({ params }: ItemRequest): Served => {
      const known = served.get(params.resource);
      if (known !== undefined) return known;
      const resource = resources.get(params.resource);
      if (resource === undefined || !offers(resource, asked)) throw new Error(`there is nothing to ${asked} at ${url}`);
      const made = servedOf(resource, asked, context);
      served.set(resource.name, made);
      return made;
    };
    server.route<ItemRoute>({
      method,
      url,
      config: { asked },
      onRequest: (request) => find(request).guard(request),
      handler: (request, reply) => find(request).handle(request, reply),
    });
  };
  add('GET', collection, 'list');
  add('GET', item, 'read');
  add('POST', collection, 'create');
  add('PATCH', item, 'update');
  add('PATCH', collection, 'update_many');
  add('DELETE', item, 'delete');
  add('GET', `${item}/history`, 'history');
}

function servedOf(resource: Resource, asked: Asked, context: RouteContext): Served {
  const guarded = { guard: guard(context, asked === 'history' ? 'list' : asked, resource) };
  if (asked === 'list') return { ...guarded, handle: listHandler(resource, context) };
  if (asked === 'read') return { ...guarded, handle: readHandler(resource, context) };
  if (resource.kind === 'history') throw new Error(`${resource.name} is written by nobody`);
  switch (asked) {
    case 'create':
      return { ...guarded, handle: createHandler(resource, context) };
    case 'update':
      return { ...guarded, handle: updateHandler(resource, context) };
    case 'update_many':
      return { ...guarded, handle: updateManyHandler(resource, context) };
    case 'delete':
      return { ...guarded, handle: deleteHandler(resource, context) };
    case 'history': {
      const history = context.model.resources.get(resource.history ?? '');
      if (history === undefined) throw new Error(`${resource.name} has no history`);
      return { guard: guard(context, 'list', history), handle: historyHandler(resource, history, context) };
    }
  }
}
