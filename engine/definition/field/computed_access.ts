import { fieldsOf } from '../../model/condition/looks.ts';
import type { BoundCondition, Field } from '../../model/field.ts';
import { fieldWords, readsEverywhere } from '../../model/field_access.ts';
import type { Report } from '../file/report.ts';

/**
 * Who reads a computed field: the roles that read every field that it looks at. Its own `access` may name fewer of them. A
 * role that reads the result and not what it is made of would learn what it is not shown, so that is a fault.
 */
export function accessOfComputed({ name, access }: Field, rule: BoundCondition, report: Report): Field['access'] {
  const limited = fieldsOf(rule).filter((field) => field.access !== null);
  const [first] = limited;
  if (first === undefined) return access;
  if (access === null) {
    const roles = [...(first.access ?? new Map()).keys()];
    return new Map(
      roles.filter((role) => limited.every((field) => reads(field, role))).map((role) => [role, fieldWords.read]),
    );
  }
  for (const [role, may] of access) {
    const hidden = !may.read ? undefined : limited.find((field) => !reads(field, role));
    if (hidden === undefined) continue;
    report(['fields', name, 'access', role], {
      message: `${name} is computed from ${hidden.name}, which the role ${role} may not read`,
      expected: `nothing for ${role} here, or read for ${role} in the access of ${hidden.name}`,
    });
  }
  return access;
}

function reads(field: Field, role: string): boolean {
  return readsEverywhere(field, role);
}
