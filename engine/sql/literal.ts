/**
 * The text as an SQL string constant, with the same meaning under any standard_conforming_strings. It is safe in a
 * function's body, which two dollar signs would end.
 */
export function textLiteral(text: string): string {
  const doubled = `'${text.replaceAll("'", "''")}'`;
  if (!/\\|\$\$/.test(doubled)) return doubled;
  return `E${doubled.replaceAll('\\', '\\\\').replaceAll('$$', () => String.raw`\x24\x24`)}`;
}
