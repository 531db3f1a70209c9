import type { FastifyReply } from 'fastify';
import type { Resource, Table } from '../../model/model.ts';
import type { Action } from '../../vocabulary/action/actions.ts';
import type { RouteContext } from '../context.ts';
import type { ItemRequest } from '../url.ts';
import { createHandler } from './create.ts';
import { deleteHandler } from './delete.ts';
import { historyHandler } from './history.ts';
import { listHandler } from './list.ts';
import { readHandler } from './read.ts';
import { updateHandler } from './update.ts';
import { updateManyHandler } from './update_many.ts';

/** Answers the requests for an action of a resource. */
type Handler = (request: ItemRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** What makes the handler of each action. */
export const handlers = {
  list: listHandler,
  read: readHandler,
  create: ofTable(createHandler),
  update: ofTable(updateHandler),
  update_many: ofTable(updateManyHandler),
  delete: ofTable(deleteHandler),
  history: ofTable(historyHandler),
} satisfies Readonly<Record<Action, (resource: Resource, context: RouteContext) => Handler>>;

function ofTable(make: (table: Table, context: RouteContext) => Handler) {
  return (resource: Resource, context: RouteContext): Handler => {
    if (resource.kind === 'history')
      throw new Error(`${resource.name} lists versions, which only lists and reads show`);
    return make(resource, context);
  };
}
