import { stringify } from 'lossless-json';
import type { RouteContext } from '../../context.ts';
import type { FindEndpoint } from '../../endpoints.ts';
import { readId } from '../../request/url.ts';
import type { CallWork } from '../find.ts';
import { answerReader } from './answer.ts';
import type { Handled } from './handlers.ts';
import { runHandler } from './run_handler.ts';

/** Runs the handler of a call, in the turn of the request. */
export function handlerWork(handled: Handled, context: RouteContext, endpointOf: FindEndpoint): CallWork {
  const readAnswer = answerReader(handled.call);
  return async ({ request, input, writer, queue }, run) => {
    const id = handled.call.item ? readId(request, handled.table) : null;
    if (queue === null) throw new Error('a handler runs without its turn');
    const called = { ...handled, input: stringify(input) ?? '{}', id, writer, queue };
    const answer = await runHandler(called, { context, endpointOf, readAnswer }, run);
    return { answer, id };
  };
}
