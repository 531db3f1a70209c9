import { offers } from '../model/action.ts';
import { type Action, actionNames } from '../vocabulary/action/actions.ts';
import { handlers } from './actions/handlers.ts';
import { asPreferred } from './as_preferred.ts';
import type { RouteContext } from './context.ts';
import type { Served } from './handler.ts';
import { type Admit, admission, type Guard, guard } from './request/guard.ts';
import { keepsAnswers } from './request/idempotency.ts';

/** Who may ask for an action of a resource, and what answers it. */
export interface Endpoint extends Pick<Served, 'answer'> {
  /** Checks a request of a route, and notes in it what the action needs. */
  readonly guard: Guard;
  /** The same for a request whose caller is known. */
  readonly admit: Admit;
}

export type FindEndpoint = (action: Action, resource: string) => Endpoint;

/** Finds the endpoint of an action that a resource offers. Each is made when it is first used. */
export function createEndpoints(context: RouteContext): FindEndpoint {
  const made = new Map(actionNames.map((action) => [action, new Map<string, Endpoint>()]));
  return (action, name) => {
    const known = made.get(action)?.get(name);
    if (known !== undefined) return known;
    const resource = context.model.resources.get(name);
    if (resource === undefined || !offers(resource, action))
      throw new Error(`there is nothing to ${action} at ${name}`);
    const { readHead, answer } = handlers[action](resource, context);
    const operation = { action, resource };
    const endpoint = {
      guard: guard(context, operation, readHead),
      admit: admission(context, operation, readHead),
      answer: (request, view, head, run) =>
        asPreferred(
          { request, run, name: action, keepsAnswers: keepsAnswers(action) },
          (within) => answer(request, view, head, within),
          context,
        ),
    } satisfies Endpoint;
    made.get(action)?.set(name, endpoint);
    return endpoint;
  };
}
