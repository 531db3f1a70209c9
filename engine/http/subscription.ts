import type { FastifyInstance } from 'fastify';
import type { Model, Resource } from '../definition/model.ts';
import { subscriptionResource } from '../definition/subscription.ts';
import { readFilter } from '../events/delivery.ts';
import { targetObstacle } from '../events/target.ts';
import { isSecret } from '../events/webhook.ts';
import { Problem, type ProblemError } from './problem.ts';

/** Holds what is sent of a subscription against what no schema says: where events may go, which, and under what key. */
export function addSubscriptionRules(server: FastifyInstance, event: Resource, model: Model): void {
  const { basePath, events } = model.service;
  const paths = [`${basePath}/${subscriptionResource}`, `${basePath}/${subscriptionResource}/:id`];
  const allowsPrivate = events?.webhooks?.privateAddresses === true;
  server.addHook('preHandler', ({ routeOptions, body }, _reply, done) => {
    if (typeof body !== 'object' || body === null || !paths.includes(routeOptions.url ?? '')) {
      done();
      return;
    }
    const { url, filter, secret } = body as Readonly<Record<string, unknown>>;
    const errors: ProblemError[] = [];
    // What is no text at all, the schema refuses.
    const obstacle = typeof url === 'string' ? targetObstacle(url, allowsPrivate) : null;
    if (obstacle !== null) errors.push({ pointer: '/url', detail: obstacle });
    const read = typeof filter === 'string' ? readFilter(filter, event, model) : null;
    if (read?.ok === false) errors.push({ pointer: '/filter', detail: read.detail });
    if (typeof secret === 'string' && !isSecret(secret))
      errors.push({ pointer: '/secret', detail: 'must be whsec_ and 24 to 64 bytes in base64' });
    const [first] = errors;
    if (first !== undefined) throw new Problem('invalid_body', `${first.pointer}: ${first.detail}`, { errors });
    done();
  });
}
