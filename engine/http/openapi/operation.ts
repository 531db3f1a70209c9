import { scopeOf } from '../../auth/scope.ts';
import type { Model, Resource, Table } from '../../model/model.ts';
import { instantObstacle, instantParameters } from '../../query/plan/instant.ts';
import type { Action } from '../../vocabulary/action/actions.ts';
import { mediaTypes } from '../accept.ts';
import { type OpenapiObject, refer, schemaName } from './component.ts';
import { conditionParameters, conditionSentence } from './condition.ts';
import { embedParameters } from './embed.ts';
import { readExample, requestExample, responseExample } from './example.ts';
import { type Failures, failureResponses, failuresOf } from './failure.ts';
import { filterParameters, pathParameters } from './filter.ts';
import { headersOf } from './header.ts';
import { itemLinks, relatedLinks } from './link.ts';
import { orderParameter } from './order.ts';
import { changedContent, pageOf, pageParameterNames, streamedPage } from './page.ts';
import { scopeSentence, securityOf } from './security.ts';
import { selectParameter } from './select.ts';
import { isFollowed, streamParameters } from './stream.ts';
import { mayBeUnread } from './unread.ts';

/** The actions of a resource by path and method. Paths begin behind the service's base path. */
export function pathsOf(resource: Resource, model: Model): OpenapiObject {
  const { name, actions } = resource;
  const make = (action: Action) => (actions.has(action) ? operationObject(resource, action, model) : {});
  const item = { ...make('read'), ...make('update'), ...make('delete') };
  const collection = { ...make('list'), ...make('create'), ...make('update_many') };
  const id = { parameters: [refer('parameters', 'id')] };
  return {
    ...(Object.keys(collection).length === 0 ? {} : { [`/${name}`]: collection }),
    ...(Object.keys(item).length === 0 ? {} : { [`/${name}/{id}`]: { ...id, ...item } }),
    ...(resource.kind === 'table' && resource.history !== null
      ? { [`/${name}/{id}/history`]: { ...id, get: historyRedirect(resource, resource.history, model) } }
      : {}),
  };
}

/** How the actions of a resource can fail. */
export function failuresOfResource(resource: Resource, model: Model): readonly Failures[] {
  const failures = [...resource.actions].map((action) => failuresOf(resource, action, model));
  const isRecorded = resource.kind === 'table' && resource.history !== null;
  return isRecorded ? [...failures, failuresOf(resource, 'redirect', model)] : failures;
}

function operationObject(resource: Resource, action: Action, model: Model): OpenapiObject {
  const { method, ...parts } = partsOf(resource, action, model);
  const scope = scopeOf(action, resource.name);
  return {
    [method]: {
      operationId: `${action}_${resource.name}`,
      tags: [resource.name],
      ...parts,
      description: `${parts.description}${scopeSentence(scope)}`,
      ...(resource.deprecated === null ? {} : { deprecated: true }),
      ...securityOf(scope, model),
    },
  };
}

interface ActionParts {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly OpenapiObject[];
  readonly requestBody?: OpenapiObject;
  readonly responses: OpenapiObject;
}

function partsOf(resource: Resource, action: Action, model: Model): ActionParts {
  const { name, title } = resource;
  const failures = failureResponses(failuresOf(resource, action, model));
  const row = refer('schemas', name);
  const example = responseExample(resource);
  switch (action) {
    case 'list': {
      const { pageDefault, pageMaximum } = model.service.limits;
      return {
        method: 'get',
        summary: `${title}: list`,
        description: `The rows for which every filter holds, in the order asked for and of their ids; without limit the first ${Math.min(pageDefault, pageMaximum)}, or all of them as lines of JSON. A list that stopped at its limit has a Link to the next page.`,
        parameters: [
          ...filterParameters(resource, model),
          orderParameter(resource),
          ...pageParameterNames.map((each) => refer('parameters', each)),
          ...instantsOf(resource),
          selectParameter(resource, model),
          ...embedParameters(resource, model),
          ...streamParameters(resource),
        ],
        responses: {
          200: isFollowed(resource) ? streamedPage(resource, model) : pageOf(name, 'One page of rows.'),
          206: pageOf(name, 'One page of more rows: the request asked for their number.'),
          ...failures,
        },
      };
    }
    case 'read':
      return {
        method: 'get',
        summary: `${title}: read`,
        description: 'One row, with links to its neighbours.',
        parameters: [
          ...instantsOf(resource).filter(({ $ref }) => String($ref).endsWith('/as_of')),
          selectParameter(resource, model),
          ...embedParameters(resource, model),
          ...pathParameters(resource, model, false),
          ...conditionParameters(action),
        ],
        responses: {
          200: {
            description: 'The row.',
            headers: headersOf(model, 'ETag'),
            content: rowContent(refer('schemas', schemaName(model, `${name}_read`)), readExample(resource, model)),
            ...withLinks(relatedLinks(resource, model)),
          },
          304: {
            description: 'The row is still as If-None-Match has it.',
            headers: headersOf(model, 'ETag'),
          },
          ...failures,
        },
      };
    case 'create':
      return {
        method: 'post',
        summary: `${title}: create`,
        description: `Adds a row.${overlapping(resource)}${freezing(resource)}`,
        parameters: [
          selectParameter(resource, model),
          ...embedParameters(resource, model),
          ...pathParameters(resource, model, false),
          ...conditionParameters(action),
        ],
        requestBody: requestBody(resource, action, model),
        responses: {
          201: {
            ...(mayBeUnread(resource, action)
              ? {
                  description: 'The row as it was recorded. Without a body where the caller may not read it.',
                  headers: headersOf(model, 'Location', 'Shown-ETag'),
                }
              : { description: 'The row as it was recorded.', headers: headersOf(model, 'Location', 'ETag') }),
            content: rowContent(row, example),
            ...withLinks(itemLinks(resource)),
          },
          ...failures,
        },
      };
    case 'update':
      return {
        method: 'patch',
        summary: `${title}: update`,
        description: `Changes the fields that are sent and leaves the others as they are.${restoring(resource)}${overlapping(resource)}${freezing(resource)}${conditionSentence(resource, model)}`,
        parameters: [
          selectParameter(resource, model),
          ...embedParameters(resource, model),
          ...pathParameters(resource, model, false),
          ...conditionParameters(action),
        ],
        requestBody: requestBody(resource, action, model),
        responses: {
          200: {
            description: 'The row as it was recorded.',
            headers: headersOf(model, 'ETag'),
            content: rowContent(row, example),
          },
          ...(mayBeUnread(resource, action)
            ? { 204: { description: 'The row is changed, and the caller may not read it.', headers: headersOf(model) } }
            : {}),
          ...failures,
        },
      };
    case 'update_many':
      return {
        method: 'patch',
        summary: `${title}: update many`,
        description:
          'Changes the fields that are sent, of all rows for which every filter holds: one filter at least. A row that has the values already stays as it is, and counts.',
        parameters: [
          ...filterParameters(resource, model),
          preferReturn,
          selectParameter(resource, model),
          ...embedParameters(resource, model),
        ],
        requestBody: requestBody(resource, 'update', model),
        responses: {
          200: {
            description:
              'The rows as they were recorded, in the order of their ids; as many as a page can hold, without those that the caller may not read any more.',
            headers: { ...headersOf(model), ...changeHeaders },
            content: changedContent(resource, model),
          },
          204: { description: 'The rows are changed.', headers: { ...headersOf(model), ...changeHeaders } },
          ...failures,
        },
      };
    case 'delete':
      return {
        method: 'delete',
        summary: `${title}: delete`,
        description: `${deletion(resource)}${conditionSentence(resource, model)}`,
        parameters: conditionParameters(action),
        responses: { 204: { description: 'The row is gone.', headers: headersOf(model) }, ...failures },
      };
  }
}

function instantsOf(resource: Resource): readonly OpenapiObject[] {
  return instantParameters
    .filter((name) => instantObstacle(name, resource) === null)
    .map((name) => refer('parameters', name));
}

function historyRedirect(table: Table, history: string, model: Model): OpenapiObject {
  return {
    operationId: `redirect_to_${history}`,
    tags: [history],
    summary: `${table.title}: history`,
    description: `Leads to the list of ${history} of one row.${scopeSentence(scopeOf('list', history))}`,
    responses: {
      200: pageOf(history, 'The list itself, for a client that follows the redirect.'),
      307: { description: 'The list is at Location.', headers: headersOf(model, 'Location') },
      ...failureResponses(failuresOf(table, 'redirect', model)),
    },
    ...(table.deprecated === null ? {} : { deprecated: true }),
    ...securityOf(scopeOf('list', history), model),
  };
}

function requestBody(resource: Resource, action: 'create' | 'update', model: Model): OpenapiObject {
  const example = resource.kind === 'table' ? requestExample(resource, action) : undefined;
  return {
    required: true,
    content: content(refer('schemas', schemaName(model, `${resource.name}_${action}`)), example),
  };
}

const preferReturn: OpenapiObject = {
  name: 'Prefer',
  in: 'header',
  description: 'Whether the answer shows the rows (`return=representation`) or not (`return=minimal`, as without it).',
  schema: { type: 'string', pattern: '^return=(representation|minimal)$' },
  example: 'return=representation',
};

const changeHeaders: OpenapiObject = {
  'Content-Range': {
    ...refer('headers', 'Content-Range'),
    description:
      'Which of the rows that the filters chose the answer is about, and behind the slash how many they chose.',
  },
  'Preference-Applied': {
    description: 'What the answer shows (RFC 7240).',
    schema: { type: 'string', enum: ['return=representation', 'return=minimal'] },
    example: 'return=minimal',
  },
};

/** One row, in both of its forms. */
function rowContent(schema: OpenapiObject, example: unknown): OpenapiObject {
  return { ...content(schema, example), [mediaTypes.object]: { schema } };
}

function content(schema: OpenapiObject, example: unknown): OpenapiObject {
  return { 'application/json': { schema, ...(example === undefined ? {} : { example }) } };
}

function withLinks(links: OpenapiObject): OpenapiObject {
  return Object.keys(links).length === 0 ? {} : { links };
}

function restoring(resource: Resource): string {
  return resource.kind === 'table' && resource.temporal !== null
    ? ' Sending valid_from to a deleted entry restores it.'
    : '';
}

function overlapping(resource: Resource): string {
  if (resource.kind !== 'table' || resource.temporal === null) return '';
  return resource.temporal.overlap === 'make_room'
    ? ' Other entries of the timeline make room for it.'
    : ' It is refused where another entry of the timeline is valid.';
}

function freezing(resource: Resource): string {
  const freeze = resource.kind === 'table' ? (resource.temporal?.freeze ?? null) : null;
  return freeze === null ? '' : ` What was valid before now - ${freeze} stays as it is.`;
}

function deletion(resource: Resource): string {
  if (resource.kind !== 'table') return '';
  const kept = resource.history === null ? '' : ' Its history stays.';
  return resource.temporal === null
    ? `Removes the row.${kept}`
    : `Takes the entry off its timeline; an update that sends valid_from restores it.${freezing(resource)}${kept}`;
}
