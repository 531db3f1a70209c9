import type { FastifyReply, FastifyRequest } from 'fastify';
import { createAuthenticate } from '../../../engine/auth/token.ts';

const secret = process.env.JWT_SECRET ?? '';
const authenticate = createAuthenticate(
  { kind: 'secret', secret },
  {
    token: { issuer: null, audiences: [], type: null, clockToleranceSeconds: 0, tokenUrl: null },
    claims: {
      identity: 'identity_id',
      scope: 'scope',
      role: 'role',
      others: new Map([['party_id', 'party_id']]),
      partyOfIdentity: true,
    },
  },
);

/** Who calls: the role, and the ids of the identity and its party. */
export interface Caller {
  readonly role: string | null;
  readonly identity: string;
  readonly party: string;
}

/** Who may do what needs such a scope; null after the answer to whom may not. */
export async function callerOf(request: FastifyRequest, reply: FastifyReply, scope: string): Promise<Caller | null> {
  const found = await authenticate(request.headers.authorization);
  if (!found.ok) {
    await reply.code(401).send();
    return null;
  }
  const { role, scopes, identity, claims } = found.caller;
  if (!scopes.has(scope) && !scopes.has('manage:data')) {
    await reply.code(403).send();
    return null;
  }
  return { role, identity: String(identity), party: claims.get('party_id') ?? '' };
}
