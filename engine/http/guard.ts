import type { FastifyRequest } from 'fastify';
import type { Caller } from '../auth/caller.ts';
import { holdsScope, scopeOf } from '../auth/scope.ts';
import type { Authenticate } from '../auth/token.ts';
import type { Operation, Resource } from '../definition/model.ts';
import { acceptsJson } from './accept.ts';
import { Problem } from './problem.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; there once the request has passed its guard. */
    caller: Caller;
  }
}

/** What an operation answers with, and how to tell from an Accept header that it is welcome. */
export interface Offer {
  readonly type: string;
  readonly isAccepted: (accept: string) => boolean;
}

const json: Offer = { type: 'application/json', isAccepted: acceptsJson };

/**
 * A hook that lets through who may do an operation and takes its answer, which is JSON unless another is offered. It runs
 * before the body is read: what a stranger sends is not worth parsing.
 */
export function guard(
  authenticate: Authenticate,
  operation: Operation,
  resource: Resource,
  { type, isAccepted }: Offer = json,
): (request: FastifyRequest) => Promise<void> {
  const scope = scopeOf(operation, resource.name);
  return async (request) => {
    const { accept, authorization } = request.headers;
    if (accept !== undefined && !isAccepted(accept)) {
      const detail = `nothing here is of the type ${accept.slice(0, 80)}`;
      throw new Problem('not_acceptable', detail, { hint: `accept ${type}` });
    }
    const authentication = await authenticate(authorization);
    if (!authentication.ok) {
      const { code, detail } = authentication.reason;
      throw new Problem('unauthenticated', detail, { headers: { 'www-authenticate': challenge(code, detail) } });
    }
    requireScope(authentication.caller, scope);
    request.caller = authentication.caller;
  };
}

/**
 * @throws Problem when the caller does not hold the scope. What needs it besides the operation itself, if anything does,
 * is said in words.
 */
export function requireScope(caller: Caller, scope: string, need?: string): void {
  if (holdsScope(caller, scope)) return;
  const why = need === undefined ? '' : `, which ${need} needs`;
  throw new Problem('insufficient_scope', `the token lacks the scope ${scope}${why}`, {
    headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  });
}

/** RFC 6750, section 3: a request without credentials gets no error code; a description is ASCII without " and \. */
function challenge(code: string | null, detail: string): string {
  if (code === null) return 'Bearer';
  return `Bearer error="${code}", error_description="${detail.replace(/[^ !#-[\]-~]/g, "'")}"`;
}
