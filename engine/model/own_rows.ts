import type { Field } from './field.ts';
import type { Access, AccessRule } from './model.ts';

/** What rules call the id of the identity that the token names. */
export const identityClaim = 'identity';

/** Rules by which a row is visible only to the identity that a field names. Any caller may create one. */
export function ownRows(field: Field, roles: readonly string[]): ReadonlyMap<string, Access> {
  const operand = { field, steps: [], type: field.type };
  const comparison = { kind: 'comparison', operand, negated: false, operator: 'eq', quantifier: null } as const;
  const condition = { ...comparison, language: null, comparand: { kind: 'claim', claim: identityClaim } } as const;
  const own: AccessRule = {
    kind: 'rule',
    condition,
    parts: [{ text: `${field.name}=eq.{${identityClaim}}`, condition }],
  };
  const all = { kind: 'all' } as const;
  const past = { version: own, present: all, event: own };
  const access: Access = { read: own, create: all, update: own, updated: own, delete: own, past };
  return new Map([noRole, ...roles].map((role) => [role, access]));
}

/** What a caller without a role that the service knows has for one. */
export const noRole = '';
