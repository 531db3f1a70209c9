import { isLosslessNumber, parse } from 'lossless-json';
import { invalidBody, mostErrors, Problem, type ProblemError } from '../../contract/problem.ts';
import type { Table } from '../../model/model.ts';
import type { Limits } from '../../model/service.ts';
import { isAnyJson } from '../../vocabulary/field_type.ts';
import { longestBody } from '../request/body.ts';
import type { JsonBody } from '../request/json_body.ts';
import type { Answer } from '../response/send.ts';

/** Answers to the requests of a batch so far, by the ids of the requests. */
export type Answers = ReadonlyMap<string, Answer>;

/** A value of an earlier answer; or what is wrong with the reference to it. */
type Found = { readonly value: JsonBody } | { readonly fault: string };

/** Gives the value that a reference stands for: the id of a request, and the members that lead to the value. */
type Look = (id: string, path: readonly string[]) => Found;

/**
 * The body of a request with values of earlier answers: `{ "$result": "1.id" }` is the member `id` of the answer to the
 * request `1`. In a JSON field, it is data.
 * @throws Problem with every reference that leads nowhere.
 */
export function withResults(body: JsonBody, table: Table | null, answers: Answers, limits: Limits): JsonBody {
  const look = lookIn(answers, limits);
  const most = longestBody(limits, Array.isArray(body));
  let length = 0;
  return replaceResults(body, table, (id, path) => {
    const found = look(id, path);
    if ('value' in found) length += lengthOf(found.value);
    if (length <= most) return found;
    throw new Problem('payload_too_large', `with the values of earlier answers, the body has more than ${most} bytes`);
  });
}

/** The length of a value, roughly. */
function lengthOf(value: JsonBody): number {
  if (typeof value === 'string') return value.length;
  if (isLosslessNumber(value)) return value.value.length;
  if (typeof value !== 'object' || value === null) return 4;
  const known = lengths.get(value);
  if (known !== undefined) return known;
  const length = Object.entries(value).reduce((sum, [name, each]) => sum + name.length + lengthOf(each), 2);
  lengths.set(value, length);
  return length;
}

const lengths = new WeakMap<object, number>();

/** The URL of a request with values of earlier answers, as in `note/$1.id`. A dollar sign of its own is `%24`. */
export function urlWithResults(url: string, answers: Answers, limits: Limits): string {
  const { urlBytes } = limits;
  const look = lookIn(answers, limits);
  let length = url.length;
  return replaceInUrl(url, (id, path) => {
    const found = look(id, path);
    if ('value' in found) length += lengthOf(found.value);
    if (length <= urlBytes) return found;
    throw new Problem('url_too_long', `with the values of earlier answers, the URL has more than ${urlBytes} bytes`);
  });
}

/**
 * Checks the references of a request before any request of its batch has run. Returns whether it has any.
 * @throws Problem with every reference that does not name an earlier request.
 */
export function checkReferences(
  { url, body }: { readonly url: string; readonly body: JsonBody },
  table: Table | null,
  earlier: ReadonlySet<string>,
): boolean {
  let refers = false;
  const look: Look = (id) => {
    refers = true;
    return earlier.has(id) ? { value: '' } : { fault: `no earlier request has the id ${id}` };
  };
  replaceInUrl(url, look);
  replaceResults(body, table, look);
  return refers;
}

function lookIn(answers: Answers, { payloadBytes }: Limits): Look {
  return (id, path) => {
    const answer = answers.get(id);
    if (answer === undefined) return { fault: `no earlier request has the id ${id}` };
    if ((answer.body?.length ?? 0) > payloadBytes)
      return { fault: `the answer to the request ${id} has more than ${payloadBytes} bytes, too many to refer to it` };
    let value = path[0] === 'id' && answer.body === null ? createdId(answer) : contentOf(answer);
    for (const name of path) {
      if (isLosslessNumber(value) || typeof value !== 'object' || value === null || !Object.hasOwn(value, name))
        return { fault: `the answer to the request ${id} has no ${path.join('.').slice(0, 80)}` };
      value = Reflect.get(value, name);
    }
    return { value };
  };
}

/** What an answer has as JSON, which is parsed once; null for another form, or without a body. */
function contentOf(answer: Answer): JsonBody {
  const { headers, body } = answer;
  if (!contents.has(answer)) contents.set(answer, isJson(headers) && typeof body === 'string' ? parse(body) : null);
  return contents.get(answer);
}

const contents = new WeakMap<Answer, JsonBody>();

/** Whether the body of an answer is JSON. */
export function isJson({ 'content-type': type = '' }: Answer['headers']): boolean {
  return /^application\/([\w.]+\+)?json(;|$)/.test(type);
}

/** Who may create a row and not read it gets its address. */
function createdId({ headers: { location = '' } }: Answer): JsonBody {
  const [, id] = /\/(\d+)$/.exec(location) ?? [];
  return id === undefined ? null : parse(`{"id":${id}}`);
}

function replaceResults(body: JsonBody, table: Table | null, look: Look): JsonBody {
  const faults: ProblemError[] = [];
  const resolved = (value: JsonBody, pointer: string): JsonBody => {
    if (Array.isArray(value)) return value.map((element, index) => resolved(element, `${pointer}/${index}`));
    if (!isObject(value) || !Object.hasOwn(value, resultName)) return value;
    const found = resultOf(value, look);
    if ('value' in found) return found.value;
    if (faults.length < mostErrors) faults.push({ pointer, detail: found.fault });
    return null;
  };
  const rowOf = (row: JsonBody, pointer: string): JsonBody => {
    if (!isObject(row)) return row;
    const members = Object.entries(row).map(([name, value]) => {
      const field = table?.fields.get(name);
      const isData = field !== undefined && isAnyJson(field.type);
      return [name, isData ? value : resolved(value, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`)];
    });
    return Object.fromEntries(members);
  };
  const replaced = Array.isArray(body) ? body.map((row, index) => rowOf(row, `/${index}`)) : rowOf(body, '');
  const problem = invalidBody(faults);
  if (problem !== null) throw problem;
  return replaced;
}

const resultName = '$result';

const reference = /^([\w-]{1,64})\.(.+)$/;

function resultOf(value: Readonly<Record<string, unknown>>, look: Look): Found {
  const [, id, path] = reference.exec(String(value[resultName])) ?? [];
  if (typeof value[resultName] !== 'string' || id === undefined || path === undefined)
    return { fault: '$result must be the id of an earlier request, a dot and a member of its answer, such as "1.id"' };
  if (Object.keys(value).length > 1) return { fault: '$result stands beside another member' };
  return look(id, path.split('.'));
}

// Its last member begins with a letter: `eq.$5.00` is an amount.
const referenceInUrl = /\$([\w-]{1,64})((?:\.\w+)*\.[A-Za-z_]\w*)/g;

/** Whether a URL refers to an earlier answer. */
export function hasReference(url: string): boolean {
  return url.search(referenceInUrl) >= 0;
}

function replaceInUrl(url: string, look: Look): string {
  return url.replace(referenceInUrl, (written, id: string, path: string) => {
    const found = look(id, path.slice(1).split('.'));
    const fault = 'fault' in found ? found.fault : misfitInUrl(found.value);
    if ('value' in found && fault === null) return encodeURIComponent(textOf(found.value));
    throw new Problem('invalid_parameter', `${written.slice(0, 80)}: ${fault}`, {
      hint: 'write %24 for a dollar sign that is not a reference',
    });
  });
}

/** Only what cannot end a value in the query language may stand there, so that no row decides what a filter means. */
const plainText = /^[\p{L}\p{N}_.:+@~ -]*$/u;

function misfitInUrl(value: JsonBody): string | null {
  if (typeof value === 'boolean' || isLosslessNumber(value)) return null;
  if (typeof value === 'string' && plainText.test(value)) return null;
  return 'a URL takes a number, true, false, or a text of letters, digits, spaces and _ . : + @ ~ -';
}

function textOf(value: JsonBody): string {
  return isLosslessNumber(value) ? value.value : String(value);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);
}
