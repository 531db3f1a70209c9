import type { Pooler } from '../db/connection/session.ts';
import { serverOfRun } from './server.ts';

/** How `test/pooled/run.ts` tells the tests of the pooler through which they reach their databases. */
export const poolerVariable = 'ALMANAC_TEST_POOLER';

export interface TestPooler extends Pick<Pooler, 'prepares'> {
  /** Its host and port. */
  readonly address: string;
}

// Commands of the tests have an environment of their own for a while.
const { [poolerVariable]: told } = process.env;
const pooler: TestPooler | null = told ? JSON.parse(told) : null;

/** How a service connects to a database of the tests: by the pooler of the run, if it has one. */
export function addressOf(url: string): { readonly url: string; readonly pooler: Pooler | undefined } {
  if (pooler === null || !isOfRun(url)) return { url, pooler: undefined };
  return { url: pooledUrl(url, pooler), pooler: { prepares: pooler.prepares, sessionUrl: url } };
}

/** The same for a command, in its environment. */
export function pooledEnvironment(environment: Record<string, string>): Record<string, string> {
  const { DATABASE_URL: url, DATABASE_SESSION_URL: sessionUrl } = environment;
  if (pooler === null || url === undefined || sessionUrl !== undefined || !isOfRun(url)) return environment;
  return { ...environment, DATABASE_URL: pooledUrl(url, pooler), DATABASE_SESSION_URL: url };
}

function isOfRun(url: string): boolean {
  const server = serverOfRun();
  return server !== null && URL.canParse(url) && new URL(url).host === new URL(server.url).host;
}

function pooledUrl(url: string, { address }: TestPooler): string {
  const target = new URL(url);
  target.host = address;
  return target.href;
}
