import type { Client } from '../../contract/typescript/client/client.ts';
import { createClient } from '../../contract/typescript/client/create_client.ts';
import { parseExact, rowsOf } from '../../contract/typescript/client/json.ts';
import type { CredentialKeeper } from '../sign_in/credentials.ts';
import { signedFetch } from '../sign_in/signed_fetch.ts';
import type { Row, Rows } from './row.ts';

/** The service as Studio asks it. Each method throws a ProblemError when the service refuses. */
export interface Api {
  /** A page of a list. The query is that of the API, without a question mark. */
  list(resource: string, query: string, options?: ListOptions): Promise<Rows>;
  /** One row, with its links. */
  read(resource: string, id: string, query: string, signal?: AbortSignal): Promise<Row>;
  /** An answer of the service to Studio itself, by its path below /studio. */
  studio(path: string, signal?: AbortSignal): Promise<unknown>;
  /** Any request, by its path below the base path. */
  request(
    path: string,
    options?: { readonly headers?: Readonly<Record<string, string>>; readonly signal?: AbortSignal },
  ): Promise<Response>;
  /** The client with which all of them ask. */
  readonly client: Client;
}

interface ListOptions {
  readonly count?: 'exact';
  readonly signal?: AbortSignal;
}

/** Asks with the token that the keeper has. */
export function createApi(keeper: Pick<CredentialKeeper, 'token' | 'refuse'>): Api {
  const url = window.location.origin;
  const bearer = async () => (await keeper.token()) ?? '';
  const ask = signedFetch(keeper, fetch);
  const client = createClient({ url, token: bearer, fetch: ask });
  const get = (path: string, headers: Readonly<Record<string, string>>, signal: AbortSignal | undefined) =>
    client.request('GET', path, { headers, ...(signal === undefined ? {} : { signal }) });
  return {
    async list(resource, query, { count, signal } = {}) {
      const response = await get(
        `/${resource}${query === '' ? '' : `?${query}`}`,
        count === undefined ? {} : { Prefer: `count=${count}` },
        signal,
      );
      const rows = rowsOf(resource, parseExact(await response.text())) as readonly Row[];
      const [, total] = /\/(\d+)$/.exec(response.headers.get('Content-Range') ?? '') ?? [];
      const [, next] = /<[^>?]*\?([^>]*)>; *rel="next"/.exec(response.headers.get('Link') ?? '') ?? [];
      return { rows, total: total === undefined ? null : Number(total), next: next ?? null };
    },
    async read(resource, id, query, signal) {
      const path = `/${resource}/${encodeURIComponent(id)}${query === '' ? '' : `?${query}`}`;
      return rowsOf(resource, parseExact(await (await get(path, {}, signal)).text())) as Row;
    },
    async studio(path, signal) {
      const own = createClient({
        url,
        token: bearer,
        fetch: (input, init) => ask(outside(String(input), path), init),
      });
      return (await own.request('GET', path, signal === undefined ? {} : { signal })).json();
    },
    request: (path, options) => client.request('GET', path, options),
    client,
  };
}

/** What the service adds for Studio is beside the API, not below its base path. */
function outside(input: string, path: string): string {
  return `${new URL(input).origin}/studio${path}`;
}
