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

/** A request within a transaction that may be run: it has passed every check that needs neither its body nor a row. */
export interface AdmittedPart extends Omit<PartSent, 'id'>, Address, Admitted {
  readonly endpoint: Endpoint;
  /** As it is for all roles; null where the resource is a history. */
  readonly table: Table | null;
}

/** A request of a batch that may be run. */
export interface Part extends AdmittedPart, Pick<PartSent, 'id'> {
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
  context: Pick<RouteContext, 'model' | 'identities'>,
  endpointOf: FindEndpoint,
): readonly Part[] {
  const earlier = new Set<string>();
  return sent.map((each) =>
    ofRequest(each.id, () => {
      const part = admitPart(each, caller, context, { endpointOf, whole: 'batch' });
      const refers = checkReferences({ url: part.url, body: each.body }, part.table, earlier);
      earlier.add(each.id);
      return { id: each.id, ...part, refers };
    }),
  );
}

/** What a request is part of: its words in errors. */
type Whole = 'batch' | 'call';

/** @throws Problem for a request that is refused before its body and the rows are looked at. */
export function admitPart(
  sent: Omit<PartSent, 'id'>,
  caller: ActionRequest['caller'],
  { model, identities }: Pick<RouteContext, 'model' | 'identities'>,
  { endpointOf, whole }: { readonly endpointOf: FindEndpoint; readonly whole: Whole },
): AdmittedPart {
  const url = wholeUrl(sent.url, model);
  const address = addressOf({ method: sent.method, url }, model);
  if (isWrite(address)) identities.check(caller);
  const endpoint = endpointOf(address.action, address.params.resource);
  const admitted = endpoint.admit({ caller, headers: sent.headers });
  refuseForms(sent, admitted, whole);
  const preferred = withoutTrial(admitted.preferred, whole);
  const resource = model.resources.get(address.params.resource);
  const table = resource?.kind === 'table' ? resource : null;
  return { ...sent, ...address, ...admitted, preferred, url, endpoint, table };
}

/** Runs something for one request of a batch. @throws Problem that names the request. */
export function ofRequest<T>(id: string, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw thrown instanceof Problem ? thrown.of(id) : thrown;
  }
}

/** @throws Problem for a request that must be undone, or tell its effects: the transaction does so as a whole. */
function withoutTrial({ tx, ...preferred }: Preferred, whole: Whole): Preferred {
  if (preferred.return !== 'effects' && tx !== 'rollback') return preferred;
  const detail = `a request of a ${whole} cannot have the preference ${tx === 'rollback' ? 'tx=rollback' : 'return=effects'}`;
  throw new Problem('invalid_parameter', detail, {
    hint: `send it with the ${whole}`,
    errors: [{ parameter: 'Prefer', detail }],
  });
}

/** @throws Problem for an answer in lines, which may have no end, and for a body that is not JSON. */
function refuseForms({ headers, body }: Omit<PartSent, 'id'>, { form }: Admitted, whole: Whole): void {
  if (form === 'lines') {
    throw new Problem('not_acceptable', `a request of a ${whole} has no answer in lines of JSON`, {
      hint: 'accept application/json, or send the request by itself',
    });
  }
  const { 'content-type': type = 'application/json' } = headers;
  if (body === undefined || /^application\/(?:merge-patch\+)?json(?:;|$)/i.test(type)) return;
  throw new Problem('unsupported_media_type', `a body of type ${type.slice(0, 80)} cannot be read in a ${whole}`, {
    hint: 'send application/json, or send the request by itself',
  });
}
