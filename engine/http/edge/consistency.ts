import type { FastifyInstance, FastifyRequest } from 'fastify';
import { later, type Position, positionText, readPosition } from '../../../db/replica/position.ts';
import type { Replicas } from '../../../db/replica/replicas.ts';
import { studioPath } from '../../contract/studio/endpoints.ts';
import type { Service } from '../../model/service.ts';
import { refusedHeader } from '../response/etag.ts';

const header = 'consistency-token';
const cookie = 'consistency_token';

/**
 * Lets callers read what they have written, on any replica. The answer to a write has a token, as a header and as a cookie. A
 * read with the token sees the write. The token is a position in the log of the primary.
 */
export function addConsistency(
  server: FastifyInstance,
  { end }: Pick<Replicas, 'end'>,
  { basePath, studio, limits }: Pick<Service, 'basePath' | 'studio' | 'limits'>,
): void {
  // The endpoints of Studio are outside of the API.
  const paths = [basePath === '' ? '/' : basePath, ...(studio === null ? [] : [studioPath])];
  // By then, each replica that is read from has the write.
  const maxAge = limits.replicaLagSeconds + 1;
  server.addHook('preValidation', (request, _reply, done) => {
    const sent = request.headers[header]?.toString();
    if (isRead(request) && isKnown(request) && sent !== undefined && readPosition(sent) === null)
      throw refusedHeader(
        'Consistency-Token',
        'Consistency-Token is not a token of this service',
        'send the Consistency-Token of an answer as it came',
      );
    done();
  });
  server.addHook('onSend', async (request, reply, payload) => {
    if (isRead(request) || !isKnown(request) || !mayHaveWritten(reply.statusCode)) return payload;
    const position = await end();
    if (position === null) return payload;
    const token = positionText(position);
    const secure = request.protocol === 'https' ? '; Secure' : '';
    reply.header(header, token);
    for (const path of paths) {
      const attributes = `Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${secure}`;
      reply.header('set-cookie', `${cookie}=${token}; ${attributes}`);
    }
    return payload;
  });
}

const inCookie = new RegExp(`(?:^|;)\\s*${cookie}=([^;\\s]+)`);

/** The position that a request has seen already; null for none. The later one counts of the header and the cookie. */
export function sentPosition({ headers }: Pick<FastifyRequest, 'headers'>): Position | null {
  const [, kept = ''] = inCookie.exec(headers.cookie ?? '') ?? [];
  return later(readPosition(headers[header]?.toString() ?? ''), readPosition(kept));
}

function isRead({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}

/** Whether the caller was found out. */
function isKnown({ caller }: { readonly caller?: unknown }): boolean {
  return caller !== undefined;
}

/** Others may have written what makes a refusal: who looks for it must find it. */
function mayHaveWritten(status: number): boolean {
  return status < 400 || status === 404 || status === 409 || status === 412;
}
