import { parseExact, rowsOf, writeRow, writeRows } from './json.ts';
import type { DeleteOptions, Signalled } from './options.ts';
import { type Asked, queryOf } from './query.ts';
import type { BigintInput } from './value.ts';

/** A request, and what its answer means. */
export interface Exchange<R> {
  readonly method: string;
  /** Below the base path. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body?: string;
  readonly signal?: AbortSignal;
  readonly read: (answer: Received) => R;
}

/** An answer, by itself or in a batch. */
export interface Received {
  readonly header: (name: string) => string | null;
  /** The body as parseExact reads it; undefined without one. */
  readonly body: unknown;
}

/** An answer by itself. */
export async function received(response: Response): Promise<Received> {
  const text = await response.text();
  return { header: (name) => response.headers.get(name), body: text === '' ? undefined : parseExact(text) };
}

/** The writes of every resource, and a read of one row. */
export const exchanges = {
  read: (name: string, id: RowId, { signal, ...asked }: Asked & Signalled = {}) =>
    rowExchange(name, { method: 'GET', path: `/${name}/${inPath(id)}${queryOf(name, asked)}` }, { signal }),
  create: (name: string, body: object, { signal, idempotencyKey, ...asked }: Asked & Conditional = {}) =>
    rowExchange(
      name,
      { method: 'POST', path: `/${name}${queryOf(name, asked)}`, body: writeRow(name, body) },
      { signal, idempotencyKey },
    ),
  update: (name: string, id: RowId, body: object, { signal, ifMatch, ...asked }: Asked & Conditional = {}) =>
    rowExchange(
      name,
      { method: 'PATCH', path: `/${name}/${inPath(id)}${queryOf(name, asked)}`, body: writeRow(name, body) },
      { signal, ifMatch },
    ),
  delete: (name: string, id: RowId, { signal, ifMatch }: DeleteOptions = {}): Exchange<void> => ({
    ...sent({ method: 'DELETE', path: `/${name}/${inPath(id)}` }, { signal, ifMatch }),
    read: () => {},
  }),
  createMany: (
    name: string,
    bodies: readonly object[],
    { signal, idempotencyKey, ...asked }: Asked & Conditional = {},
  ) => rowsExchange(name, bodies, asked, { signal, idempotencyKey, prefer: [] }),
  upsert: (name: string, bodies: readonly object[], options: Asked & Conditional & Upserting = {}) => {
    const { signal, idempotencyKey, onConflict, ignoreDuplicates = false, ...asked } = options;
    const prefer = [`resolution=${ignoreDuplicates ? 'ignore' : 'merge'}-duplicates`];
    return rowsExchange(name, bodies, { ...asked, onConflict }, { signal, idempotencyKey, prefer });
  },
  updateMany: (name: string, where: object, body: object, options: Counted = {}) =>
    countExchange(
      { method: 'PATCH', path: `/${name}${queryOf(name, { where })}`, body: writeRow(name, body) },
      options,
    ),
  deleteMany: (name: string, where: object, options: Counted = {}) =>
    countExchange({ method: 'DELETE', path: `/${name}${queryOf(name, { where })}` }, options),
};

function rowExchange(name: string, request: Sent, conditions: Sending): Exchange<unknown> {
  return {
    ...sent(request, conditions),
    read: ({ header, body }) => {
      if (body !== undefined && body !== null) return { row: rowsOf(name, body), etag: header('etag') ?? '' };
      const [, id] = /\/(\d+)$/.exec(header('location') ?? request.path.replace(/\?.*/s, '')) ?? [];
      return { row: null, etag: null, id };
    },
  };
}

/** Rows may have different members: a member that a row lacks is its default. */
function rowsExchange(
  name: string,
  bodies: readonly object[],
  { onConflict, ...asked }: Asked & Pick<Upserting, 'onConflict'>,
  { prefer, ...conditions }: Sending & { readonly prefer: readonly string[] },
): Exchange<unknown> {
  const columns = [...new Set(bodies.flatMap((body) => Object.keys(body)))];
  const query = queryOf(name, { ...asked, columns, onConflict });
  const preferences = [...prefer, 'return=representation', 'missing=default'];
  return {
    ...sent(
      { method: 'POST', path: `/${name}${query}`, body: writeRows(name, bodies) },
      { ...conditions, preferences },
    ),
    read: ({ body }) => rowsOf(name, body ?? []),
  };
}

function countExchange(request: Sent, { signal, maxAffected }: Counted): Exchange<number> {
  const preferences = ['count=exact', ...(maxAffected === undefined ? [] : [`max-affected=${maxAffected}`])];
  return {
    ...sent(request, { signal, preferences }),
    read: ({ header }) => Number(/\/(\d+)$/.exec(header('content-range') ?? '')?.[1]),
  };
}

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
}

interface Sending {
  readonly signal: AbortSignal | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly ifMatch?: string | undefined;
  readonly preferences?: readonly string[];
}

/** A request with its headers. */
export function sent(
  request: Sent,
  { signal, idempotencyKey, ifMatch, preferences = [] }: Sending,
): Omit<Exchange<never>, 'read'> {
  return {
    ...request,
    headers: {
      ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': `"${idempotencyKey}"` }),
      ...(ifMatch === undefined ? {} : { 'If-Match': ifMatch }),
      ...(preferences.length === 0 ? {} : { Prefer: preferences.join(', ') }),
    },
    ...(signal === undefined ? {} : { signal }),
  };
}

/** The id of a row; in a batch, that of a row of an earlier answer. */
type RowId = BigintInput | { readonly $result: string };

function inPath(id: RowId): string {
  return typeof id === 'object' ? `$${id.$result}` : String(id);
}

interface Conditional extends Signalled {
  readonly idempotencyKey?: string;
  readonly ifMatch?: string;
}

interface Upserting {
  readonly onConflict?: readonly string[] | undefined;
  readonly ignoreDuplicates?: boolean;
}

interface Counted extends Signalled {
  readonly maxAffected?: number;
}
