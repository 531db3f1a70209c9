import type { Comparison } from './filter.ts';

// People ask whether a field contains a text. The query language has patterns for that: `ilike.*text*`.

/** The text that a comparison looks for anywhere in a field, letter case aside; null for any other comparison. */
export function containedText({ operator, modifier, values: [pattern = ''] }: Comparison): string | null {
  if (modifier !== null) return null;
  if (operator === 'ilike') {
    const [, inside] = /^[*%]((?:[^*%_\\]|\\[%_\\])+)[*%]$/.exec(pattern) ?? [];
    return inside === undefined ? null : inside.replace(/\\([%_\\])/g, '$1');
  }
  const [, escaped] = operator === 'imatch' ? (/^((?:[^\\^$.|?*+()[\]{}]|\\[^a-zA-Z0-9])+)$/.exec(pattern) ?? []) : [];
  return escaped === undefined || !escaped.includes('\\*') ? null : escaped.replace(/\\(.)/g, '$1');
}

/** The comparison that looks for a text. A pattern has no way to write a star, so an expression takes its place. */
export function contains(text: string): Pick<Comparison, 'operator' | 'modifier' | 'values'> {
  if (text.includes('*')) {
    return { operator: 'imatch', modifier: null, values: [text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&')] };
  }
  return { operator: 'ilike', modifier: null, values: [`*${text.replace(/[%_\\]/g, '\\$&')}*`] };
}
