import { rowsOf } from '../model/action.ts';
import type { Model } from '../model/model.ts';
import { scopeVerbs } from '../vocabulary/action/action_word.ts';
import { type Action, actionNames, actionWord } from '../vocabulary/action/actions.ts';
import type { Principal } from './principal.ts';

const verbs: readonly string[] = scopeVerbs;

/** The scope that an action on a resource needs. */
export function scopeOf(action: Action, resource: string): string {
  return `${actionWord(action).verb}:data:${rowsOf(action, resource)}`;
}

/** The scope that a call needs. */
export function scopeOfCall(resource: string, call: string): string {
  return `use:data:${resource}:${call}`;
}

/** A scope that some actions of a resource need. */
export interface NeededScope {
  readonly scope: string;
  readonly resource: string;
  readonly operations: readonly string[];
}

/** The scopes that a service needs, in the order of its resources, reading before writing. */
export function scopesOf({ resources }: Model): readonly NeededScope[] {
  return [...resources.values()].flatMap((resource) => {
    const { name, actions: own } = resource;
    const offered = actionNames.filter((action) => own.has(action));
    const byScope = Map.groupBy(offered, (action) => scopeOf(action, name));
    const calls = resource.kind === 'table' ? [...resource.calls.keys()] : [];
    return [
      ...[...byScope].map(([scope, needing]) => ({ scope, resource: name, operations: needing })),
      ...calls.map((call) => ({ scope: scopeOfCall(name, call), resource: name, operations: [call] })),
    ];
  });
}

/** Whether the caller holds the scope, by itself or by one that covers it. */
export function holdsScope({ scopes }: Principal, needed: string): boolean {
  const answers = known.get(scopes) ?? new Map<string, boolean>();
  const answer = answers.get(needed) ?? (scopes.has(needed) || [...scopes].some((each) => coversScope(each, needed)));
  known.set(scopes, answers.set(needed, answer));
  return answer;
}

/** Answers by caller. A caller is kept with the token and asks for the same few scopes again and again. */
const known = new WeakMap<ReadonlySet<string>, Map<string, boolean>>();

/**
 * Verbs cover the lower ones (read < use < manage). A shorter scope covers all scopes that continue it with whole
 * parts. So `manage:data` covers `read:data:party`, but `read:data:party` does not cover `read:data:party_history`.
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
