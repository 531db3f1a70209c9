import type { RouteContext } from '../../context.ts';
import type { ActionRequest } from '../../request/action_request.ts';
import { databaseProblem } from '../../response/database_problem.ts';
import type { JsonAnswer } from '../../response/send.ts';
import { asPart, type Run } from '../../run.ts';

/**
 * Runs a write and undoes it: the answer is that of the write, without the address and the tag of what is gone. All
 * constraints are checked, and an identity that the caller did not have yet goes with the rest.
 */
export async function tryWrite(
  request: Pick<ActionRequest, 'caller'>,
  { identities }: Pick<RouteContext, 'identities'>,
  run: Run,
  write: (run: Run) => Promise<JsonAnswer>,
): Promise<JsonAnswer> {
  const { caller } = request;
  const undone: { answer: JsonAnswer | null } = { answer: null };
  try {
    const failure = await run.transaction(async (query) => {
      const identity = await identities.makeWithin(query, caller);
      request.caller = { ...caller, identity, subject: null };
      const made = await asPart(query, write);
      if ('ok' in made) return made;
      undone.answer = made;
      // What is thrown rolls everything back.
      throw undone;
    });
    throw databaseProblem(failure.error);
  } catch (thrown) {
    if (thrown !== undone || undone.answer === null) throw thrown;
    return { ...undone.answer, headers: withoutAddress(undone.answer.headers) };
  } finally {
    request.caller = caller;
  }
}

/** The headers of an answer without what leads to a row, or names a version, that is gone. */
export function withoutAddress({
  location: _address,
  etag: _tag,
  ...headers
}: JsonAnswer['headers']): JsonAnswer['headers'] {
  return headers;
}
