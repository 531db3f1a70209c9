import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Resource } from '../model/model.ts';
import type { ActionRequest, ItemRoute } from './request/action_request.ts';
import type { View } from './request/view.ts';
import type { Answer } from './response/send.ts';
import type { Run } from './run.ts';

/** An answer that is sent while it is made. */
export interface Streamed {
  readonly stream: (request: FastifyRequest<ItemRoute>, reply: FastifyReply) => Promise<FastifyReply>;
}

/** A request whose body is not read yet. */
export type Headed = Pick<ActionRequest, 'headers' | 'preferred'>;

/** What answers the requests of an action. The order of its checks is in docs/access.md. */
export interface Handler<Kind extends Resource, Head> {
  /**
   * Reads the headers that mean something to the action, besides what the request prefers, before the body is read.
   * @throws Problem for a header that cannot be read, or has no meaning here.
   */
  readonly readHead: (request: Headed) => Head;
  /** @throws Problem for a request that is refused. In a transaction that has begun, that has to be rolled back then. */
  readonly answer: (request: ActionRequest, view: View<Kind>, head: Head, run: Run) => Promise<Answer | Streamed>;
}

/** A handler as its route knows it: of any kind of resource, with the head that it has read itself. */
export interface Served {
  readonly readHead: (request: Headed) => unknown;
  readonly answer: (request: ActionRequest, view: View, head: unknown, run: Run) => Promise<Answer | Streamed>;
}

export function served<Kind extends Resource, Head>({ readHead, answer }: Handler<Kind, Head>): Served {
  return { readHead, answer: (request, view, head, run) => answer(request, view as View<Kind>, head as Head, run) };
}
