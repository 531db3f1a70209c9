import type { FastifyInstance, FastifyRequest } from 'fastify';
import { offers } from '../model/action.ts';
import type { Model } from '../model/model.ts';
import { type Action, actionNames } from '../vocabulary/action/actions.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a route of the resources is for. */
    readonly action?: Action;
  }
  interface FastifyRequest {
    /** What the route says of itself. Fastify makes `routeOptions` again each time that it is read. */
    config: FastifyRequest['routeOptions']['config'];
    /** What answers, without the values of the path (`/api/v1/book/:id`); null where nothing does. */
    route: string | null;
  }
}

/** Says of each request which route it is for; its resource is one of the model, and offers what is asked. */
export function addRoute(server: FastifyInstance, model: Model): void {
  server.decorateRequest('config');
  server.decorateRequest('route', null);
  const routeOf = createRoutes(model);
  server.addHook('onRequest', (request, _reply, done) => {
    const { config } = request.routeOptions;
    request.config = config;
    request.route = config.action === undefined ? (config.url ?? null) : routeOf(config.action, request);
    done();
  });
}

/** Finds the route of an action. The text of each is made once. */
function createRoutes({ resources }: Model): (action: Action, request: FastifyRequest) => string | null {
  const made = new Map(actionNames.map((action) => [action, new Map<string, string>()]));
  return (action, { params, config }) => {
    const { resource: name = '', id } = params as { readonly resource?: string; readonly id?: string };
    // The router takes the nothing behind a trailing slash for an id.
    if (id === '') return null;
    const known = made.get(action)?.get(name);
    if (known !== undefined) return known;
    const resource = resources.get(name);
    if (resource === undefined || !offers(resource, action)) return null;
    const route = config.url.replace(':resource', name);
    made.get(action)?.set(name, route);
    return route;
  };
}
