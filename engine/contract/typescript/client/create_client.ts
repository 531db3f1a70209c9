import { type Batch, type BatchOptions, batchExchange, type Part } from './batch.ts';
import { type CallOptions, callExchange } from './call.ts';
import type { Client, ClientOptions, RequestOptions } from './client.ts';
import { type Exchange, exchanges, received } from './exchange.ts';
import { exactAggregates } from './group.ts';
import { parseExact, requireExactJson, rowsOf } from './json.ts';
import type { Page } from './options.ts';
import { problemOf } from './problem.ts';
import { type Asked, queryOf } from './query.ts';
import { basePath } from './resources.ts';
import type { BigintInput } from './value.ts';

/** @throws TypeError for an address that is not a URL, and in a runtime that would lose digits of long numbers. */
export function createClient({ url, token, fetch = globalThis.fetch }: ClientOptions): Client {
  requireExactJson();
  const base = `${new URL(url).href.replace(/\/$/, '')}${basePath}`;

  /** The last write that is known: later reads are to show it. */
  let written: string | null = null;
  const request: Client['request'] = async (method, path, { headers = {}, body, signal } = {}) => {
    const before = written;
    const bearer = typeof token === 'function' ? await token() : token;
    const response = await fetch(`${base}${path}`, {
      method,
      headers: {
        Accept: 'application/json',
        ...(method === 'GET' && before !== null ? { 'Consistency-Token': before } : {}),
        ...(bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      // A stream is sent while it is read.
      ...(body === undefined ? {} : { body, duplex: 'half' }),
      ...(signal === undefined ? {} : { signal }),
    } as RequestInit);
    const now = response.headers.get('Consistency-Token');
    // The later one counts of two writes at a time. After another write, a lower token is of a database that was set back.
    if (now !== null) written = written === before ? now : later(written ?? now, now);
    if (response.ok) return response;
    throw await problemOf(response);
  };

  const page = async (name: string, query: string, options: RequestOptions): Promise<Page<unknown>> => {
    const response = await request('GET', `/${name}${query}`, options);
    const aggregates = exactAggregates(name, new URLSearchParams(query).get('select') ?? '');
    const rows = rowsOf(name, parseExact(await response.text()), aggregates) as unknown[];
    const [, total] = /\/(\d+)$/.exec(response.headers.get('Content-Range') ?? '') ?? [];
    // The path before the query is that of the service itself, which a proxy may show under another.
    const [, next] = /<[^>?]*(\?[^>]*)>; *rel="next"/.exec(response.headers.get('Link') ?? '') ?? [];
    return {
      rows,
      total: total === undefined ? null : Number(total),
      next: next === undefined ? null : () => page(name, next, options),
    };
  };

  const list = (name: string, { signal, count, ...asked }: Asked & Counted = {}) =>
    page(name, queryOf(name, asked), {
      ...(signal === undefined ? {} : { signal }),
      ...(count === undefined ? {} : { headers: { Prefer: `count=${count}` } }),
    });

  const run = async <R>({ method, path, headers, body, signal, read }: Exchange<R>): Promise<R> =>
    read(
      await received(
        await request(method, path, {
          headers,
          ...(body === undefined ? {} : { body }),
          ...(signal === undefined ? {} : { signal }),
        }),
      ),
    );

  const running =
    <Given extends never[]>(begin: (...given: Given) => Exchange<unknown>) =>
    (...given: Given) =>
      run(begin(...given));

  const client = {
    request,
    list,
    async *iterate(name: string, options: Asked & Counted = {}) {
      for (let at: Page<unknown> | null = await list(name, options); at !== null; at = (await at.next?.()) ?? null) {
        yield* at.rows;
      }
    },
    ...Object.fromEntries(Object.entries(exchanges).map(([name, begin]) => [name, running(begin)])),
    call: (name: string, call: string, input: object, options: CallOptions = {}) =>
      run(callExchange([name, call], '', input, options)),
    callRow: (name: string, id: BigintInput, call: string, ...given: [input: object, options?: CallOptions]) =>
      run(callExchange([name, call], `/${id}`, ...given)),
    batch: (make: (batch: Batch) => readonly Part<unknown>[], options: BatchOptions = {}) =>
      run(batchExchange(make, options, null)),
    dryRun: (make: (batch: Batch) => readonly Part<unknown>[], options: BatchOptions = {}) =>
      run(batchExchange(make, options, 'tx=rollback, return=effects')),
    history: (name: string, id: BigintInput, options: Asked & Counted = {}) =>
      list(`${name}_history`, { ...options, where: { ...options.where, [`${name}_id`]: { eq: id } } }),
  };
  // What each method takes and gives follows from the name of the resource, which types alone know.
  return client as unknown as Client;
}

/** The later one of two places in the log of the database, which are hexadecimal numbers with a slash. */
function later(one: string, other: string): string {
  const digits = (token: string) => token.replace(/[^/]+/g, (part) => part.padStart(8, '0'));
  return digits(one) > digits(other) ? one : other;
}

interface Counted extends Pick<RequestOptions, 'signal'> {
  readonly count?: string;
}
