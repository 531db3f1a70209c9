import { nearest } from '../../language/nearest.ts';
import { oneOf } from '../../language/wording.ts';
import type { Field } from '../../model/field.ts';
import type { Table } from '../../model/model.ts';
import { identityClaim } from '../../model/own_rows.ts';
import { type FieldType, fieldTypes, hasTrait, wordOf } from '../../vocabulary/field_type.ts';
import type { Finding, Report } from '../file/report.ts';
import { identityResource, partyField, partyResource } from '../recipient.ts';

/** Checks that each default which is a claim names one that the field can hold. */
export function checkClaimDefaults({ fields }: Pick<Table, 'fields'>, claims: readonly string[], report: Report): void {
  for (const field of fields.values()) {
    if (field.default?.kind !== 'claim') continue;
    const fault = claimFault(field.default.claim, field, claims);
    if (fault !== null) report(['fields', field.name, 'default'], fault);
  }
}

/** Why a field cannot hold a claim; null where it can. */
export function claimFault(
  claim: string,
  { name, type }: Field,
  claims: readonly string[],
  use = 'default',
): Finding | null {
  if (!claims.includes(claim)) {
    const near = nearest(claim, claims);
    const expected = oneOf(claims.map((each) => `{${each}}`));
    return { message: `there is no claim ${claim}`, expected, nearest: near && `{${near}}` };
  }
  if (!hasTrait(type, 'identifying')) {
    const known = [...fieldTypes].filter(([, { traits }]) => traits.includes('identifying')).map(([each]) => each);
    const message = `the claim ${claim} is the ${use} of ${name}, of type ${type.kind}`;
    return { message, expected: `a field of type ${oneOf(known)}` };
  }
  const target = targets.get(claim);
  if (target === undefined || isIdOf(target, type)) return null;
  const to = type.kind === 'reference' ? `refers to ${type.to}` : `is of type ${type.kind}`;
  const message = `the claim ${claim} is the id of a row of ${target}, and ${name} ${to}`;
  return { message, expected: `a reference to ${target}, or a field of type bigint, integer or text` };
}

/** The claims that are ids, and the resources whose rows they name. */
const targets: ReadonlyMap<string, string> = new Map([
  [identityClaim, identityResource],
  [partyField, partyResource],
]);

function isIdOf(target: string, type: FieldType): boolean {
  if (type.kind === 'reference') return type.to === target;
  return type.kind === 'text' || wordOf(type).number !== undefined;
}
