import { isLosslessNumber } from 'lossless-json';
import { invalidBody, mostErrors, Problem, type ProblemError } from '../../contract/problem.ts';
import { nearest } from '../../language/nearest.ts';
import type { JsonBody } from '../request/json_body.ts';

/** One request of a batch, as it was sent. */
export interface PartSent {
  readonly id: string;
  readonly method: PartMethod;
  readonly url: string;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined without a body. */
  readonly body: JsonBody;
}

type PartMethod = (typeof partMethods)[number];

const partMethods = ['GET', 'POST', 'PATCH', 'DELETE'] as const;

/** What the id of a request may be: it stands in references, before a dot. */
const partId = /^[\w-]{1,64}$/;

const members = ['id', 'method', 'url', 'headers', 'body', 'dependsOn', 'atomicityGroup'];

/**
 * The requests of a batch: the JSON batch of OData 4.01, whose members `dependsOn` and `atomicityGroup` change nothing
 * here. All requests run in their order, and all of them are one group.
 * @throws Problem with everything that is wrong with the envelope.
 */
export function readEnvelope(body: JsonBody, most: number): readonly PartSent[] {
  if (body === undefined) {
    throw new Problem('malformed_json', 'the request has no body', { hint: 'send { "requests": [ ... ] }' });
  }
  const sent = isObject(body) ? body.requests : undefined;
  if (!Array.isArray(sent)) {
    const pointer = isObject(body) ? '/requests' : '';
    throw refused([{ pointer, detail: 'must be a list of requests', hint: 'send { "requests": [ ... ] }' }]);
  }
  if (sent.length > most) {
    throw new Problem('limit_exceeded', `the batch has ${sent.length} requests, and ${most} are allowed`, {
      hint: 'send several batches',
    });
  }
  const faults: ProblemError[] = [];
  for (const name of Object.keys(body as object))
    if (name !== 'requests') faults.push({ pointer: `/${escaped(name)}`, detail: 'is not a member of a batch' });
  if (sent.length === 0) faults.push({ pointer: '/requests', detail: 'must have at least one request' });
  const ids = new Set<string>();
  const parts = sent.map((part: JsonBody, place) => {
    const found = readPart(part, ids);
    faults.push(...found.faults.map((fault) => ({ ...fault, pointer: `/requests/${place}${fault.pointer}` })));
    return found.part;
  });
  if (faults.length > 0) throw refused(faults);
  return parts;
}

type PartFault = ProblemError & { readonly pointer: string };

/** Reads a request, and adds its id to the ids of earlier requests. */
function readPart(
  sent: JsonBody,
  ids: Set<string>,
): { readonly part: PartSent; readonly faults: readonly PartFault[] } {
  const faults: PartFault[] = [];
  const part = isObject(sent) ? sent : {};
  if (!isObject(sent)) faults.push({ pointer: '', detail: 'must be a JSON object' });
  const unknown = Object.keys(part).filter((name) => !members.includes(name));
  faults.push(...unknown.slice(0, mostErrors).map(unknownMember));
  const { id = '', url = '', method = '', body, dependsOn = [], atomicityGroup = '' } = part;
  if (typeof id !== 'string' || !partId.test(id)) {
    if (isObject(sent)) faults.push({ pointer: '/id', detail: 'must be 1 to 64 letters, digits, _ or -' });
  } else if (ids.has(id)) faults.push({ pointer: '/id', detail: `the id ${id} stands a second time` });
  const known = partMethods.find((each) => typeof method === 'string' && each === method.toUpperCase());
  if (known === undefined && isObject(sent))
    faults.push({ pointer: '/method', detail: `must be one of ${partMethods.join(', ')}` });
  if ((typeof url !== 'string' || url === '') && isObject(sent))
    faults.push({ pointer: '/url', detail: 'must be the path of a request, such as note/1' });
  if (body !== undefined && (known === 'GET' || known === 'DELETE'))
    faults.push({ pointer: '/body', detail: `has no meaning with ${known}` });
  if (!isTexts(dependsOn) || dependsOn.some((each) => !ids.has(each)))
    faults.push({ pointer: '/dependsOn', detail: 'must be a list of ids of requests before this one' });
  if (typeof atomicityGroup !== 'string') faults.push({ pointer: '/atomicityGroup', detail: 'must be a string' });
  const headers = readHeaders(part.headers ?? {}, faults);
  if (typeof id === 'string') ids.add(id);
  return { part: { id: String(id), method: known ?? 'GET', url: String(url), headers, body }, faults };
}

function readHeaders(sent: JsonBody, faults: PartFault[]): Readonly<Record<string, string>> {
  if (!isObject(sent)) {
    faults.push({ pointer: '/headers', detail: 'must be a JSON object' });
    return {};
  }
  const headers = new Map<string, string>();
  for (const [name, value] of Object.entries(sent)) {
    if (faults.length >= mostErrors) break;
    const pointer = `/headers/${escaped(name)}`;
    const own = name.toLowerCase();
    if (ofBatch.has(own))
      faults.push({ pointer, detail: 'belongs to the batch', hint: 'send it as a header of the batch' });
    else if (headers.has(own)) faults.push({ pointer, detail: 'stands a second time' });
    else if (typeof value !== 'string' || value.length > longestHeader)
      faults.push({ pointer, detail: `must be a string of at most ${longestHeader} characters` });
    else headers.set(own, value.trim());
  }
  return Object.fromEntries(headers);
}

/** Headers that hold for all requests of a batch. */
const ofBatch: ReadonlySet<string> = new Set(['authorization', 'idempotency-key']);

const longestHeader = 4096;

function unknownMember(name: string): PartFault {
  const near = nearest(name, members);
  const detail = 'is not a member of a request';
  return { pointer: `/${escaped(name)}`, detail, ...(near === null ? {} : { hint: `did you mean ${near}?` }) };
}

function refused(faults: readonly ProblemError[]): Problem {
  const problem = invalidBody(faults.slice(0, mostErrors));
  if (problem === null) throw new Error('the envelope has no fault');
  return problem;
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);
}
