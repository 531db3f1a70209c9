import type { Resource, Table } from '../../model/model.ts';
import type { Action } from '../../vocabulary/action/actions.ts';
import type { RouteContext } from '../context.ts';
import { type Handler, type Served, served } from '../handler.ts';
import { createHandler } from './create.ts';
import { deleteHandler } from './delete.ts';
import { deleteManyHandler } from './delete_many.ts';
import { historyHandler } from './history.ts';
import { listHandler } from './list.ts';
import { readHandler } from './read.ts';
import { updateHandler } from './update.ts';
import { updateManyHandler } from './update_many.ts';

/** What makes the handler of each action. */
export const handlers = {
  list: (_resource, context) => served(listHandler(context)),
  read: (_resource, context) => served(readHandler(context)),
  create: ofTable(createHandler),
  update: ofTable(updateHandler),
  update_many: ofTable(updateManyHandler),
  delete: ofTable(deleteHandler),
  delete_many: ofTable(deleteManyHandler),
  history: ofTable(historyHandler),
} satisfies Readonly<Record<Action, (resource: Resource, context: RouteContext) => Served>>;

function ofTable<Kind extends Resource, Head>(make: (table: Table, context: RouteContext) => Handler<Kind, Head>) {
  return (resource: Resource, context: RouteContext): Served => {
    if (resource.kind !== 'table')
      throw new Error(`${resource.name} has no rows of its own: only lists and reads show it`);
    return served(make(resource, context));
  };
}
