import { coversScope } from '../../access/scope.ts';
import type { OpenapiObject } from '../openapi/component.ts';
import {
  type BreakingChange,
  type Comparison,
  compareSchemas,
  isObject,
  type Position,
  resolve,
} from './breaking_schema.ts';

/**
 * The changes between two documents that break clients of the first: something was removed, accepts less, or promises
 * less. Additions break nobody.
 */
export function breakingChanges(before: OpenapiObject, after: OpenapiObject): readonly BreakingChange[] {
  const all: Comparison = { before, after, compared: new Set(), found: [] };
  const [had, has] = [operationsOf(before), operationsOf(after)];
  for (const path of pathsOfServers(before))
    if (!pathsOfServers(after).includes(path)) all.found.push({ place: 'servers', change: `${path} is gone` });
  for (const [place, operation] of had) {
    const now = has.get(place);
    if (now === undefined) all.found.push({ place, change: 'the operation is gone' });
    else compareOperations(operation, now, place, all);
  }
  return all.found;
}

interface Operation {
  readonly object: OpenapiObject;
  /** By place and name, as in `query status`. */
  readonly parameters: ReadonlyMap<string, OpenapiObject>;
}

function operationsOf(document: OpenapiObject): ReadonlyMap<string, Operation> {
  const operations = new Map<string, Operation>();
  for (const [path, item] of entriesOf(document.paths)) {
    const { parameters: shared, ...methods } = isObject(item) ? item : {};
    for (const [method, object] of Object.entries(methods)) {
      if (!isObject(object)) continue;
      const parameters = [shared, object.parameters]
        .flatMap((some) => (Array.isArray(some) ? some : []))
        .map((each) => resolve(each, document))
        .filter(isObject);
      operations.set(`${method.toUpperCase()} ${path}`, {
        object,
        parameters: new Map(parameters.map((each) => [`${each.in} ${each.name}`, each])),
      });
    }
  }
  return operations;
}

function compareOperations(before: Operation, after: Operation, place: string, all: Comparison): void {
  const tell = (change: string, where = place) => all.found.push({ place: where, change });
  const { operationId, 'x-scope': scope } = after.object;
  if (before.object.operationId !== operationId) tell(`operationId is ${operationId}`);
  const had = before.object['x-scope'];
  if (typeof scope === 'string' && typeof had === 'string' && !coversScope(had, scope))
    tell(`needs the scope ${scope}`);
  for (const [name, parameter] of before.parameters) {
    const now = after.parameters.get(name);
    if (now === undefined) tell(`the parameter ${name} is gone`);
    else {
      const schemas = { before: parameter.schema, after: now.schema };
      compareSchemas(schemas, { use: 'request', place: `${place} ${name}`, all });
      compareAnswersByValue(parameter['x-answers'], now['x-answers'], `${place} ${name}`, all);
    }
  }
  for (const [name, { required }] of after.parameters)
    if (required === true && before.parameters.get(name)?.required !== true) tell(`the parameter ${name} is required`);
  compareBodies(before.object.requestBody, after.object.requestBody, place, all);
  compareAnswers(before.object.responses, after.object.responses, place, all);
}

function compareBodies(before: unknown, after: unknown, place: string, all: Comparison): void {
  const [had, has] = [resolve(before, all.before), resolve(after, all.after)];
  const isRequired = isObject(has) && has.required === true;
  if (isRequired && !(isObject(had) && had.required === true)) all.found.push({ place, change: 'a body is required' });
  if (isObject(had)) compareForms(had, has, { use: 'request', place: `${place} body`, all });
}

/** Answers to requests that succeed: what else can go wrong breaks nobody. */
function compareAnswers(before: unknown, after: unknown, place: string, all: Comparison): void {
  const now = isObject(after) ? after : {};
  for (const [status, response] of entriesOf(before)) {
    if (!/^[23]/.test(status)) continue;
    const [had, has] = [resolve(response, all.before), resolve(now[status], all.after)];
    if (!isObject(has)) all.found.push({ place, change: `the answer ${status} is gone` });
    else if (isObject(had)) {
      compareHeaders(had, has, `${place} ${status}`, all);
      compareForms(had, has, { use: 'answer', place: `${place} ${status}`, all });
    }
  }
}

/** The answers that values of a parameter ask for, such as `return=effects` of Prefer. */
function compareAnswersByValue(before: unknown, after: unknown, place: string, all: Comparison): void {
  const now = isObject(after) ? after : {};
  for (const [value, had] of entriesOf(before)) {
    const has = now[value];
    if (has === undefined) all.found.push({ place, change: `the answer to ${value} is gone` });
    else compareSchemas({ before: had, after: has }, { use: 'answer', place: `${place} ${value}`, all });
  }
}

function compareHeaders(before: OpenapiObject, after: OpenapiObject, place: string, all: Comparison): void {
  const now = isObject(after.headers) ? after.headers : {};
  for (const [name, header] of entriesOf(before.headers)) {
    const [had, has] = [resolve(header, all.before), resolve(now[name], all.after)];
    if (!isObject(has)) all.found.push({ place, change: `the header ${name} is gone` });
    else if (isObject(had)) {
      if (had.required === true && has.required !== true)
        all.found.push({ place, change: `the header ${name} may be missing` });
      const schemas = { before: had.schema, after: has.schema };
      compareSchemas(schemas, { use: 'answer', place: `${place} ${name}`, all });
    }
  }
}

/** A body, or an answer: with one row, and with many. */
function compareForms(before: OpenapiObject, after: unknown, at: Position): void {
  const now = isObject(after) ? after : {};
  compareContents(before.content, now.content, at);
  compareContents(before['x-many-rows'], now['x-many-rows'], { ...at, place: `${at.place} with many rows` });
}

function compareContents(before: unknown, after: unknown, at: Position): void {
  const { place, all } = at;
  const now = isObject(after) ? after : {};
  for (const [type, had] of entriesOf(before)) {
    const has = now[type];
    if (!isObject(has)) all.found.push({ place, change: `${type} is gone` });
    else if (isObject(had)) {
      const schemas = { before: had.schema, after: has.schema };
      compareSchemas(schemas, { ...at, place: `${place} ${type}` });
    }
  }
}

/** Servers may move: only the path behind the host must stay. */
function pathsOfServers({ servers }: OpenapiObject): readonly string[] {
  const urls = Array.isArray(servers) ? servers.map(({ url }) => String(url)) : [];
  return [...new Set(urls.map((url) => url.replace(/^https?:\/\/[^/]*/i, '')))];
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return isObject(value) ? Object.entries(value) : [];
}
