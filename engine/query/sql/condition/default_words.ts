import type { Principal } from '../../../access/principal.ts';
import { accessFor } from '../../../access/row_rule.ts';
import { isAddressed } from '../../../definition/recipient.ts';
import type { Resource } from '../../../model/model.ts';
import { inRows } from './row.ts';

/** What decides by default about reading rows that a feature makes, in words; null where nothing does for the role. */
export function defaultWords(resource: Resource, principal: Pick<Principal, 'role'>): string | null {
  if (resource.kind !== 'table' || accessFor(principal, resource).replacesDefault === true) return null;
  return isAddressed(resource) ? 'it is addressed to their party' : (inRows.of(resource.madeBy)?.words ?? null);
}
