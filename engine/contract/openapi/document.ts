import { callsOf } from '../../model/calls.ts';
import type { Model } from '../../model/model.ts';
import type { Service } from '../../model/service.ts';
import { actionWord } from '../../vocabulary/action/actions.ts';
import { instantSchema } from '../../vocabulary/type/datetime.ts';
import { descriptionOf } from '../json_schema.ts';
import { conditions } from '../parameter/condition.ts';
import { filterSchemas, treeParameters } from '../parameter/filter.ts';
import { effectsSchema } from '../row/effects_schema.ts';
import { resourceSchemas } from '../row/resource_schema.ts';
import { batchFailures, batchPath, batchSchemas, batchTag } from './batch.ts';
import { callFailures, callPaths, declaredCodes } from './call.ts';
import { type OpenapiObject, schemaName, usedComponents } from './component.ts';
import { descriptionOfService } from './description.ts';
import { failureComponents, problemSchema } from './failure.ts';
import { headers } from './header.ts';
import { failuresOfResource, pathsOf } from './operation.ts';
import { pageParameters, pageResponses } from './page.ts';
import { securitySchemes } from './security.ts';
import { studioFailures, studioPaths, studioSchemas, studioTag } from './studio.ts';
import { failuresOfUploaded, uploadedPaths } from './uploaded.ts';

export type OpenapiDocument = {
  readonly openapi: '3.1.0';
  readonly info: OpenapiObject;
  readonly servers: readonly OpenapiObject[];
  readonly tags: readonly OpenapiObject[];
  readonly paths: { readonly [path: string]: OpenapiObject };
  readonly components: { readonly [kind: string]: OpenapiObject };
};

/** Its members, in their order. */
export const documentMembers = ['openapi', 'info', 'servers', 'tags', 'paths', 'components'] as const;

/** The OpenAPI 3.1.0 document of the service: a pure function of the model, from the schemas that validate. */
export function openapiDocument(model: Model): OpenapiDocument {
  const { service } = model;
  const resources = [...model.resources.values()];
  const { responses, examples } = failureComponents(
    [
      ...resources.flatMap((resource) => [
        ...failuresOfResource(resource, model),
        ...failuresOfUploaded(resource, model),
      ]),
      ...callsOf(model).map((call) => callFailures(call, model)),
      batchFailures(model),
      ...studioFailures(model),
    ],
    model,
  );
  const hasBatch = resources.some(({ actions }) => [...actions].some((action) => actionWord(action).event !== null));
  const forStudio = studioPaths(model);
  const paths: OpenapiDocument['paths'] = Object.assign(
    {},
    ...resources.flatMap((resource) => [pathsOf(resource, model), uploadedPaths(resource, model)]),
    callPaths(model),
    // A caller who only reads has no use for it.
    hasBatch ? batchPath(model) : {},
    forStudio,
  );
  const components = {
    schemas: {
      ...Object.assign({}, ...resources.map((resource) => resourceSchemas(resource, model))),
      ...filterSchemas(model),
      ...batchSchemas(model),
      ...studioSchemas(model),
      [schemaName(model, 'problem')]: problemSchema(declaredCodes(model)),
    },
    parameters: {
      id,
      ...treeParameters(model),
      ...pageParameters(service.limits),
      ...instants,
      ...conditions(service),
    },
    headers,
    responses: { ...Object.assign({}, ...resources.map((resource) => pageResponses(resource, model))), ...responses },
    examples,
    'x-schemas': effectsSchema(model),
  };
  return {
    openapi: '3.1.0',
    info: {
      title: service.title,
      version: service.version,
      description: descriptionOfService(model),
      ...(service.contact === null ? {} : { contact: withoutNulls(service.contact) }),
      ...(service.license === null ? {} : { license: licenseObject(service.license) }),
    },
    servers: serverObjects(service),
    tags: [
      ...resources
        .filter((resource) => resource.actions.size > 0 || (resource.kind === 'table' && resource.calls.size > 0))
        .map((resource) => ({
          name: resource.name,
          'x-displayName': resource.title,
          description: descriptionOf(resource) || resource.title,
        })),
      ...(hasBatch ? [batchTag] : []),
      ...(Object.keys(forStudio).length === 0 ? [] : [studioTag]),
    ],
    paths,
    components: { ...usedComponents(paths, components), securitySchemes: securitySchemes(model) },
  };
}

/** Where the service runs; without a host, where the document comes from. */
function serverObjects({ servers, basePath }: Service): readonly OpenapiObject[] {
  if (servers.length === 0) return [{ url: basePath }];
  return servers.map(({ url, description }) => withoutNulls({ url: `${url}${basePath}`, description }));
}

function licenseObject({ name, terms }: NonNullable<Service['license']>): OpenapiObject {
  return { name, ...(terms === null ? {} : { [terms.kind]: terms.value }) };
}

function withoutNulls(object: object): OpenapiObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
}

const id = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Id of the row.',
  schema: { type: 'integer', format: 'int64', minimum: 0 },
  example: 1,
} as const;

/** The instants that a list or a read can be asked for. */
const instants: OpenapiObject = {
  as_of: {
    name: 'as_of',
    in: 'query',
    description:
      'Shows what was recorded at this instant, which is not after now, as it was then: a field may have a value that its definition has no more, or none. Needs the scope to read the history too.',
    schema: instantSchema,
    example: '2026-01-31T12:00:00+01:00',
  },
  valid_at: {
    name: 'valid_at',
    in: 'query',
    description: 'Shows what is valid at this instant: begun by then, and not ended.',
    schema: instantSchema,
    example: '2026-01-31T12:00:00+01:00',
  },
};
