import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Resource } from '../model/model.ts';
import type { ItemRequest } from './request/url.ts';
import type { View } from './request/view.ts';

/** What answers the requests of an action. The order of its checks is in docs/access.md. */
export interface Handler<Kind extends Resource, Head> {
  /**
   * Reads the headers that mean something to the action, before the body is read.
   * @throws Problem for a header that cannot be read, or has no meaning here.
   */
  readonly readHead: (request: FastifyRequest) => Head;
  readonly answer: (request: ItemRequest, reply: FastifyReply, view: View<Kind>, head: Head) => Promise<FastifyReply>;
}

/** A handler as its route knows it: the guard has noted the head and the view in the request. */
export interface Served {
  readonly readHead: (request: FastifyRequest) => unknown;
  readonly handle: (request: ItemRequest, reply: FastifyReply) => Promise<FastifyReply>;
}

export function served<Kind extends Resource, Head>({ readHead, answer }: Handler<Kind, Head>): Served {
  return {
    readHead,
    handle: (request, reply) => answer(request, reply, request.view as View<Kind>, request.head as Head),
  };
}
