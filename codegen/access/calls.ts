import { scopeOfCall } from '../../engine/access/scope.ts';
import type { Call } from '../../engine/model/call.ts';
import { callsOf } from '../../engine/model/calls.ts';
import type { Model } from '../../engine/model/model.ts';
import { columnsText } from './columns.ts';

/** Who may make a call, and by whose rights it works. */
export interface CallEntry {
  readonly resource: string;
  readonly call: string;
  readonly scope: string;
  /** Null where the scope alone decides. */
  readonly roles: readonly string[] | null;
  readonly as: 'caller' | 'service';
}

export function callEntries(model: Model): readonly CallEntry[] {
  return callsOf(model).map(([{ name: resource }, call]) => ({
    resource,
    call: call.name,
    scope: scopeOfCall(resource, call.name),
    roles: call.roles,
    as: rightsOf(call),
  }));
}

/** A rule finds its row among all rows. */
function rightsOf({ work }: Call): CallEntry['as'] {
  return work.kind === 'handler' ? work.as : 'service';
}

export function callsText(entries: readonly CallEntry[]): string {
  return columnsText([
    ['call', 'scope', 'roles', 'rights of'],
    ...entries.map(({ resource, call, scope, roles, as }) => [
      `${resource}.${call}`,
      scope,
      roles === null ? 'the scope alone decides' : roles.join(', '),
      `the ${as}`,
    ]),
  ]);
}
