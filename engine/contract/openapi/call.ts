import { scopeOfCall } from '../../access/scope.ts';
import { rpcName } from '../../model/batch.ts';
import type { CallError, HandlerWork } from '../../model/call.ts';
import { callsOf, type OwnedCall, rpcCalls } from '../../model/calls.ts';
import type { Model } from '../../model/model.ts';
import { preferences, valuePattern } from '../../vocabulary/preference.ts';
import { answerTable, callPath, inputTable, mayWrite } from '../call.ts';
import { publishedDialect, requestSchema, responseSchema } from '../json_schema.ts';
import { mediaTypes } from '../media_type.ts';
import type { ProblemCode } from '../problem.ts';
import { referToEffects } from '../row/effects_schema.ts';
import { requestExample, responseExample } from '../row/example.ts';
import { type OpenapiObject, refer, schemaName } from './component.ts';
import { type Failures, failureResponses, failuresByStatus } from './failure.ts';
import { always, body, createConflicts, database, shown } from './failure_code.ts';
import { headersOf } from './header.ts';
import { scopeSentence, securityOf } from './security.ts';

/** The calls of all resources by path. */
export function callPaths(model: Model): { readonly [path: string]: OpenapiObject } {
  return Object.fromEntries(
    callsOf(model).map((owned) => [
      callPath(owned[0].name, owned[1]),
      {
        ...(owned[1].item ? { parameters: [refer('parameters', 'id')] } : {}),
        post: operationObject(owned, model),
      },
    ]),
  );
}

function operationObject(owned: OwnedCall, model: Model): OpenapiObject {
  const [table, call] = owned;
  const scope = scopeOfCall(table.name, call.name);
  const input = inputTable(call);
  const example = requestExample(input, 'create');
  const schema = requestSchema(input, 'create', publishedDialect);
  return {
    // A name of a resource has no dot.
    operationId: `${table.name}.${call.name}`,
    tags: [table.name],
    summary: `${table.title}: ${call.title}`,
    description: `${descriptionOf(owned, model)}${scopeSentence(scope)}`,
    parameters: [refer('parameters', 'Idempotency-Key'), preferHeader(mayWrite(call))],
    requestBody: {
      required: call.input.size > 0,
      content: { [mediaTypes.json]: { schema, ...(example === undefined ? {} : { example }) } },
    },
    responses: { ...answersOf(owned, model), ...failuresOfCall(owned, model) },
    ...securityOf(scope, model),
  };
}

function descriptionOf([table, call]: OwnedCall, model: Model): string {
  const { description, work } = call;
  const words = description === '' ? [] : [description.replace(/([^.!?])$/, '$1.')];
  const found =
    work.kind !== 'find'
      ? []
      : work.create === null
        ? [`Finds the row with \`${work.text}\`, among all rows.`]
        : [`Finds the row with \`${work.text}\`, among all rows, or makes it.`];
  const names = [...rpcCalls(model)].flatMap(([name, [, each]]) =>
    each === call ? [`\`POST /${rpcName}/${name}\``] : [],
  );
  const id = call.item ? ', with the id of the row in the body' : '';
  return [
    ...words,
    ...found,
    `Also at ${names.join(' and ')}${id}.`,
    ...(table.deprecated ? ['Deprecated.'] : []),
  ].join(' ');
}

function preferHeader(isWrite: boolean): OpenapiObject {
  const names = [...(isWrite ? (['tx'] as const) : []), 'handling', 'timezone'] as const;
  const pattern = [
    ...(isWrite ? ['return=effects'] : []),
    ...names.map((name) => `${name}=${valuePattern(name)}`),
  ].join('|');
  const effects = isWrite
    ? '`return=effects` answers with `result` and `effects`: the answer without it, and every row that the call changed. '
    : '';
  return {
    name: 'Prefer',
    in: 'header',
    description: `${effects}${names.map((name) => preferences[name].words).join(' ')}`,
    schema: { type: 'string', pattern: `^(${pattern})(, ?(${pattern}))*$` },
    example: isWrite ? 'tx=rollback' : 'timezone=Europe/Oslo',
    ...(isWrite ? { 'x-answers': { 'return=effects': referToEffects() } } : {}),
  };
}

function answersOf([table, call]: OwnedCall, model: Model): OpenapiObject {
  const { work } = call;
  const answer = answerTable(call);
  const headers = headersOf(model, 'Preference-Applied', 'Consistency-Token');
  if (answer === null) return { 204: { description: 'The call is done.', headers } };
  const { title: _, ...schema } = responseSchema(answer, publishedDialect);
  const example = responseExample(answer);
  const content = {
    [mediaTypes.json]: { schema, ...(example === undefined ? {} : { example }) },
    [mediaTypes.object]: { schema },
  };
  const found = {
    description: work.kind === 'find' ? `The ${table.name} that was found.` : 'The answer.',
    headers,
    content,
  };
  if (work.kind === 'handler' || work.create === null) return { 200: found };
  return { 200: found, 201: { ...found, description: `The ${table.name} that the call made.` } };
}

/** How a call can fail. */
export function callFailures([table, call]: OwnedCall, model: Model): Failures {
  const { work, item, roles } = call;
  const codes: readonly (readonly [boolean, readonly ProblemCode[]])[] = [
    [true, [...always, ...database, ...shown, ...body, 'rate_limited', 'idempotency_key_reused']],
    [item || (work.kind === 'find' && work.create === null), ['not_found']],
    [roles !== null || model.service.actsFor !== null, ['forbidden']],
    [work.kind === 'find' && work.create !== null, createConflicts(table, model)],
    // A handler asks for anything that its client can.
    [work.kind === 'handler', handlerCodes],
  ];
  return failuresByStatus(
    codes.flatMap(([canHappen, some]) => (canHappen ? some : [])),
    model,
  );
}

const handlerCodes: readonly ProblemCode[] = ['concurrent_change', 'call_ended'];

/** The responses of a call that fails, with the errors that its handler declares. */
function failuresOfCall(owned: OwnedCall, model: Model): OpenapiObject {
  const { work } = owned[1];
  const failures = failureResponses(callFailures(owned, model));
  return work.kind === 'find' ? failures : { ...failures, ...declaredResponses(work, failures, model) };
}

function declaredResponses({ errors }: HandlerWork, failures: OpenapiObject, model: Model): OpenapiObject {
  const byStatus = Map.groupBy(errors, ([, { status }]) => status);
  return Object.fromEntries(
    [...byStatus].map(([status, declared]) => [
      status,
      declaredResponse(declared, failures[status] !== undefined, model),
    ]),
  );
}

function declaredResponse(
  declared: readonly (readonly [string, CallError])[],
  isAlsoOwn: boolean,
  model: Model,
): OpenapiObject {
  const words = declared.map(([code, { title }]) => `${title} (\`${code}\`).`);
  return {
    description: [...words, ...(isAlsoOwn ? ['Or a problem of the service.'] : [])].join(' '),
    headers: headersOf(model),
    content: { 'application/problem+json': { schema: refer('schemas', schemaName(model, 'problem')) } },
  };
}

/** The codes of the errors that handlers declare. */
export function declaredCodes(model: Model): readonly string[] {
  return callsOf(model).flatMap(([, { work }]) => (work.kind === 'handler' ? [...work.errors.keys()] : []));
}
