import { tableText } from '../html/markdown_text.ts';

/** What a benchmark has found: rows of figures by their titles. */
export interface GrowthResults {
  readonly command: string;
  readonly date: string;
  readonly tables: Readonly<Record<string, readonly object[]>>;
}

/** What more data cost: a table for each title. */
export function growth({ command, date, tables }: GrowthResults): string {
  const parts = Object.entries(tables).map(([title, rows]) => {
    const heads = Object.keys(rows[0] ?? {}).map((head) => head.trim());
    return `${title}:\n\n${tableText(
      heads,
      rows.map((row) => Object.values(row).map(String)),
    )}`;
  });
  return [`Measured on ${date}, as \`${command}\` does:`, ...parts].join('\n\n');
}
