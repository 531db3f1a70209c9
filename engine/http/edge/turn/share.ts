import type { FastifyRequest } from 'fastify';
import type { Database, Share } from '../../../../db/database.ts';
import { clientOf } from '../connection/address.ts';

/** Gives each request the database in the share of its caller. */
export function databaseByCaller(database: Database): (request: FastifyRequest) => Share {
  return (request) => database.share(shareOf(request));
}

/**
 * One share for each identity. Callers without an identity share by the subject of their token, or else by their
 * address.
 */
export function shareOf({ caller, ip }: FastifyRequest): string {
  if (caller.identity !== null) return `identity ${caller.identity}`;
  return caller.subject === null ? `address ${clientOf(ip)}` : `subject ${caller.subject}`;
}
