import type { Model } from '../model/model.ts';
import { allRows } from '../model/whole_access.ts';
import type { Restrictions } from './restriction.ts';

/** The service itself, when an operator has it work by a command: every row and field, and no role. */
export function unrestricted(model: Model): Restrictions {
  const principal = { role: null, identity: null, subject: null, claims: new Map(), scopes: new Set<string>() };
  const rows = new Map([...model.resources.keys()].map((name) => [name, allRows] as const));
  return { principal, model, rows };
}
