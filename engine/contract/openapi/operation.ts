import { scopeOf } from '../../access/scope.ts';
import { actionSubject, offers, rowsOf } from '../../model/action.ts';
import type { Model, Resource } from '../../model/model.ts';
import { type Action, actionNames, actionWord } from '../../vocabulary/action/actions.ts';
import { mediaTypes } from '../media_type.ts';
import { conditionSentence } from '../parameter/condition.ts';
import { parametersOf } from '../parameter/parameter.ts';
import { deletionSentence } from '../row/deletion.ts';
import { requestExample } from '../row/example.ts';
import { answersOf } from './answer.ts';
import { type OpenapiObject, refer, schemaName } from './component.ts';
import { type Failures, failureResponses, failuresOf } from './failure.ts';
import { scopeSentence, securityOf } from './security.ts';

/** The actions of a resource by path and method. Paths begin behind the service's base path. */
export function pathsOf(resource: Resource, model: Model): OpenapiObject {
  const offered = actionNames.filter((action) => offers(resource, action));
  const byPath = Map.groupBy(offered, (action) => actionWord(action).path);
  return Object.fromEntries(
    [...byPath.keys()].sort().map((path) => [
      `/${resource.name}${path}`,
      {
        ...(path === '' ? {} : { parameters: [refer('parameters', 'id')] }),
        ...Object.fromEntries(
          (byPath.get(path) ?? []).map((action) => [
            actionWord(action).method.toLowerCase(),
            operationObject(resource, action, model),
          ]),
        ),
      },
    ]),
  );
}

/** How the actions of a resource can fail. */
export function failuresOfResource(resource: Resource, model: Model): readonly Failures[] {
  const others = actionNames.filter((action) => !resource.actions.has(action) && offers(resource, action));
  return [...resource.actions, ...others].map((action) => failuresOf(resource, action, model));
}

function operationObject(resource: Resource, action: Action, model: Model): OpenapiObject {
  const { operation, describe, body, takesRows } = actionWord(action);
  const [id, summary] = operation;
  const subject = rowsOf(action, resource.name);
  const scope = scopeOf(action, resource.name);
  const parameters = parametersOf(resource, action, model);
  const description = `${describe(actionSubject(resource, model))}${deletionSentence(resource, action, model)}${conditionSentence(resource, action, model)}`;
  return {
    operationId: `${id}_${subject}`,
    tags: [subject],
    summary: `${resource.title}: ${summary}`,
    description: `${description}${scopeSentence(scope)}`,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === null ? {} : { requestBody: requestBody(resource, body, takesRows === true, model) }),
    responses: { ...answersOf(resource, action, model), ...failureResponses(failuresOf(resource, action, model)) },
    ...(resource.deprecated === null ? {} : { deprecated: true }),
    ...securityOf(scope, model),
  };
}

function requestBody(resource: Resource, body: 'create' | 'update', takesRows: boolean, model: Model): OpenapiObject {
  const example = resource.kind === 'table' ? requestExample(resource, body) : undefined;
  const row = refer('schemas', schemaName(model, `${resource.name}_${body}`));
  const shown = (value: unknown) => (example === undefined ? {} : { example: value });
  const one = { required: true, content: { [mediaTypes.json]: { schema: row, ...shown(example) } } };
  if (!takesRows) return one;
  const rows = { type: 'array', items: row, maxItems: model.service.limits.rowsPerRequest };
  return {
    ...one,
    description: 'One row. `x-many-rows` has the bodies with many rows. There, an answer has the array that they get.',
    // As one more type of the body and of each answer, they would be in the way of clients that write one row.
    'x-many-rows': {
      // The schema says what the rows are, and the type how they are written.
      [mediaTypes.json]: { schema: rows, ...shown([example]) },
      [mediaTypes.lines]: { schema: rows, ...shown([example]) },
      [mediaTypes.csv]: { schema: { ...rows, description: writtenAsCsv } },
    },
  };
}

const writtenAsCsv =
  'A header line with the names of the fields, then a row to a line (RFC 4180). An empty cell is null, "" an empty text; what has parts is JSON.';
