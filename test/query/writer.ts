import type { Principal } from '../../engine/access/principal.ts';
import type { Model } from '../../engine/model/model.ts';
import type { Writer } from '../../engine/query/sql/write/writer.ts';

/** A caller whose token says nothing of roles and claims. */
export const anyone: Principal = { role: null, identity: null, subject: null, claims: new Map(), scopes: new Set() };

/** The same as one who writes. */
export function writerOf(model: Model, identity: string): Writer {
  return { model, viewer: anyone, identity };
}
