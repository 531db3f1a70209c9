import { getHeapStatistics } from 'node:v8';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../../contract/problem.ts';
import type { Admission } from './admission.ts';

/** Refuses requests that the admission has no time for, and all of them while the memory is nearly full. */
export async function addPressure(server: FastifyInstance, admission: Admission): Promise<void> {
  await server.register(underPressure, {
    maxHeapUsedBytes: getHeapStatistics().heap_size_limit * fullHeap,
    pressureHandler: refuse,
  });
  server.addHook('onRequest', (request, _reply, done) => {
    if (admission.isRefused(request.raw)) refuse(request);
    done();
  });
}

const fullHeap = 0.9;

function refuse({ routeOptions }: FastifyRequest): void {
  if (routeOptions.config.probe === true) return;
  throw new Problem('overloaded', 'the service has more requests than it can answer', {
    headers: { 'retry-after': '1' },
  });
}
