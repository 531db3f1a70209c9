import { test } from 'tap';
import { ProblemError } from '../../engine/contract/typescript/client/problem.ts';
import { filterFaults } from '../../engine/studio/browse/list/filter_faults.ts';

const query = new URLSearchParams('status=eq.sold&name=eq.a&select=nothing');

function refused(...parameters: readonly string[]): ProblemError {
  const errors = parameters.map((parameter) => ({ parameter, detail: `${parameter} is refused` }));
  return new ProblemError(new Response(null, { status: 400 }), { errors });
}

test('what the service refuses of filters stands beside them, and all else by itself', async (t) => {
  for (const [error, parameters] of [
    [refused('status'), ['status']],
    [refused('status', 'name'), ['status', 'name']],
    [refused('status', 'select'), []],
    [refused('select'), []],
    [refused(), []],
    [new Error('the network is away'), []],
    [null, []],
  ] as const) {
    t.same([...filterFaults(query, error).keys()], parameters);
  }
});
