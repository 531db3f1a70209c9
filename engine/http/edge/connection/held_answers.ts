import type { FastifyInstance } from 'fastify';
import { Problem } from '../../../contract/problem.ts';
import type { Limits } from '../../../model/service.ts';

/** Shorter answers are not counted: the connections have a limit of their own. */
const largeLength = 262_144;
/** Of the longest answers, so many may wait for their readers at a time. */
const longestAnswers = 4;

// What an answer says of a body that is not given.
const ofBody = ['etag', 'content-range', 'link', 'preference-applied'] as const;

/**
 * Bounds the memory of answers that their readers have not taken yet: one more large answer to a read is refused. The
 * answer to a write is counted and given, since what it tells has been done.
 */
export function addHeldAnswers(server: FastifyInstance, { responseBytes }: Pick<Limits, 'responseBytes'>): void {
  const most = longestAnswers * responseBytes;
  let held = 0;
  server.addHook('onSend', ({ method }, reply, payload, done) => {
    const { length } = typeof payload === 'string' || payload instanceof Buffer ? payload : '';
    if (length < largeLength) return done(null, payload);
    if (held + length > most && method === 'GET') {
      for (const name of ofBody) reply.removeHeader(name);
      const detail = 'answers that wait for their readers take all the memory that they may';
      return done(new Problem('overloaded', detail, { headers: { 'retry-after': '1' } }));
    }
    held += length;
    let isHeld = true;
    const release = () => {
      if (isHeld) held -= length;
      isHeld = false;
    };
    reply.raw.once('finish', release);
    reply.raw.once('close', release);
    done(null, payload);
  });
}
