import type { FastifyRequest } from 'fastify';
import type { RouteContext } from '../context.ts';

/** What the endpoints of Studio work with. */
export interface StudioContext extends RouteContext {
  /** Where the pages of the documentation are; null without them. */
  readonly documentation: string | null;
}

/**
 * The answer of an endpoint as JSON text, to a caller who is known.
 * @throws Problem for a request that is refused.
 */
export type StudioAnswer = (request: FastifyRequest) => string | Promise<string>;
