import type { FastifyRequest } from 'fastify';
import { offers } from '../../model/action.ts';
import type { Resource } from '../../model/model.ts';
import type { RouteContext } from '../context.ts';
import { noSuchRoute } from '../no_route.ts';

/** The path of an endpoint about a resource, for Fastify. */
export interface ResourceRoute {
  readonly Params: { readonly resource: string };
}

/** @throws Problem when the path names no resource that can be listed, as at its path in the API. */
export function listedResource(
  { params, method }: FastifyRequest<ResourceRoute>,
  { model }: Pick<RouteContext, 'model'>,
): Resource {
  const { resource: name } = params;
  const resource = model.resources.get(name);
  if (resource !== undefined && offers(resource, 'list')) return resource;
  throw noSuchRoute(model, method, `${model.service.basePath}/${name}`, []);
}
