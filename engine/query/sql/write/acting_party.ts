import type { Principal } from '../../../access/principal.ts';
import { isAddressed, partyField, partyResource } from '../../../definition/recipient.ts';
import { oncePerModel } from '../../../model/once.ts';
import { claimText } from '../claim.ts';

/** Whether events remember the party that the token of the writer names. */
export const remembersParty = oncePerModel(
  ({ service: { claims, events }, resources }) =>
    events !== null && claims.others.has(partyField) && [...resources.values()].some(isAddressed),
);

/** The party that the token names; `noParty` if the claim is not an id. Null without the claim: it is the party of the identity. */
export function actingParty(principal: Principal): string | null {
  if (!principal.claims.has(partyField)) return null;
  return claimText(principal, { claim: partyField, type: { kind: 'reference', to: partyResource } }) ?? noParty;
}

/** Ids begin with 1. */
const noParty = '0';
