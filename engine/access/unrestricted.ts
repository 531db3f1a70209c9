import type { Model } from '../model/model.ts';
import { type Restrictions, withoutRestrictions } from './restriction.ts';

/** The service itself, when an operator has it work by a command: every row and field, and no role. */
export function unrestricted(model: Model): Restrictions {
  const principal = { role: null, identity: null, subject: null, claims: new Map(), scopes: new Set<string>() };
  return { principal, ...withoutRestrictions(model) };
}
