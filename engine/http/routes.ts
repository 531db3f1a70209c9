import type { FastifyInstance, FastifyRequest } from 'fastify';
import { offers } from '../model/action.ts';
import { actionNames, actionWord } from '../vocabulary/action/actions.ts';
import { handlers } from './actions/handlers.ts';
import type { RouteContext } from './context.ts';
import type { Served } from './handler.ts';
import { guard } from './request/guard.ts';
import type { ItemRequest, ItemRoute } from './request/url.ts';

/** Who may ask for an action of a resource, and what answers it. */
interface Guarded extends Pick<Served, 'handle'> {
  readonly guard: (request: FastifyRequest) => Promise<void>;
}

/**
 * The routes of the resources: one for each action, since there may be a thousand resources. `request.route` is null if
 * a resource does not offer the action.
 */
export function addResourceRoutes(server: FastifyInstance, context: RouteContext): void {
  const { service, resources } = context.model;
  for (const action of actionNames) {
    const { method, path } = actionWord(action);
    const url = `${service.basePath}/:resource${path.replace('{id}', ':id')}`;
    const served = new Map<string, Guarded>();
    const find = ({ params }: ItemRequest): Guarded => {
      const known = served.get(params.resource);
      if (known !== undefined) return known;
      const resource = resources.get(params.resource);
      if (resource === undefined || !offers(resource, action))
        throw new Error(`there is nothing to ${action} at ${url}`);
      const { readHead, handle } = handlers[action](resource, context);
      const made = { guard: guard(context, { action, resource }, readHead), handle };
      served.set(resource.name, made);
      return made;
    };
    server.route<ItemRoute>({
      method,
      url,
      config: { action },
      onRequest: (request) => find(request).guard(request),
      handler: (request, reply) => find(request).handle(request, reply),
    });
  }
}
