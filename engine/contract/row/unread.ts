import type { Resource } from '../../model/model.ts';
import type { AccessAction } from '../../vocabulary/action/action_word.ts';

/** Whether some role may write rows of a resource that it may not read: the answer to such a write has no body. */
export function mayBeUnread({ access }: Resource, action: AccessAction): boolean {
  return [...(access?.values() ?? [])].some((role) => role[action].kind !== 'nothing' && role.read.kind !== 'all');
}
