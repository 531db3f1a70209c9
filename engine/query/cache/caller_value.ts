import type { Principal } from '../../access/principal.ts';
import { claimText } from '../sql/claim.ts';
import type { Slot } from '../sql/condition/statement.ts';
import { actingParty } from '../sql/write/acting_party.ts';

/** The value of a slot that comes from the caller, as PostgreSQL reads it. */
export function callerValue(slot: Exclude<Slot, number>, principal: Principal): string | null {
  if (slot === 'identity' || slot === 'subject') return principal[slot];
  if (slot === 'party') return actingParty(principal) ?? '';
  return claimText(principal, slot);
}
