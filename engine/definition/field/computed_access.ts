import { fieldsOf } from '../../model/condition/looks.ts';
import type { BoundCondition, Field } from '../../model/field.ts';
import { fieldWords, readsEverywhere } from '../../model/field_access.ts';
import type { Report } from '../file/report.ts';

/**
 * Who reads a computed field: the roles that read every field that it looks at. Its own `access` may name fewer of them. A
 * role that reads the result and not what it is made of would learn what it is not shown, so that is a fault.
 */
export function accessOfComputed(field: Field, rule: BoundCondition, report: Report): Field['access'] {
  const limited = fieldsOf(rule).filter(({ access }) => access !== null);
  const roles = [...(limited[0]?.access ?? new Map()).keys()];
  return accessOver(field, { limited, roles, words: 'computed from' }, report);
}

/** The fields with rules of their own that a value is made of, the roles that may read it, and how a fault says so. */
interface Over {
  readonly limited: readonly Field[];
  readonly roles: readonly string[];
  readonly words: string;
}

/** Who reads a value that is made of fields: the roles that read all of them in every row. */
export function accessOver({ name, access }: Field, { limited, roles, words }: Over, report: Report): Field['access'] {
  if (limited.length === 0) return access;
  if (access === null) {
    const readers = roles.filter((role) => limited.every((field) => readsEverywhere(field, role)));
    return new Map(readers.map((role) => [role, fieldWords.read]));
  }
  for (const [role, may] of access) {
    const hidden = !may.read ? undefined : limited.find((field) => !readsEverywhere(field, role));
    if (hidden === undefined) continue;
    report(['fields', name, 'access', role], {
      message: `${name} is ${words} ${hidden.name}, which the role ${role} may not read`,
      expected: `nothing for ${role} here, or read for ${role} in the access of ${hidden.name}`,
    });
  }
  return access;
}
