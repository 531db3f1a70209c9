import type { RoleChoice } from '../model/write_moment.ts';

/** Whom a rule is for, as the end of a sentence: "`, by anybody but administrator`". Empty where it is for everybody. */
export function roleWords(choice: RoleChoice | null): string {
  if (choice === null) return '';
  const roles = choice.roles.map((role) => `\`${role}\``).join(' or ');
  return choice.kind === 'only' ? ` by ${roles}` : ` by anybody but ${roles}`;
}
