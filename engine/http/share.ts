import type { FastifyRequest } from 'fastify';
import type { Database } from '../../db/database.ts';
import { clientOf } from './address.ts';
import type { RequestDatabase } from './context.ts';

/** Gives each request the database in the share of its caller. */
export function databaseByCaller(database: Database): (request: FastifyRequest) => RequestDatabase {
  return (request) => ({ ...database.share(shareOf(request)), stream: database.stream });
}

/** One share for each identity. Callers who have none share by the subject of their token, or else by their address. */
export function shareOf({ caller, ip }: FastifyRequest): string {
  if (caller.identity !== null) return `identity ${caller.identity}`;
  return caller.subject === null ? `address ${clientOf(ip)}` : `subject ${caller.subject}`;
}
