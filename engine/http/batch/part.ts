import { Problem } from '../../contract/problem.ts';
import type { Table } from '../../model/model.ts';
import { actionWord } from '../../vocabulary/action/actions.ts';
import type { RouteContext } from '../context.ts';
import type { Endpoint, FindEndpoint } from '../endpoints.ts';
import type { ActionRequest } from '../request/action_request.ts';
import type { Admitted } from '../request/guard.ts';
import type { Preferred } from '../request/prefer.ts';
import { type Address, addressOf, wholeUrl } from './address.ts';
import type { PartSent } from './envelope.ts';
import { checkReferences } from './result.ts';

/** A request of a batch that may be run: it has passed every check that needs neither its body nor a row. */
export interface Part extends PartSent, Address, Admitted {
  readonly endpoint: Endpoint;
  /** As it is for all roles; null where the resource is a history. */
  readonly table: Table | null;
  /** Whether it has values of earlier answers. */
  readonly refers: boolean;
}

/** Whether a part may change rows. */
export function isWrite({ action }: Pick<Part, 'action'>): boolean {
  return actionWord(action).event !== null;
}

/**
 * Checks the requests of a batch one after the other: path, identity, scope, role, headers, and which requests their
 * references name. None of this needs a row.
 * @throws Problem of the first request that is refused.
 */
export function readParts(
  sent: readonly PartSent[],
  caller: ActionRequest['caller'],
  { model, identities }: Pick<RouteContext, 'model' | 'identities'>,
  endpointOf: FindEndpoint,
): readonly Part[] {
  const earlier = new Set<string>();
  return sent.map((each) =>
    ofRequest(each.id, () => {
      const url = wholeUrl(each.url, model);
      const address = addressOf({ method: each.method, url }, model);
      if (isWrite(address)) identities.check(caller);
      const endpoint = endpointOf(address.action, address.params.resource);
      const admitted = endpoint.admit({ caller, headers: each.headers });
      refuseForms(each, admitted);
      const preferred = withoutTrial(admitted.preferred);
      const resource = model.resources.get(address.params.resource);
      const table = resource?.kind === 'table' ? resource : null;
      const refers = checkReferences({ url, body: each.body }, table, earlier);
      earlier.add(each.id);
      return { ...each, ...address, ...admitted, preferred, url, endpoint, table, refers };
    }),
  );
}

/** Runs something for one request of a batch. @throws Problem that names the request. */
export function ofRequest<T>(id: string, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw thrown instanceof Problem ? thrown.of(id) : thrown;
  }
}

/** @throws Problem for a request that must be undone, or tell its effects: a batch does so as a whole. */
function withoutTrial({ tx, ...preferred }: Preferred): Preferred {
  if (preferred.return !== 'effects' && tx !== 'rollback') return preferred;
  const detail = `a request of a batch cannot have the preference ${tx === 'rollback' ? 'tx=rollback' : 'return=effects'}`;
  throw new Problem('invalid_parameter', detail, {
    hint: 'send it with the batch',
    errors: [{ parameter: 'Prefer', detail }],
  });
}

/** @throws Problem for an answer in lines, which may have no end, and for a body that is not JSON. */
function refuseForms({ headers, body }: PartSent, { form }: Admitted): void {
  if (form === 'lines') {
    throw new Problem('not_acceptable', 'a batch does not answer in lines of JSON', {
      hint: 'accept application/json, or send the request by itself',
    });
  }
  const { 'content-type': type = 'application/json' } = headers;
  if (body === undefined || /^application\/(?:merge-patch\+)?json(?:;|$)/i.test(type)) return;
  throw new Problem('unsupported_media_type', `a body of type ${type.slice(0, 80)} cannot be read in a batch`, {
    hint: 'send application/json, or send the request by itself',
  });
}
