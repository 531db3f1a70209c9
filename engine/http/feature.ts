import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import type { Registry } from 'prom-client';
import type { Database } from '../../db/database.ts';
import { type ExtensionPoint, extensionPoint } from '../model/feature.ts';
import type { Model } from '../model/model.ts';
import type { FileStore } from '../store/store.ts';
import type { RouteContext, WriteRules } from './context.ts';

/** What a feature does in a service, beside the actions of its resource. */
export interface ServicePart {
  /** Ways of the router to tell requests apart. */
  readonly constraints?: RouterConstraints;
  readonly addMetrics?: AddMetrics;
  /** What a resource asks of those who write it, by its name. */
  readonly writeRules?: readonly [resource: string, rules: WriteRules];
  /** How long some requests may take to come, in seconds, where the limit of all others is too short for them. */
  readonly longestRequestSeconds?: number;
  /** Adds routes of its own. */
  readonly addRoutes?: (server: FastifyInstance, context: ServiceContext) => void;
}

/** Adds metrics that ask the database. */
export type AddMetrics = (registry: Registry, database: Pick<Database, 'query'>) => void;

interface ServiceContext extends RouteContext {
  /** For what is nobody's request. */
  readonly database: Database;
  /** Where the bytes of files are; null where the service was given no store. */
  readonly files: FileStore | null;
  /** Between two signs of life on an open answer. */
  readonly heartbeatMilliseconds: number;
}

type RouterConstraints = NonNullable<NonNullable<FastifyServerOptions['routerOptions']>['constraints']>;

/** What features do in a service of a model; null for nothing. It is loaded when the service begins. */
export const inService: ExtensionPoint<(model: Model) => Promise<ServicePart | null>> = extensionPoint();

export async function servicePartsOf(model: Model): Promise<readonly ServicePart[]> {
  const parts = await Promise.all(inService.all(model).map((load) => load(model)));
  return parts.filter((part) => part !== null);
}
