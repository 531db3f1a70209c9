import type { Call } from '../../model/call.ts';
import type { Table } from '../../model/model.ts';
import { actionNames, actionWord, eventVerbs } from '../../vocabulary/action/actions.ts';
import { titleOf } from '../field/title.ts';
import type { Path } from '../file/place.ts';
import type { CallDefinition, ResourceDefinition } from '../language/definition.ts';
import { checkRole } from '../resource/role_choice.ts';
import { buildAnswer } from './answer.ts';
import type { CallContext } from './context.ts';
import { buildFind } from './find.ts';
import { buildHandler, handlerKeys } from './handler.ts';
import { buildValues } from './value.ts';

/** The calls of a resource, by name. A call with a fault that leaves no work is left out. */
export function buildCalls({ calls = {}, access }: ResourceDefinition, context: CallContext): Table['calls'] {
  return new Map(
    Object.entries(calls).flatMap(([name, call]) => {
      const path = ['calls', name];
      checkName(name, path, context);
      checkRoles(call, { path, isNeeded: access !== undefined }, context);
      const built = buildCall(name, call, path, context);
      return built === null ? [] : [[name, built] as const];
    }),
  );
}

function buildCall(name: string, call: CallDefinition, path: Path, context: CallContext): Call | null {
  const { row, definitions, zone, file } = context;
  const values = { ...file, definitions, zone, of: name };
  const input = buildValues(call.input ?? {}, [...path, 'input'], values);
  const answer = buildAnswer(call, path, row, values);
  checkEvent(name, call, path, context);
  checkId(call, path, context);
  const work = buildWork(call, path, input, context);
  if (work === null) return null;
  return {
    name,
    title: call.title ?? titleOf(name),
    description: call.description?.trim() ?? '',
    item: call.item === true,
    input,
    answer,
    work,
    event: call.event === true,
    roles: call.access ?? null,
  };
}

/** For clients of PostgREST, the body also has the id of the row. */
function checkId({ item, input = {} }: CallDefinition, path: Path, { file }: CallContext): void {
  if (item !== true || !Object.hasOwn(input, 'id')) return;
  file.report([...path, 'input', 'id'], {
    message: 'the id of the row is in the path, or beside the input',
    expected: 'another name',
    part: 'key',
  });
}

/** An event is about a row, and a function of the database makes it. */
function checkEvent(name: string, { event, find, item }: CallDefinition, path: Path, { row, file }: CallContext): void {
  if (event !== true) return;
  const refuse = (message: string, expected: string) => file.report([...path, 'event'], { message, expected });
  if (row.event === null)
    refuse(`the service records no events of ${row.name}`, '"events" in service.yaml, or no "event" here');
  if (find === undefined && item !== true)
    refuse('the call is about no row, and an event is about one', 'find, "item: true", or no "event"');
  const most = 63 - row.name.length - 1;
  if (name.length > most)
    file.report(path, {
      message: `${row.name}.${name} is longer than PostgreSQL keeps as the name of a function`,
      expected: `at most ${most} characters`,
      part: 'key',
    });
}

/** A call either finds a row or has a handler. */
function buildWork(call: CallDefinition, path: Path, input: Call['input'], context: CallContext): Call['work'] | null {
  const { report } = context.file;
  const { find, create, handler } = call;
  if ((find === undefined) === (handler === undefined)) {
    const message = find === undefined ? 'the call says nothing of its work' : 'the call has a rule and a handler';
    report([...path, ...(find === undefined ? [] : ['handler'])], {
      message,
      expected: 'find or handler',
      part: 'key',
    });
    return null;
  }
  const refuse = (key: string, other: string) =>
    report([...path, key], {
      message: `"${key}" goes with "${other}"`,
      expected: `"${other}", or no "${key}"`,
      part: 'key',
    });
  if (find === undefined) {
    if (create !== undefined) refuse('create', 'find');
    return buildHandler(call, handler ?? '');
  }
  for (const key of handlerKeys) if (call[key] !== undefined) refuse(key, 'handler');
  if (call.item === true)
    report([...path, 'item'], {
      message: 'the rule finds the row, and the path would name another one',
      expected: 'a handler, or no "item"',
    });
  return buildFind({ text: find, create }, path, input, context);
}

/** Names that would be taken for something else: the paths below an item, and the verbs of events. */
const taken: ReadonlyMap<string, string> = new Map([
  ...actionNames.flatMap((action): (readonly [string, string])[] => {
    const [, , below] = actionWord(action).path.split('/');
    return below === undefined ? [] : [[below, `/{id}/${below} is a path of the resource`]];
  }),
  ...eventVerbs.map((verb) => [verb, `events of type ${verb} are about changes of rows`] as const),
]);

function checkName(name: string, path: Path, { file }: CallContext): void {
  const reason = taken.get(name);
  if (reason === undefined) return;
  file.report(path, { message: `the name ${name} is reserved: ${reason}`, expected: 'another name', part: 'key' });
}

function checkRoles(
  { access }: CallDefinition,
  { path, isNeeded }: { readonly path: Path; readonly isNeeded: boolean },
  { row, roles, file }: CallContext,
): void {
  for (const [index, role] of (access ?? []).entries())
    checkRole(role, [...path, 'access', index], { roles }, file.report);
  if (!isNeeded || access !== undefined) return;
  file.report(path, {
    message: `nobody may call it: ${row.name} has "access", and the call lists no roles`,
    expected: 'access: a list of roles',
    part: 'key',
  });
}
