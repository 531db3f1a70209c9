import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ServicePart } from '../../http/feature.ts';
import type { ItemRoute } from '../../http/request/action_request.ts';
import { guard, type Offer } from '../../http/request/guard.ts';
import { readConditions } from '../../http/request/precondition.ts';
import type { Model, Resource } from '../../model/model.ts';
import { methodsOfUploaded, uploadedFields } from '../../model/uploaded.ts';
import type { FileContext } from './context.ts';
import { downloadHandler } from './download.ts';
import { fileTables } from './field.ts';
import { createPlaces } from './place.ts';
import { removeHandler } from './remove.ts';
import { readHead } from './target.ts';
import { uploadHandler } from './upload.ts';

/** Paths for the files of rows; null for a model without a field of that type. */
export function fileService(model: Model): ServicePart | null {
  if (fileTables(model).length === 0) return null;
  const places = createPlaces(model.service.limits);
  return {
    longestRequestSeconds: model.service.limits.uploadTimeoutSeconds,
    addMetrics: places.addMetrics,
    addRoutes: (server, context) => {
      const { files: store } = context;
      if (store === null) throw new Error('a resource has files, and the service was given no store for them');
      const own = { ...context, store, places };
      // Within it, no body is read before its handler asks for it.
      server.register(async (scope) => {
        scope.removeAllContentTypeParsers();
        scope.addContentTypeParser(
          '*',
          (_request: FastifyRequest, body: unknown, done: (e: null, b: unknown) => void) => done(null, body),
        );
        for (const resource of model.resources.values())
          for (const { name } of uploadedFields(resource)) addFieldRoutes(scope, resource, name, own);
      });
    },
  };
}

/** What a file is sent as, its upload has said. */
const anyForm: Offer = { types: ['*/*'], formOf: () => 'json' };

/** A path for each field: the router tells it from the actions of the resource. */
function addFieldRoutes(server: FastifyInstance, resource: Resource, name: string, context: FileContext): void {
  const url = `${context.model.service.basePath}/${resource.name}/:id/${name}`;
  const offered = methodsOfUploaded(resource);
  const reading = guard(context, { action: 'read', resource }, readConditions, anyForm);
  const writing = guard(context, { action: 'update', resource }, (request) => readHead(request, context));
  const handlers = {
    GET: [reading, downloadHandler(resource, name, context)],
    PUT: [writing, uploadHandler(name, context)],
    DELETE: [writing, removeHandler(name, context)],
  } as const;
  for (const method of ['GET', 'PUT', 'DELETE'] as const) {
    if (!offered.includes(method)) continue;
    const [onRequest, handler] = handlers[method];
    server.route<ItemRoute>({
      // A HEAD would otherwise read what it does not send.
      method: method === 'GET' ? ['GET', 'HEAD'] : method,
      exposeHeadRoute: false,
      url,
      bodyLimit: Number.MAX_SAFE_INTEGER,
      onRequest,
      handler,
    });
  }
}
