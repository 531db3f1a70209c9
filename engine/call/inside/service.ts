import type { ServiceRequest, ServiceResponse } from '../message.ts';

/** A request came after its call was answered. */
export class ClientOver extends Error {
  override readonly name = 'ClientOver';
}

/** The generated client, of which only the names are known here. */
export type ServiceClient = Record<string, unknown>;

type CreateClient = (options: { readonly url: string; readonly fetch: typeof fetch }) => ServiceClient;

interface Asked {
  readonly id: number;
  readonly number: number;
  readonly request: ServiceRequest;
}

/** The client of one call after the other. */
export interface Service {
  /** Begins a call, by its id. Gives the function that makes its client. */
  open(id: number): (create: CreateClient) => ServiceClient;
  /** Hands over the answer to the request of this number. */
  answered(number: number, response: ServiceResponse): void;
  /** Refuses every later request of the call. Gives how many requests were not answered yet. */
  close(): number;
}

/** What has a meaning only outside the transaction of a call. */
const unoffered = ['batch', 'dryRun', 'call', 'callRow'];

/**
 * Sends the requests of handlers one by one, because all of a call run in one transaction. A handler that does not wait for
 * answers fills its own memory, not that of the service.
 */
export function createService(send: (asked: Asked) => void): Service {
  let current: number | null = null;
  let latest = 0;
  let unanswered = 0;
  let waiting: { readonly number: number; readonly resolve: (response: ServiceResponse) => void } | null = null;
  let last: Promise<unknown> = Promise.resolve();

  const ask = (id: number, request: ServiceRequest): Promise<ServiceResponse> => {
    if (current !== id) throw new ClientOver('the call is answered, so its client sends no more requests');
    latest += 1;
    const number = latest;
    const { promise, resolve } = Promise.withResolvers<ServiceResponse>();
    waiting = { number, resolve };
    send({ id, number, request });
    return promise;
  };

  const inTurn = (id: number, request: ServiceRequest): Promise<ServiceResponse> => {
    if (current !== id) return Promise.reject(new ClientOver(`the call is answered; ${request.method} is refused`));
    unanswered += 1;
    const answer = last.then(() => ask(id, request));
    last = answer.catch(() => {});
    return answer.finally(() => {
      if (current === id) unanswered -= 1;
    });
  };

  return {
    open: (id) => {
      current = id;
      unanswered = 0;
      waiting = null;
      last = Promise.resolve();
      return (create) => {
        const client = create({
          url: origin,
          fetch: async (url, init = {}) => responseOf(await inTurn(id, requestOf(url, init))),
        });
        return Object.fromEntries(Object.entries(client).filter(([name]) => !unoffered.includes(name)));
      };
    },
    answered: (number, response) => {
      if (waiting?.number !== number) return;
      const { resolve } = waiting;
      waiting = null;
      resolve(response);
    },
    close: () => {
      current = null;
      return unanswered;
    },
  };
}

const origin = 'http://service';

function requestOf(url: Parameters<typeof fetch>[0], { method = 'GET', headers, body }: RequestInit): ServiceRequest {
  const sent = headers as Readonly<Record<string, string>> | undefined;
  return {
    method,
    url: String(url).slice(origin.length),
    headers: { ...sent },
    body: typeof body === 'string' ? body : null,
  };
}

function responseOf({ status, headers, body }: ServiceResponse): Response {
  return new Response(body, { status, headers: { ...headers } });
}
