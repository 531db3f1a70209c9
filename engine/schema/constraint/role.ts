import type { RoleChoice } from '../../model/write_moment.ts';
import { textLiteral } from '../../sql/literal.ts';

/** The condition that a rule is for the role of the writer; null for one that is for everybody. */
export function isForRole(choice: RoleChoice | null): string | null {
  if (choice === null) return null;
  return `almanac.role() ${choice.kind === 'only' ? 'in' : 'not in'} (${choice.roles.map(textLiteral).join(', ')})`;
}
