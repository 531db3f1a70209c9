/** The text as an SQL string constant, read the same whatever standard_conforming_strings says. */
export function textLiteral(text: string): string {
  const doubled = `'${text.replaceAll("'", "''")}'`;
  return doubled.includes('\\') ? `E${doubled.replaceAll('\\', '\\\\')}` : doubled;
}
