import type { FastifyInstance } from 'fastify';
import { viewerOf } from '../auth/role_model.ts';
import { scopeOf } from '../auth/scope.ts';
import { mask } from '../definition/mask.ts';
import { subscriptionResource } from '../definition/subscription.ts';
import { readFilter } from '../events/delivery.ts';
import { targetObstacle } from '../events/target.ts';
import { isSecret } from '../events/webhook.ts';
import type { Resource } from '../model/model.ts';
import type { RouteContext } from './context.ts';
import { requireScope } from './guard.ts';
import { Problem, type ProblemError } from './problem.ts';

/**
 * Holds what is sent of a subscription against what no schema says: where events may go, which, and under what key. Who has
 * events sent may read them.
 */
export function addSubscriptionRules(server: FastifyInstance, event: Resource, context: RouteContext): void {
  const { basePath, events } = context.model.service;
  const paths = [`${basePath}/${subscriptionResource}`, `${basePath}/${subscriptionResource}/:id`];
  const allowsPrivate = events?.webhooks?.privateAddresses === true;
  server.addHook('preHandler', async ({ method, route, body, caller }) => {
    if (!paths.includes(route ?? '') || typeof body !== 'object' || body === null) return;
    requireScope(caller, scopeOf('read', event.name), 'a subscription to events');
    const model = context.modelOf(viewerOf(caller, context.model.service));
    const { url, filter, secret } = body as Readonly<Record<string, unknown>>;
    const errors: ProblemError[] = [];
    // What is no text at all, the schema refuses.
    const obstacle = typeof url === 'string' ? targetObstacle(url, allowsPrivate) : null;
    if (obstacle !== null) errors.push({ pointer: '/url', detail: obstacle });
    const shown = model.resources.get(event.name) ?? event;
    const read = typeof filter === 'string' ? readFilter(filter, shown, model) : null;
    if (read?.ok === false) errors.push({ pointer: '/filter', detail: read.detail });
    // Sent back as it is shown, it stays what it is.
    const isKept = method === 'PATCH' && secret === mask;
    if (typeof secret === 'string' && !isKept && !isSecret(secret))
      errors.push({ pointer: '/secret', detail: 'must be whsec_ and 24 to 64 bytes in base64' });
    const [first] = errors;
    if (first !== undefined) throw new Problem('invalid_body', `${first.pointer}: ${first.detail}`, { errors });
  });
}
