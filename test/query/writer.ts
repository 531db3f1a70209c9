import type { Principal } from '../../engine/access/principal.ts';
import { type Restrictions, restrictionsOf } from '../../engine/access/restriction.ts';
import type { Model } from '../../engine/model/model.ts';
import type { Writer } from '../../engine/query/sql/write/writer.ts';

/** A caller whose token says nothing of roles and claims. */
export const anyone: Principal = {
  role: null,
  identity: null,
  subject: null,
  claims: new Map(),
  scopes: new Set(),
};

/** The rows that a principal may see and change, with every field of the model. */
export function rowsFor(principal: Principal, model: Model): Restrictions {
  return { ...restrictionsOf(principal, model), model };
}

/** The same of one who writes. */
export function writerOf(model: Model, identity: string, principal = anyone): Writer {
  return { ...rowsFor(principal, model), identity };
}
