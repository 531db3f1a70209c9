import { concernsOf } from '../../model/condition/check_concern.ts';
import type { Field } from '../../model/field.ts';
import { historyName } from '../../model/history_name.ts';
import type { Model, Resource, Table } from '../../model/model.ts';
import { recordingNames } from '../../model/recorder.ts';
import { isRequired } from '../../model/required.ts';
import type { AccessAction, ActionParameter } from '../../vocabulary/action/action_word.ts';
import { type Action, actionWord } from '../../vocabulary/action/actions.ts';
import type { JsonSchema } from '../../vocabulary/json_schema/json_schema.ts';
import { writableFields } from '../json_schema.ts';
import { invalidPreference, postgrestCodes } from '../postgrest_error.ts';
import { Problem, type ProblemCode, problems } from '../problem.ts';
import { type OpenapiObject, refer, schemaName } from './component.ts';
import { headersOf } from './header.ts';

/** The codes with which an action can fail, by status. */
export type Failures = ReadonlyMap<number, readonly ProblemCode[]>;

/** How an action on a resource can fail when it is asked as the document says. */
export function failuresOf(resource: Resource, action: Action, model: Model): Failures {
  return failuresByStatus([...always, 'rate_limited', ...codesOf(resource, action, model)], model);
}

/** Codes by their statuses, in the order of the catalogue, without codes that this service never answers with. */
export function failuresByStatus(some: readonly ProblemCode[], { service }: Model): Failures {
  const { requestsPerMinute } = service.limits;
  const codes = some.filter((code) => code !== 'rate_limited' || requestsPerMinute !== null);
  const catalogue = Object.keys(problems) as ProblemCode[];
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of catalogue.filter((each) => codes.includes(each))) {
    const { status } = problems[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return byStatus;
}

/** The responses of an action that fails. */
export function failureResponses(failures: Failures): OpenapiObject {
  return Object.fromEntries([...failures].map(([status, codes]) => [status, refer('responses', responseName(codes))]));
}

/** The shared responses that these failures refer to, and the examples in them. */
export function failureComponents(
  all: Iterable<Failures>,
  model: Model,
): { responses: OpenapiObject; examples: OpenapiObject } {
  const responses = new Map<string, OpenapiObject>();
  const codes = new Set<ProblemCode>();
  for (const failures of all) {
    for (const [status, some] of failures) {
      const name = responseName(some);
      if (responses.has(name)) continue;
      responses.set(name, failureResponse(status, some, model));
      for (const code of some) codes.add(code);
    }
  }
  const examples = [...codes].map((code) => {
    const { title, remedy } = problems[code];
    return [code, { summary: title, description: remedy, value: new Problem(code, title).toJSON() }] as const;
  });
  return { responses: Object.fromEntries(responses), examples: Object.fromEntries(examples) };
}

/** The body of every failure (RFC 9457). */
export const problemSchema: JsonSchema = {
  type: 'object',
  title: 'Problem',
  description: 'Why a request failed (RFC 9457).',
  properties: {
    type: { type: 'string', format: 'uri', description: 'The kind of problem; it says the same as code.' },
    title: { type: 'string', description: 'The kind of problem in words.' },
    status: { type: 'integer', description: 'The HTTP status.' },
    detail: { type: 'string', description: 'What is wrong with this request.' },
    code: {
      type: 'string',
      enum: [...new Set([...Object.keys(problems), ...Object.values(postgrestCodes), invalidPreference])],
      description:
        'The kind of problem, for programs. It is stable. A request that accepts a media type of PostgREST gets the code that PostgREST or PostgreSQL has for it.',
    },
    message: { type: 'string', description: 'The same as detail, under the name that clients of PostgREST read.' },
    hint: { type: ['string', 'null'], description: 'What may help.' },
    details: {
      type: ['string', 'null'],
      description: 'For requests that accept a media type of PostgREST: what its clients look at.',
    },
    request: { type: 'string', description: 'The id of the request that is refused, in a batch.' },
    errors: {
      type: 'array',
      description: 'Each fault with its place.',
      items: {
        type: 'object',
        properties: {
          pointer: {
            type: 'string',
            format: 'json-pointer',
            description: 'The member of the body, as a JSON pointer.',
          },
          line: { type: 'integer', description: 'The line of a CSV or NDJSON body where the row begins.' },
          parameter: { type: 'string', description: 'The parameter of the URL.' },
          detail: { type: 'string', description: 'What is wrong there.' },
          hint: { type: 'string', description: 'What may help.' },
        },
        required: ['detail'],
      },
    },
  },
  required: ['type', 'title', 'status', 'detail', 'code', 'message'],
};

const always: readonly ProblemCode[] = [
  'malformed_url',
  'malformed_request',
  'unknown_parameter',
  'unauthenticated',
  'insufficient_scope',
  'not_acceptable',
  'url_too_long',
  'request_timeout',
  'internal',
  'overloaded',
  'keys_unavailable',
];
const database: readonly ProblemCode[] = ['too_many_at_once', 'timeout', 'unavailable'];
/** How what is asked of an answer can be wrong. */
const shown: readonly ProblemCode[] = ['invalid_parameter', 'limit_exceeded'];
const body: readonly ProblemCode[] = ['malformed_json', 'payload_too_large', 'unsupported_media_type', 'invalid_body'];

/** What can be wrong follows from what an action may say, shows and changes. */
function codesOf(resource: Resource, action: Action, model: Model): readonly ProblemCode[] {
  const { path, of, parameters, body: sent, takesRows, access, event, answers } = actionWord(action);
  const isWrite = event !== null;
  const has = (parameter: ActionParameter) => parameters.includes(parameter);
  const codes: readonly (readonly [boolean, readonly ProblemCode[]])[] = [
    [path !== '', ['not_found']],
    Object.values(answers).some(({ shows }) => shows === 'address') ? [true, ['invalid_parameter']] : [true, database],
    [has('select'), [...shown, ...readRefusals(resource, model)]],
    [of === 'history', historyRefusals(resource, model)],
    [has('filters'), isWrite ? ['not_singular', 'filter_required'] : ['not_singular']],
    [takesRows === true, ['malformed_csv', 'uneven_rows', 'not_singular']],
    [has('page'), ['range_not_satisfiable']],
    [model.service.actsFor !== null, ['forbidden']],
    // A plan tells of hidden rows; without rules, features hide rows of their resources.
    [has('page') && model.service.explain !== 'nobody', ['forbidden']],
    [has('If-Match'), isWrite ? preconditions(model) : ['precondition_failed']],
    // A create that may be an upsert can also fail as an update does.
    [has('on_conflict'), updateRefusals(resource, model)],
    [has('Idempotency-Key'), ['idempotency_key_reused']],
    // An action that needs no body reads one that is sent all the same.
    [isWrite, sent === null ? body.filter((code) => code !== 'invalid_body') : body],
    [isWrite && has('filters'), clashes(resource, access)],
    [isWrite, access === 'read' ? [] : [...refusals(resource, access), ...conflicts(resource, access, model)]],
  ];
  return codes.flatMap(([canHappen, some]) => (canHappen ? some : []));
}

/** That a change would make several of its own rows valid at once on one timeline. */
function clashes(resource: Resource, access: AccessAction): readonly ProblemCode[] {
  const makesRoom = resource.kind === 'table' && resource.temporal?.overlap === 'make_room';
  return makesRoom && access === 'update' ? ['overlap_conflict'] : [];
}

/** How an upsert can fail where it changes a row. */
function updateRefusals(resource: Resource, model: Model): readonly ProblemCode[] {
  if (!resource.actions.has('update')) return [];
  return [...refusals(resource, 'update'), ...conflicts(resource, 'update', model)];
}

function conflicts(resource: Resource, access: 'create' | 'update' | 'delete', model: Model): readonly ProblemCode[] {
  if (access !== 'delete') return resource.kind === 'table' ? writeConflicts(resource, access, model) : [];
  return [
    'concurrent_change',
    ...(isHeld(resource, model) ? (['still_referenced'] as const) : []),
    ...(isFrozen(resource) ? (['state_conflict'] as const) : []),
    ...(isLookedAt(resource, model) ? (['rule_conflict'] as const) : []),
  ];
}

/** What access rules can refuse to a role on the way to the versions of a row. */
function historyRefusals({ name }: Resource, { resources }: Model): readonly ProblemCode[] {
  return (resources.get(historyName(name))?.access ?? null) === null ? [] : ['forbidden'];
}

/** What access rules can refuse to a role that writes. */
function refusals({ access, fields }: Resource, action: 'create' | 'update' | 'delete'): readonly ProblemCode[] {
  const isFieldRefused =
    action !== 'delete' && [...fields.values()].some((field) => field[action] && field.access !== null);
  const mayLackField =
    action === 'create' && [...fields.values()].some((field) => isRequired(field) && field.access !== null);
  return [
    ...(access === null && !mayLackField ? [] : (['forbidden'] as const)),
    ...(isFieldRefused ? (['forbidden_field'] as const) : []),
    ...(action === 'create' && claimFields(fields).some((field) => !field.create && !field.nullable)
      ? (['missing_claim'] as const)
      : []),
  ];
}

/** The fields that a claim of the caller can give a value. */
function claimFields(fields: Resource['fields']): readonly Field[] {
  return [...fields.values()].filter((field) => field.default?.kind === 'claim');
}

/** That a role may read no row at all, of the resource or of one that a relation leads to. */
function readRefusals(resource: Resource, { resources }: Model): readonly ProblemCode[] {
  const related = [...resource.relations.values()].map(({ target }) => resources.get(target));
  const isLimited = [resource, ...related].some((each) => each !== undefined && each.access !== null);
  return isLimited ? ['forbidden'] : [];
}

/** How If-Match can prevent a change. */
function preconditions({ service }: Model): readonly ProblemCode[] {
  return [
    'invalid_parameter',
    'precondition_failed',
    ...(service.requireIfMatch ? (['precondition_required'] as const) : []),
  ];
}

function writeConflicts(table: Table, action: 'create' | 'update', model: Model): readonly ProblemCode[] {
  const sent = writableFields(table, action);
  const given = action === 'create' ? claimFields(table.fields) : [];
  const conflicts: readonly (readonly [ProblemCode, boolean])[] = [
    ['concurrent_change', true],
    // A create gives a value to every field, generated ones included.
    [
      'unique_conflict',
      table.unique.some((names) => action === 'create' || sent.some(({ name }) => names.includes(name))),
    ],
    ['reference_conflict', [...sent, ...given].some(({ type }) => type.kind === 'reference')],
    ['rule_conflict', isLookedAt(table, model)],
    ['overlap_conflict', table.temporal?.overlap === 'reject'],
    [
      'timeline_conflict',
      table.access !== null && table.temporal?.overlap === 'make_room' && table.temporal.makeRoom !== 'anybody',
    ],
    [
      'state_conflict',
      isFrozen(table) ||
        (action === 'update' &&
          (table.temporal !== null || sent.some(({ type }) => type.kind === 'enum' && type.transitions !== null))),
    ],
  ];
  return conflicts.filter(([, canHappen]) => canHappen).map(([code]) => code);
}

/** Whether checks of other rows look at the rows. */
function isLookedAt(resource: Resource, model: Model): boolean {
  return concernsOf(resource, model).some(({ field, column }) => field !== 'id' || column !== 'id');
}

/** Whether the past of a resource's entries stays as it is. */
function isFrozen(resource: Resource): boolean {
  return resource.kind === 'table' && resource.temporal !== null && resource.temporal.freeze !== null;
}

/** Whether rows of any table can keep a row from going; one that is taken off its timeline is still there. */
function isHeld(resource: Resource, model: Model): boolean {
  if (resource.kind !== 'table' || resource.temporal !== null) return false;
  const referred = referredOf.get(model) ?? referredIn(model);
  referredOf.set(model, referred);
  return referred.has(resource.name);
}

/** Looked for once: each resource of a thousand would look through all the others. */
const referredOf = new WeakMap<Model, ReadonlySet<string>>();

function referredIn({ resources }: Model): ReadonlySet<string> {
  const tables = [...resources.values()].filter(({ kind }) => kind === 'table');
  const types = tables.flatMap(({ fields }) =>
    [...fields.values()].flatMap(({ name, type }) => (recordingNames.has(name) ? [] : type)),
  );
  return new Set(types.flatMap((type) => (type.kind === 'reference' ? [type.to] : [])));
}

function responseName(codes: readonly ProblemCode[]): string {
  return codes.join('_or_');
}

function failureResponse(status: number, codes: readonly ProblemCode[], model: Model): OpenapiObject {
  const named = headersOfStatus[status] ?? [];
  return {
    description: codes.map((code) => `${problems[code].title} (\`${code}\`).`).join(' '),
    headers: {
      ...Object.fromEntries(named.map((name) => [name, refer('headers', componentOf(name, status, codes))])),
      ...headersOf(model),
    },
    content: {
      'application/problem+json': {
        schema: {
          allOf: [
            refer('schemas', schemaName(model, 'problem')),
            {
              type: 'object',
              properties: {
                status: { type: 'integer', const: status },
                code: { type: 'string', enum: writtenCodes(codes) },
              },
              required: ['status', 'code'],
            },
          ],
        },
        examples: Object.fromEntries(codes.map((code) => [code, refer('examples', code)])),
      },
    },
  };
}

/** The codes of problems, then these of PostgREST. */
function writtenCodes(codes: readonly ProblemCode[]): readonly string[] {
  const theirs = codes.flatMap((code) => [
    postgrestCodes[code] ?? [],
    code === 'invalid_parameter' ? invalidPreference : [],
  ]);
  return [...new Set([...codes, ...theirs.flat()])];
}

/**
 * Corrects the headers of errors. Content-Range without a page has only the number of rows. Of several 403 errors, only
 * a missing scope has a challenge.
 */
function componentOf(name: string, status: number, codes: readonly ProblemCode[]): string {
  if (status === 416) return 'Unsatisfied-Range';
  return status === 403 && codes.length > 1 ? 'Scope-Challenge' : name;
}

const headersOfStatus: { readonly [status: number]: readonly string[] } = {
  401: ['WWW-Authenticate'],
  403: ['WWW-Authenticate'],
  416: ['Content-Range'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};
