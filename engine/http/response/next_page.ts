import type { Row } from '../../../db/statement.ts';
import type { Limits } from '../../model/service.ts';
import { hasCursor, writeCursor } from '../../query/plan/cursor.ts';
import type { AnyListPlan } from '../../query/plan/list_plan.ts';
import type { Parameter } from '../../query/plan/query_string.ts';
import type { ActionRequest } from '../request/action_request.ts';
import { pathOf } from '../request/url.ts';

/** Where a page ends: the place behind it, how many rows it has, and the row of its statement, with the keys of its last. */
interface PageEnd {
  readonly place: number;
  readonly count: number;
  readonly row: Row;
}

/** A URL as it was sent, and all of its parameters. */
interface ReadUrl extends Pick<ActionRequest, 'url'> {
  readonly parameters: readonly Parameter[];
}

/** The path of the next page, with the rest of the URL unchanged; null if the list did not stop at its limit. */
export function nextPage(
  asked: ReadUrl,
  plan: AnyListPlan,
  { place, count, row }: PageEnd,
  { urlBytes }: Pick<Limits, 'urlBytes'>,
): string | null {
  const { limit, order } = plan;
  if (limit === null || limit === 0 || count < limit) return null;
  const page = `${pathOf(asked)}?${keptOf(asked)}limit=${limit}&`;
  const key = (index: number) => row[`key_${index}`] ?? null;
  if (hasCursor(plan)) {
    const keys = [...order.map((_, index) => key(index)), key(order.length)];
    const url = `${page}after=${writeCursor({ place, keys })}`;
    // A key may be a text longer than any URL.
    if (url.length <= urlBytes) return url;
  }
  return `${page}offset=${place}`;
}

const ofPage = new Set(['after', 'limit', 'offset']);

/** The parameters that say nothing of the page, as the URL has them, each with its `&`. They are not decoded again. */
function keptOf({ url, parameters }: ReadUrl): string {
  let kept = '';
  let begin = url.indexOf('?') + 1;
  for (const { name } of parameters) {
    // What stands between two of these is no parameter.
    while (url[begin] === '&') begin += 1;
    const end = url.indexOf('&', begin);
    const behind = end < 0 ? url.length : end;
    if (!ofPage.has(name)) kept += `${url.slice(begin, behind)}&`;
    begin = behind + 1;
  }
  // Clients may write `->>` as it is; in a Link header the URL stands between angle brackets.
  return foreign.test(kept) ? kept.replaceAll(anyForeign, encodeURIComponent) : kept;
}

const foreign = /[^\w!#$%&'()*+,\-./:;=?@~]/;
const anyForeign = new RegExp(foreign, 'g');
