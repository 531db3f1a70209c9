import type { FastifyInstance, FastifyRequest } from 'fastify';
import { offers } from '../model/action.ts';
import { actionNames, actionWord } from '../vocabulary/action/actions.ts';
import { handlers } from './actions/handlers.ts';
import type { RouteContext } from './context.ts';
import type { Served } from './handler.ts';
import type { ItemRoute } from './request/action_request.ts';
import { guard } from './request/guard.ts';
import { send } from './response/send.ts';

/** Who may ask for an action of a resource, and what answers it. */
interface Guarded extends Pick<Served, 'answer'> {
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
    const find = ({ params }: FastifyRequest<ItemRoute>): Guarded => {
      const known = served.get(params.resource);
      if (known !== undefined) return known;
      const resource = resources.get(params.resource);
      if (resource === undefined || !offers(resource, action))
        throw new Error(`there is nothing to ${action} at ${url}`);
      const { readHead, answer } = handlers[action](resource, context);
      const made = { guard: guard(context, { action, resource }, readHead), answer };
      served.set(resource.name, made);
      return made;
    };
    server.route<ItemRoute>({
      method,
      url,
      config: { action },
      onRequest: (request) => find(request).guard(request),
      handler: async (request, reply) => {
        const answer = await find(request).answer(request, request.view, request.head, context.databaseOf(request));
        return 'stream' in answer ? answer.stream(request, reply) : send(reply, answer);
      },
    });
  }
}
