import type { FastifyRequest } from 'fastify';
import type { Share } from '../../db/database.ts';
import type { Authenticate } from '../auth/token.ts';
import type { Model } from '../model/model.ts';
import type { PlanCache } from '../query/shape.ts';
import type { Viewer } from '../query/sql/viewer.ts';
import type { Constraint } from '../schema/constraint.ts';
import type { Identities } from './identity.ts';
import type { StreamPlaces } from './stream_places.ts';

/** What the routes work with. */
export interface RouteContext {
  readonly model: Model;
  /** The model as the role of a caller has it. */
  readonly modelOf: (viewer: Viewer) => Model;
  /** The database, in the share of the caller. */
  readonly databaseOf: (request: FastifyRequest) => Share;
  readonly authenticate: Authenticate;
  readonly identities: Identities;
  readonly constraints: ReadonlyMap<string, Constraint>;
  /** Of all requests that read. */
  readonly plans: PlanCache;
  readonly streams: StreamPlaces;
}
