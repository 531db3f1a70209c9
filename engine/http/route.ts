import type { FastifyInstance, FastifyRequest } from 'fastify';
import { offers } from '../model/action.ts';
import type { Model } from '../model/model.ts';
import type { Action } from '../vocabulary/action/actions.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a route of the resources is for. */
    readonly action?: Action;
  }
  interface FastifyRequest {
    /** What answers, without the values of the path (`/api/v1/book/:id`); null where nothing does. */
    route: string | null;
  }
}

/** Says of each request which route it is for; its resource is one of the model, and offers what is asked. */
export function addRoute(server: FastifyInstance, model: Model): void {
  server.decorateRequest('route', null);
  server.addHook('onRequest', (request, _reply, done) => {
    request.route = routeOf(request, model);
    done();
  });
}

function routeOf({ routeOptions: { url, config }, params }: FastifyRequest, { resources }: Model): string | null {
  if (url === undefined || config.action === undefined) return url ?? null;
  const { resource: name = '', id } = params as { readonly resource?: string; readonly id?: string };
  const resource = resources.get(name);
  // The router takes the nothing behind a trailing slash for an id.
  if (resource === undefined || id === '' || !offers(resource, config.action)) return null;
  return url.replace(':resource', name);
}
