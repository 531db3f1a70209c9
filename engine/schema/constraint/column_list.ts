import { quote } from '../../sql/identifier.ts';

/** Column names in parentheses. */
export function columnList(names: readonly string[]): string {
  return `(${names.map(quote).join(', ')})`;
}
