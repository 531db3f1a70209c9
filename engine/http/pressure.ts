import { getHeapStatistics } from 'node:v8';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Limits } from '../definition/model.ts';
import { Problem } from './problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Asked by those that watch over the service, and answered whatever the load. */
    readonly probe?: boolean;
  }
}

/**
 * Refuses requests while the process cannot keep up with them: its event loop is late, or its memory nearly full. Those that
 * wait for the database are bounded by db/fair_share.ts.
 */
export async function addPressure(server: FastifyInstance, limits: Limits): Promise<void> {
  await server.register(underPressure, {
    maxEventLoopDelay: limits.eventLoopDelayMilliseconds,
    maxHeapUsedBytes: getHeapStatistics().heap_size_limit * fullHeap,
    pressureHandler: refuse,
  });
}

const fullHeap = 0.9;

function refuse({ routeOptions }: FastifyRequest): void {
  if (routeOptions.config.probe === true) return;
  throw new Problem('overloaded', 'the service has more to do than it can', { headers: { 'retry-after': '1' } });
}
