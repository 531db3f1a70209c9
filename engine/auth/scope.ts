import type { Operation } from '../definition/model.ts';
import type { Caller } from './caller.ts';

const verbs: readonly string[] = ['read', 'use', 'manage'];

/** The scope that an operation on a resource needs. */
export function scopeOf(operation: Operation, resource: string): string {
  return `${operation === 'list' || operation === 'read' ? 'read' : 'manage'}:data:${resource}`;
}

/** Whether the caller holds the scope, by itself or by one that covers it. */
export function holdsScope(caller: Caller, needed: string): boolean {
  if (caller.scopes.has(needed)) return true;
  for (const granted of caller.scopes) if (coversScope(granted, needed)) return true;
  return false;
}

/**
 * Verbs cover the lower ones (read < use < manage), and a shorter scope covers what begins with it on whole parts:
 * `manage:data` covers `read:data:party`; `read:data:party` does not cover `read:data:party_history`.
 */
export function coversScope(granted: string, needed: string): boolean {
  const [grantedVerb, ...grantedParts] = granted.split(':');
  const [neededVerb, ...neededParts] = needed.split(':');
  const grantedRank = verbs.indexOf(grantedVerb ?? '');
  const neededRank = verbs.indexOf(neededVerb ?? '');
  if (grantedRank < 0 || neededRank < 0 || grantedRank < neededRank) return false;
  if (grantedParts.length === 0 || grantedParts.length > neededParts.length) return false;
  return grantedParts.every((part, index) => part === neededParts[index]);
}
