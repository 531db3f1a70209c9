import type { Span, TimelineCase } from './cases.ts';

/** A case of a timeline in letters: each entry before and after. */
export function timelineText({ before, after }: TimelineCase): string {
  const names = [...new Set([...before, ...after].map(({ name }) => name))];
  const rows = names.map((name) => [name, bar(before, name), bar(after, name)]);
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0), column === 1 ? 6 : 5);
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(column === 0 ? 3 : width(column) + 4))
      .join('')
      .trimEnd();
  return [['', 'before', 'after'], ...rows].map(line).join('\n');
}

/** Three characters a point: `[---)`, or `[-->` for an open end. */
function bar(spans: readonly Span[], name: string): string {
  const span = spans.find((each) => each.name === name);
  if (span === undefined) return '';
  const end = span.to ?? 13;
  return `${'   '.repeat(span.from)}[${'-'.repeat((end - span.from) * 3 - 2)}${span.to === null ? '>' : ')'}`;
}
