import { getHeapStatistics } from 'node:v8';
import type { FastifyInstance } from 'fastify';
import { Problem } from '../../../contract/problem.ts';
import type { Admission } from './admission.ts';

const fullHeap = 0.9;
const lookMilliseconds = 1000;

/** Refuses requests that the admission has no time for, and all of them while the memory is nearly full. */
export function addPressure(server: FastifyInstance, { isRefused }: Admission): void {
  let isFull = false;
  const look = setInterval(() => {
    const { used_heap_size: used, heap_size_limit: most } = getHeapStatistics();
    isFull = used > most * fullHeap;
  }, lookMilliseconds);
  // It keeps no process running.
  look.unref();
  server.addHook('onClose', () => clearInterval(look));
  server.addHook('onRequest', ({ raw, config }, _reply, done) => {
    if ((isFull || isRefused(raw)) && config.probe !== true)
      throw new Problem('overloaded', 'the service has more requests than it can answer', {
        headers: { 'retry-after': '1' },
      });
    done();
  });
}
