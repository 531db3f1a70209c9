import type { FastifyInstance } from 'fastify';
import type { Operation, Resource } from '../definition/model.ts';
import type { RouteContext } from './context.ts';
import { guard } from './guard.ts';
import { createHandler } from './operations/create.ts';
import { deleteHandler } from './operations/delete.ts';
import { historyHandler } from './operations/history.ts';
import { listHandler } from './operations/list.ts';
import { readHandler } from './operations/read.ts';
import { updateHandler } from './operations/update.ts';
import type { ItemRoute } from './url.ts';

/** The routes of one resource: its operations on the collection and the item, and the way to its history. */
export function addResourceRoutes(server: FastifyInstance, resource: Resource, context: RouteContext): void {
  const { operations } = resource;
  const collection = `${context.model.service.basePath}/${resource.name}`;
  const item = `${collection}/:id`;
  const guarded = (operation: Operation, of = resource) => ({ onRequest: guard(context, operation, of) });
  if (operations.has('list')) server.get(collection, guarded('list'), listHandler(resource, context));
  if (operations.has('read')) server.get<ItemRoute>(item, guarded('read'), readHandler(resource, context));
  if (resource.kind === 'history') return;
  if (operations.has('create')) server.post(collection, guarded('create'), createHandler(resource, context));
  if (operations.has('update')) server.patch<ItemRoute>(item, guarded('update'), updateHandler(resource, context));
  if (operations.has('delete')) server.delete<ItemRoute>(item, guarded('delete'), deleteHandler(resource, context));
  const history = context.model.resources.get(resource.history ?? '');
  if (history !== undefined)
    server.get<ItemRoute>(`${item}/history`, guarded('list', history), historyHandler(resource, history, context));
}
