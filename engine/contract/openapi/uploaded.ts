import { scopeOf } from '../../access/scope.ts';
import type { Field } from '../../model/field.ts';
import type { Model, Resource } from '../../model/model.ts';
import { methodsOfUploaded, uploadedFields } from '../../model/uploaded.ts';
import { instantObstacle } from '../../query/plan/instant.ts';
import type { Action } from '../../vocabulary/action/actions.ts';
import { type FieldType, wordOf } from '../../vocabulary/field_type.ts';
import { mediaTypes } from '../media_type.ts';
import type { ProblemCode } from '../problem.ts';
import { type OpenapiObject, refer } from './component.ts';
import { type Failures, failureResponses, failuresByStatus, failuresOf } from './failure.ts';
import { always } from './failure_code.ts';
import { headersOf } from './header.ts';
import { scopeSentence, securityOf } from './security.ts';

/** The paths of the files of a resource's rows, behind the service's base path. */
export function uploadedPaths(resource: Resource, model: Model): OpenapiObject {
  return Object.fromEntries(
    uploadedFields(resource).map((field) => [
      `/${resource.name}/{id}/${field.name}`,
      {
        parameters: [refer('parameters', 'id')],
        ...Object.fromEntries(
          operationsOf(resource).map((each) => [each.method, operationObject(each, field, resource, model)]),
        ),
      },
    ]),
  );
}

/** How their operations can fail. */
export function failuresOfUploaded(resource: Resource, model: Model): readonly Failures[] {
  if (uploadedFields(resource).length === 0) return [];
  return operationsOf(resource).map((each) => failures(each, resource, model));
}

interface FileOperation {
  readonly method: 'get' | 'put' | 'delete';
  readonly id: string;
  readonly summary: string;
  /** The action on the row that it counts as. */
  readonly as: Action;
  readonly codes: readonly ProblemCode[];
}

const operations: readonly FileOperation[] = [
  {
    method: 'get',
    id: 'download',
    summary: 'download',
    as: 'read',
    codes: ['range_not_satisfiable', 'storage_unavailable', 'overloaded', 'precondition_failed'],
  },
  {
    method: 'put',
    id: 'upload',
    summary: 'upload',
    as: 'update',
    codes: ['storage_unavailable', 'storage_full', 'invalid_parameter'],
  },
  { method: 'delete', id: 'remove', summary: 'remove', as: 'update', codes: [] },
];

function operationsOf(resource: Resource): readonly FileOperation[] {
  const offered = methodsOfUploaded(resource);
  return operations.filter(({ method }) => offered.includes(method.toUpperCase()));
}

function failures({ as, codes }: FileOperation, resource: Resource, model: Model): Failures {
  const own = [...failuresOf(resource, as, model).values()].flat();
  return failuresByStatus([...always, 'rate_limited', ...own, ...codes], model);
}

function operationObject(operation: FileOperation, field: Field, resource: Resource, model: Model): OpenapiObject {
  const { method, id, summary, as } = operation;
  const scope = scopeOf(as, resource.name);
  const parameters = parametersOf(method, resource);
  return {
    operationId: `${id}_${resource.name}_${field.name}`,
    tags: [resource.name],
    summary: `${resource.title}: ${summary} ${field.title.toLowerCase()}`,
    description: `${words[method]}${method === 'put' ? rulesOf(field.type) : ''}${scopeSentence(scope)}`,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(method === 'put' ? { requestBody: { required: true, content: contentOf(field.type) } } : {}),
    responses: {
      ...answers[method](field, resource, model),
      ...failureResponses(failures(operation, resource, model)),
    },
    ...securityOf(scope, model),
  };
}

const words = {
  get: 'The bytes of the file, or a part of them. A caller that reads the field in the row may read its file.',
  put: 'The body becomes the file of the row, which is an update of the row. The header Content-Disposition gives its name.',
  delete: 'Removes the file from the row, which is an update of the row. Versions that have it keep it.',
} as const;

function rulesOf(type: FieldType): string {
  return (wordOf(type).rules?.(type) ?? []).map((rule) => ` ${rule}`).join('');
}

function parametersOf(method: FileOperation['method'], resource: Resource): readonly OpenapiObject[] {
  if (method === 'delete') return [refer('parameters', 'If-Match')];
  if (method === 'put') return [refer('parameters', 'If-Match'), disposition];
  const instant = instantObstacle('as_of', resource) === null ? [refer('parameters', 'as_of')] : [];
  return [...instant, range, ifRange, ifNoneMatch];
}

function header(name: string, description: string, example: string): OpenapiObject {
  return { name, in: 'header', description, schema: { type: 'string' }, example };
}

const disposition = header(
  'Content-Disposition',
  'The name of the file (RFC 6266).',
  'attachment; filename="scan.pdf"',
);
const range = header('Range', 'One part of the file (RFC 9110, 14.2).', 'bytes=0-1023');
const ifRange = header('If-Range', 'The ETag of the file that Range is a part of. All of another file is sent.', '"0"');
const ifNoneMatch = header(
  'If-None-Match',
  'The ETag of the file that you have. The answer is 304 if it is the same.',
  '"0"',
);

/** As which media types the bytes are sent. */
function contentOf(type: FieldType): OpenapiObject {
  const types = (type.kind === 'file' ? type.mediaTypes : null) ?? ['*/*'];
  return Object.fromEntries(types.map((each) => [each, { schema: { type: 'string', format: 'binary' } }]));
}

type Answers = (field: Field, resource: Resource, model: Model) => OpenapiObject;

const answers: Readonly<Record<FileOperation['method'], Answers>> = {
  get: ({ type }, _resource, model) => {
    const common = headersOf(model, 'File-ETag', 'Content-Disposition', 'Accept-Ranges');
    return {
      200: { description: 'All of the file.', headers: common, content: contentOf(type) },
      206: {
        description: 'The part that Range asks for.',
        headers: { ...common, ...headersOf(model, 'Byte-Range') },
        content: contentOf(type),
      },
      304: { description: 'The file is the one of If-None-Match.', headers: headersOf(model, 'File-ETag') },
    };
  },
  put: (_field, resource, model) => ({
    200: {
      description: 'The row as it was recorded.',
      headers: headersOf(model, 'Shown-ETag', 'Consistency-Token'),
      content: { [mediaTypes.json]: { schema: refer('schemas', resource.name) } },
    },
    204: {
      description: 'The row was changed. The request asks for no body, or the caller may not read the row.',
      headers: headersOf(model, 'Consistency-Token'),
    },
  }),
  delete: (_field, _resource, model) => ({
    204: { description: 'The row has no file.', headers: headersOf(model, 'Consistency-Token') },
  }),
};
