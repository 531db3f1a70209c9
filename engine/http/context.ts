import type { FastifyRequest } from 'fastify';
import type { Share } from '../../db/database.ts';
import type { Query } from '../../db/statement.ts';
import type { Authenticate } from '../auth/token.ts';
import type { ProblemError } from '../contract/problem.ts';
import type { Model } from '../model/model.ts';
import type { PlanCache } from '../query/cache/plan_cache.ts';
import type { WriteCache } from '../query/cache/write_cache.ts';
import type { Constraint } from '../schema/constraint/constraints.ts';
import type { Readers } from './edge/readers.ts';
import type { Identities } from './request/identity.ts';
import type { Recovery } from './request/recovery.ts';
import type { StreamPlaces } from './response/stream_places.ts';

/** What the routes work with. */
export interface RouteContext {
  readonly model: Model;
  /** The database, in the share of the caller. */
  readonly databaseOf: (request: FastifyRequest) => Share;
  /** What only reads may read from a replica: see Readers. */
  readonly readerOf: Readers['readerOf'];
  readonly identityReaderOf: Readers['identityReaderOf'];
  readonly authenticate: Authenticate;
  readonly identities: Identities;
  readonly recovery: Recovery;
  /** Asks what is short and trusted: in no share of a caller. */
  readonly query: Query;
  readonly constraints: ReadonlyMap<string, Constraint>;
  /** Of all requests that read. */
  readonly plans: PlanCache;
  /** Of all requests that write one row. */
  readonly writes: WriteCache;
  readonly streams: StreamPlaces;
  /** By the names of the resources. */
  readonly writeRules: ReadonlyMap<string, WriteRules>;
}

/** What a resource asks of bodies that write it, besides what its definition says. */
export interface WriteRules {
  /** A scope that a write needs too, and what needs it. */
  readonly scope: string;
  readonly need: string;
  /** What is wrong with a body besides what its schema says; the model is as the role of the caller has it. */
  readonly faultsOf: (body: object, model: Model) => readonly ProblemError[];
}
