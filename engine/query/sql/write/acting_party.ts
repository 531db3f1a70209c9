import type { Principal } from '../../../access/principal.ts';
import { isAddressed, partyField, partyResource } from '../../../definition/recipient.ts';
import type { Model } from '../../../model/model.ts';
import { claimText } from '../claim.ts';

/** Whether events remember the party that the token of the writer names. It is found once for each model. */
export function remembersParty(model: Model): boolean {
  const known = remembered.get(model) ?? isNeeded(model);
  remembered.set(model, known);
  return known;
}

const remembered = new WeakMap<Model, boolean>();

function isNeeded({ service: { claims, events }, resources }: Model): boolean {
  return events !== null && claims.others.has(partyField) && [...resources.values()].some(isAddressed);
}

/** The party that the token names; `noParty` if the claim is not an id. Null without the claim: it is the party of the identity. */
export function actingParty(principal: Principal): string | null {
  if (!principal.claims.has(partyField)) return null;
  return claimText(principal, { claim: partyField, type: { kind: 'reference', to: partyResource } }) ?? noParty;
}

/** Ids begin with 1. */
const noParty = '0';
