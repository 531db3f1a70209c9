import { languages as all } from '../../model/condition/operand.ts';

/** The languages that text is searched in. */
export function languages(): string {
  return all.map((language) => `\`${language}\``).join(', ');
}
