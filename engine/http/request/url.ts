import { mostErrors, Problem, type ProblemError } from '../../contract/problem.ts';
import type { Resource } from '../../model/model.ts';
import { type Parameter, type QueryFault, readQueryString } from '../../query/plan/query_string.ts';
import type { ActionRequest } from './action_request.ts';

/** The URL of a request, as it was sent, without its query. */
export function pathOf({ url }: Pick<ActionRequest, 'url'>): string {
  const mark = url.indexOf('?');
  return mark < 0 ? url : url.slice(0, mark);
}

/** The resource that a route of the API leads to; null for any other route. */
export function resourceOf(route: string | null, basePath: string): string | null {
  return route?.startsWith(`${basePath}/`) ? (route.slice(basePath.length + 1).split('/')[0] ?? null) : null;
}

/**
 * The parameters of a request, decoded.
 * @throws Problem when they are not percent-encoded UTF-8.
 */
export function parametersOf({ url }: Pick<ActionRequest, 'url'>): readonly Parameter[] {
  const mark = url.indexOf('?');
  // Node hands on bytes as they came, each as a character: what they were meant to be is not ours to guess.
  if (/[^ -~]/.test(url)) {
    throw new Problem('malformed_url', 'the URL has characters beyond ASCII', { hint: 'percent-encode them as UTF-8' });
  }
  const parameters = readQueryString(mark < 0 ? '' : url.slice(mark + 1));
  if (!parameters.ok) throw queryProblem(parameters.faults);
  return parameters.value;
}

/** @throws Problem when the request has any parameter. */
export function refuseParameters(request: Pick<ActionRequest, 'url'>): void {
  const parameters = parametersOf(request);
  const [first] = parameters;
  if (first === undefined) return;
  const errors = parameters.map(({ name }) => ({ parameter: name, detail: refusalOf(name) }));
  throw new Problem('unknown_parameter', refusalOf(first.name), { errors });
}

function refusalOf(name: string): string {
  return `this operation takes no parameter ${JSON.stringify(name.slice(0, 80))}`;
}

/** The id in the path of an item, as PostgreSQL writes it; null for what no row can have as its id. */
export function idOf({ params: { id } }: Pick<ActionRequest, 'params'>): string | null {
  // As most are sent.
  if (plainId.test(id)) return id;
  // A longer text is no bigint.
  return /^\d{1,19}$/.test(id) && BigInt(id) < 2n ** 63n ? BigInt(id).toString() : null;
}

const plainId = /^[1-9]\d{0,17}$/;

/**
 * The same where a row is looked for next.
 * @throws Problem for what no row can have as its id: it is a row that is not there.
 */
export function readId(request: Pick<ActionRequest, 'params'>, resource: Resource): string {
  const id = idOf(request);
  if (id === null) throw notFound(resource, request.params.id);
  return id;
}

export function notFound(resource: Resource, id: string): Problem {
  return new Problem('not_found', `there is no ${resource.name} ${id.slice(0, 80)}`);
}

/** Everything that is wrong with the query of a request, as the answer to it. */
export function queryProblem(faults: readonly QueryFault[]): Problem {
  const [first] = faults;
  if (first === undefined) throw new Error('the query has no fault');
  const { code, parameter, position, detail, hint } = first;
  const where =
    parameter === null || position === null || code === 'unknown_parameter'
      ? ''
      : ` (${parameter}, character ${position + 1})`;
  // The same is wrong in several places of one parameter: it is told once.
  const distinct = [...new Map(faults.map((fault) => [`${fault.parameter} ${fault.detail}`, fault])).values()];
  const more = distinct.length > 1 ? ` (and ${distinct.length - 1} more)` : '';
  const errors = distinct.flatMap(errorOf).slice(0, mostErrors);
  return new Problem(code, `${detail}${where}${more}`, { hint, errors });
}

function errorOf({ parameter, detail, hint }: QueryFault): readonly ProblemError[] {
  return parameter === null ? [] : [{ parameter, detail, ...(hint === null ? {} : { hint }) }];
}
