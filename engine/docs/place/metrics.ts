import type { Registry } from 'prom-client';
import { tableText } from '../html/markdown_text.ts';

/** The metrics of a registry: what each counts, and by which labels. */
export function metrics(registry: Registry): string {
  const all = registry.getMetricsAsArray().map((metric) => ({ labelNames: [], ...metric }) satisfies Labelled);
  return tableText(
    ['metric', 'type', 'labels', 'what it says'],
    all
      .sort((one, other) => (one.name < other.name ? -1 : 1))
      .map(({ name, type, labelNames, help }: Labelled & (typeof all)[number]) => [
        `\`${name}\``,
        String(type),
        labelNames.map((label) => `\`${label}\``).join(', '),
        help,
      ]),
  );
}

/** Metrics have their labels too; the declarations of prom-client leave them out. */
interface Labelled {
  readonly labelNames: readonly string[];
}
