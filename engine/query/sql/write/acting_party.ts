import type { Principal } from '../../../access/principal.ts';
import { isAddressed, partyField, partyResource } from '../../../definition/recipient.ts';
import { tablesOf } from '../../../model/condition/look.ts';
import { givenValues } from '../../../model/consequence.ts';
import type { Table } from '../../../model/model.ts';
import { oncePerModel } from '../../../model/once.ts';
import { claimText } from '../claim.ts';

/** Whether the database needs the party that the token of the writer names: events remember it, or consequences give it. */
export const needsParty = oncePerModel((model) => {
  const { claims, events } = model.service;
  if (!claims.others.has(partyField)) return false;
  return (events !== null && [...model.resources.values()].some(isAddressed)) || tablesOf(model).some(givesParty);
});

function givesParty(table: Table, _index: number, tables: readonly Table[]): boolean {
  const isParty = (name: string, { fields }: Table) => {
    const initial = fields.get(name)?.default;
    return initial?.kind === 'claim' && initial.claim === partyField;
  };
  const isGiven = givenValues(table).some((value) => value.kind === 'caller' && value.of === 'party');
  const targets = table.creates.flatMap(({ resource }) => tables.find(({ name }) => name === resource) ?? []);
  return isGiven || targets.some((target) => [...target.fields.keys()].some((name) => isParty(name, target)));
}

/** The party that the token names; `noParty` if the claim is not an id. Null without the claim: it is the party of the identity. */
export function actingParty(principal: Principal): string | null {
  if (!principal.claims.has(partyField)) return null;
  return claimText(principal, { claim: partyField, type: { kind: 'reference', to: partyResource } }) ?? noParty;
}

/** Ids begin with 1. */
const noParty = '0';
