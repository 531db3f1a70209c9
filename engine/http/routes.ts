import type { FastifyInstance, FastifyRequest } from 'fastify';
import { actionNames, actionWord } from '../vocabulary/action/actions.ts';
import type { RouteContext } from './context.ts';
import type { Endpoint, FindEndpoint } from './endpoints.ts';
import type { ItemRoute } from './request/action_request.ts';
import { longestBody } from './request/body.ts';
import { hasKey, keepsAnswers } from './request/idempotency.ts';
import { repeated } from './request/repeat.ts';
import { send } from './response/send.ts';

/**
 * The routes of the resources: one for each action, since there may be a thousand resources. `request.route` is null if
 * a resource does not offer the action.
 */
export function addResourceRoutes(server: FastifyInstance, context: RouteContext, endpointOf: FindEndpoint): void {
  for (const action of actionNames) {
    const { method, path, takesRows, event } = actionWord(action);
    const { limits } = context.model.service;
    const url = `${context.model.service.basePath}/:resource${path.replace('{id}', ':id')}`;
    const find = ({ params }: FastifyRequest<ItemRoute>): Endpoint => endpointOf(action, params.resource);
    server.route<ItemRoute>({
      method,
      url,
      config: { action },
      bodyLimit: longestBody(limits, takesRows === true),
      onRequest: (request, reply, done) => find(request).guard(request, reply, done),
      handler: async (request, reply) => {
        const { view, head } = request;
        const { answer: answerOf } = find(request);
        const run = event === null ? context.readerOf(request) : context.databaseOf(request);
        const act = () => answerOf(request, view, head, run);
        const answer = await (event === null
          ? context.recovery.read(act)
          : context.recovery.write(() => repeated(act, limits), keepsAnswers(action) && hasKey(request)));
        return 'stream' in answer ? answer.stream(request, reply) : send(reply, answer);
      },
    });
  }
}
