import { refusalOfCall } from '../../access/call.ts';
import { type Restrictions, restrictionsOf } from '../../access/restriction.ts';
import { mayWrite } from '../../contract/call.ts';
import type { Call } from '../../model/call.ts';
import type { Table } from '../../model/model.ts';
import type { RouteContext } from '../context.ts';
import type { ActionRequest } from '../request/action_request.ts';
import { formOf, offerOf } from '../request/guard.ts';
import { readIdempotencyKey } from '../request/idempotency.ts';
import { refusalProblem } from '../request/permit.ts';
import { refusePreconditions } from '../request/precondition.ts';
import { type Preferred, preferredOf } from '../request/prefer.ts';
import { refuseParameters } from '../request/url.ts';

/** What a call is admitted with, before its body is read. */
export interface AdmittedCall extends Pick<ActionRequest, 'form' | 'preferred'> {
  readonly restrictions: Restrictions;
  readonly key: string | null;
}

/**
 * Checks a call whose caller is known: scope, role, Accept, and the other headers. @throws Problem for one that is refused.
 */
export function admitCall(
  request: Pick<ActionRequest, 'caller' | 'headers' | 'url'>,
  [table, call]: readonly [Table, Call],
  { model, identities }: Pick<RouteContext, 'model' | 'identities'>,
): AdmittedCall {
  const { caller } = request;
  const refusal = refusalOfCall(caller, call, table);
  if (refusal !== null) throw refusalProblem(refusal, caller);
  const form = formOf(request, offer);
  const preferred = preferencesOf(request, call);
  refusePreconditions(request, 'a call is about no version of a row');
  const key = readIdempotencyKey(request);
  if (mayWrite(call) || key !== null) identities.check(caller);
  refuseParameters(request);
  return { restrictions: restrictionsOf(caller, model), form, preferred, key };
}

const offer = offerOf('json', 'object', 'stripped', 'stripped_object');

/** Only a call that writes can be undone, or has effects. */
function preferencesOf(request: Pick<ActionRequest, 'headers'>, call: Call): Preferred {
  if (!mayWrite(call)) return preferredOf(request, ['handling', 'timezone']);
  const { return: shown } = preferredOf(request, ['return']);
  return preferredOf(request, [...(shown === 'effects' ? (['return'] as const) : []), 'tx', 'handling', 'timezone']);
}
