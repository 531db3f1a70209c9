import { operatorsThat } from '../../vocabulary/operator/operators.ts';
import { isInstantParameter } from '../plan/instant.ts';
import type { Parameter } from '../plan/query_string.ts';

/**
 * The key of a request, and its own values by the places of their parameters. These are the values of plain filters and of
 * instants. Everything else is in the key: requests with the same key have the same plan.
 */
export function requestKey(
  kind: string,
  parameters: readonly Parameter[],
): { readonly key: string; readonly values: ReadonlyMap<number, string> } {
  const values = new Map<number, string>();
  let key = kind;
  for (const { name, value, index } of parameters) {
    const head = isInstant(name) ? '' : isTree.test(name) ? undefined : plain.exec(value)?.[0];
    if (head !== undefined) values.set(index, value.slice(head.length));
    const fixed = head ?? value;
    // With their lengths: no text can pass for two.
    key += `&${name.length}:${name}=${fixed.length}:${fixed}`;
  }
  return { key, values };
}

const isTree = /(^|\.)(and|or|select|embed|order|limit|offset|after)$/;
const withValue = operatorsThat(({ operand }) => !operand.isKeyword);
const plain = new RegExp(`^(?:not\\.)?(?:${withValue.join('|')})(?:\\([a-z_]+\\))?\\.`);

function isInstant(name: string): boolean {
  return isInstantParameter(name.slice(name.lastIndexOf('.') + 1));
}
