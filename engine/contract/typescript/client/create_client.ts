import type { Client, ClientOptions, DeleteOptions, Page, RequestOptions } from './client.ts';
import { readRows, requireExactJson, writeRow } from './json.ts';
import { problemOf } from './problem.ts';
import { type Asked, queryOf } from './query.ts';
import { basePath } from './resources.ts';
import type { BigintInput } from './value.ts';

/** @throws TypeError for an address that is not a URL, and in a runtime that would lose digits of long numbers. */
export function createClient({ url, token, fetch = globalThis.fetch }: ClientOptions): Client {
  requireExactJson();
  const base = `${new URL(url).href.replace(/\/$/, '')}${basePath}`;

  const request: Client['request'] = async (method, path, { headers = {}, body, signal } = {}) => {
    const bearer = typeof token === 'function' ? await token() : token;
    const response = await fetch(`${base}${path}`, {
      method,
      headers: {
        Accept: 'application/json',
        ...(bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal }),
    });
    if (response.ok) return response;
    throw await problemOf(response);
  };

  const page = async (name: string, query: string, options: RequestOptions): Promise<Page<unknown>> => {
    const response = await request('GET', `/${name}${query}`, options);
    const rows = readRows(name, await response.text()) as unknown[];
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

  const row = async (method: string, name: string, path: string, options: RequestOptions) => {
    const response = await request(method, path, options);
    const text = await response.text();
    if (text !== '') return { row: readRows(name, text), etag: response.headers.get('ETag') ?? '' };
    const [, id] = /\/(\d+)$/.exec(response.headers.get('Location') ?? path.replace(/\?.*/s, '')) ?? [];
    return { row: null, etag: null, id };
  };

  const write = (name: string, { method, path, body }: Sent, options: Asked & Conditional) => {
    const { signal, idempotencyKey, ifMatch, ...asked } = options;
    return row(method, name, `${path}${queryOf(name, asked)}`, {
      ...(signal === undefined ? {} : { signal }),
      headers: {
        ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': `"${idempotencyKey}"` }),
        ...(ifMatch === undefined ? {} : { 'If-Match': ifMatch }),
      },
      body: writeRow(name, body),
    });
  };

  const client = {
    request,
    list,
    async *iterate(name: string, options: Asked & Counted = {}) {
      for (let at: Page<unknown> | null = await list(name, options); at !== null; at = (await at.next?.()) ?? null) {
        yield* at.rows;
      }
    },
    read: (name: string, id: BigintInput, { signal, ...asked }: Asked & Pick<RequestOptions, 'signal'> = {}) =>
      row('GET', name, `/${name}/${id}${queryOf(name, asked)}`, signal === undefined ? {} : { signal }),
    create: (name: string, body: object, options: Asked & Conditional = {}) =>
      write(name, { method: 'POST', path: `/${name}`, body }, options),
    update: (name: string, id: BigintInput, body: object, options: Asked & Conditional = {}) =>
      write(name, { method: 'PATCH', path: `/${name}/${id}`, body }, options),
    delete: async (name: string, id: BigintInput, { signal, ifMatch }: DeleteOptions = {}) => {
      await request('DELETE', `/${name}/${id}`, {
        ...(signal === undefined ? {} : { signal }),
        ...(ifMatch === undefined ? {} : { headers: { 'If-Match': ifMatch } }),
      });
    },
    history: (name: string, id: BigintInput, options: Asked & Counted = {}) =>
      list(`${name}_history`, { ...options, where: { ...options.where, [`${name}_id`]: { eq: id } } }),
  };
  // What each method takes and gives follows from the name of the resource, which types alone know.
  return client as Client;
}

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: object;
}

interface Counted extends Pick<RequestOptions, 'signal'> {
  readonly count?: string;
}

interface Conditional extends Pick<RequestOptions, 'signal'> {
  readonly idempotencyKey?: string;
  readonly ifMatch?: string;
}
