import { concernsOf } from '../../model/condition/check_concern.ts';
import { storedFieldsOf } from '../../model/condition/looks.ts';
import { fieldsThatAreSet } from '../../model/consequence.ts';
import { createdFrom } from '../../model/created_from.ts';
import { dependantsOf } from '../../model/dependant.ts';
import type { Field } from '../../model/field.ts';
import { historyName } from '../../model/history_name.ts';
import type { Model, Resource, Table } from '../../model/model.ts';
import { oncePerModel } from '../../model/once.ts';
import { recordingNames } from '../../model/recorder.ts';
import { isRequired } from '../../model/required.ts';
import type { AccessAction, ActionParameter } from '../../vocabulary/action/action_word.ts';
import { type Action, actionWord } from '../../vocabulary/action/actions.ts';
import { targetOf } from '../../vocabulary/field_type.ts';
import { writableFields } from '../json_schema.ts';
import type { ProblemCode } from '../problem.ts';
import { readRefusals } from './read_refusal.ts';

/** How every request can fail. */
export const always: readonly ProblemCode[] = [
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
export const database: readonly ProblemCode[] = ['too_many_at_once', 'timeout', 'unavailable'];
/** How what is asked of an answer can be wrong. */
export const shown: readonly ProblemCode[] = ['invalid_parameter', 'limit_exceeded'];
export const body: readonly ProblemCode[] = [
  'malformed_json',
  'payload_too_large',
  'unsupported_media_type',
  'invalid_body',
];

/** How an action can fail, besides what every request can. It follows from what an action may say, shows and changes. */
export function codesOf(resource: Resource, action: Action, model: Model): readonly ProblemCode[] {
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

/** How a row that the service makes can be refused. */
export function createConflicts(table: Table, model: Model): readonly ProblemCode[] {
  return [
    ...conflicts(table, 'create', model),
    ...(claimFields(table.fields).length > 0 ? (['missing_claim'] as const) : []),
  ];
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
    ...(isLookedAt(resource, model) || isAskedWhenDeleted(resource) ? (['rule_conflict'] as const) : []),
    ...(reachesOthers(resource, model) ? (['forbidden', 'limit_exceeded', 'rule_conflict'] as const) : []),
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

/** How If-Match can prevent a change. */
function preconditions({ service }: Model): readonly ProblemCode[] {
  return [
    'invalid_parameter',
    'precondition_failed',
    ...(service.requireIfMatch ? (['precondition_required'] as const) : []),
  ];
}

function writeConflicts(table: Table, action: 'create' | 'update', model: Model): readonly ProblemCode[] {
  const isSet = fieldsThatAreSet(table, action);
  const ofService = [...table.fields.values()].filter(({ name }) => isSet.has(name));
  const sent = [...writableFields(table, action), ...ofService];
  const given = action === 'create' ? claimFields(table.fields) : [];
  const conflicts: readonly (readonly [ProblemCode, boolean])[] = [
    ['concurrent_change', true],
    // A create gives a value to every field, generated ones included.
    [
      'unique_conflict',
      comparedFields(table).some((names) => action === 'create' || sent.some(({ name }) => names.includes(name))),
    ],
    ['reference_conflict', [...sent, ...given].some(({ type }) => targetOf(type) !== null)],
    ['rule_conflict', isLookedAt(table, model) || createdFrom(table, model).size > 0],
    ['endless_consequences', [...createdFrom(table, model)].some((name) => createsMore(name, model))],
    ['forbidden', action === 'update' && sent.some(({ type }) => type.kind === 'enum' && type.movers !== undefined)],
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

/** The fields that decide whether two rows are alike: of each unique combination, and of the rule for its rows. */
function comparedFields({ unique, uniqueAmong }: Table): readonly (readonly string[])[] {
  return [
    ...unique,
    ...uniqueAmong.map(({ fields, where }) => [...fields, ...storedFieldsOf(where).map(({ name }) => name)]),
  ];
}

/** Whether rows of a resource can be created again from rows that they create. */
function createsMore(name: string, model: Model): boolean {
  const table = model.resources.get(name);
  return table?.kind === 'table' && createdFrom(table, model).has(name);
}

/** Whether rows go, or are cleared, with a row of the resource. */
function reachesOthers(resource: Resource, model: Model): boolean {
  return resource.kind === 'table' && dependantsOf(resource, model).length > 0;
}

/** Whether checks of other rows look at the rows. */
function isLookedAt(resource: Resource, model: Model): boolean {
  return concernsOf(resource, model).some(({ field, column }) => field !== 'id' || column !== 'id');
}

/** Whether checks are asked of rows that are deleted. */
function isAskedWhenDeleted(resource: Resource): boolean {
  return resource.kind === 'table' && resource.checks.some(({ moment }) => moment?.on.has('delete'));
}

/** Whether the past of a resource's entries stays as it is. */
function isFrozen(resource: Resource): boolean {
  return resource.kind === 'table' && resource.temporal !== null && resource.temporal.freeze !== null;
}

/** Whether rows of any table can keep a row from going; one that is taken off its timeline is still there. */
function isHeld(resource: Resource, model: Model): boolean {
  if (resource.kind !== 'table' || resource.temporal !== null) return false;
  return referredOf(model).has(resource.name);
}

/** Looked for once: each resource of a thousand would look through all the others. */
const referredOf = oncePerModel(referredIn);

function referredIn({ resources }: Model): ReadonlySet<string> {
  const tables = [...resources.values()].filter(({ kind }) => kind === 'table');
  const types = tables.flatMap(({ fields }) =>
    [...fields.values()].flatMap(({ name, type }) => (recordingNames.has(name) ? [] : type)),
  );
  return new Set(types.flatMap((type) => targetOf(type) ?? []));
}
