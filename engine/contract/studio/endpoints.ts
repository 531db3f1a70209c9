import { accessEndpoint } from './access_endpoint.ts';
import type { StudioEndpoint } from './endpoint.ts';
import { instantsEndpoint } from './instants_endpoint.ts';
import { studioModelSchema } from './model_schema.ts';
import { searchEndpoint } from './search_endpoint.ts';

/** Where the page, its files and these endpoints are. */
export const studioPath = '/studio';

/** Every endpoint by its name, from which routes and the OpenAPI document follow. */
export const studioEndpoints = {
  model: {
    path: '/model',
    summary: 'The model of the caller',
    description:
      'The resources, fields and relations that the caller may see, with the words that Studio shows. It has nothing that the API does not offer to the same token.',
    parameters: [],
    answer: 'The model.',
    schema: studioModelSchema,
    failures: [],
  },
  search: searchEndpoint,
  instants: instantsEndpoint,
  access: accessEndpoint,
} satisfies Readonly<Record<string, StudioEndpoint>>;

export type StudioEndpointName = keyof typeof studioEndpoints;
