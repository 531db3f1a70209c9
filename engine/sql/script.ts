import { tokensOf } from './token.ts';

/** Statements as one script, without blank lines between one-line statements. */
export function scriptText(statements: readonly string[]): string {
  return statements
    .map((statement, at) => {
      const next = statements[at + 1];
      const isTall = next !== undefined && `${statement}${next}`.includes('\n');
      return `${statement};\n${isTall ? '\n' : ''}`;
    })
    .join('');
}

/**
 * The statements of a script, without their semicolons. A semicolon in a text or a function body does not end a
 * statement.
 */
export function statementsIn(script: string): readonly string[] {
  const tokens = tokensOf(script).filter(({ text }) => !isComment(text));
  const ends = tokens.flatMap(({ text, from }) => (text === ';' ? [from] : []));
  const parts = ends.map((end, at) => script.slice(at === 0 ? 0 : (ends[at - 1] ?? 0) + 1, end).trim());
  const rest = (ends.at(-1) ?? -1) + 1;
  const last = tokens.some(({ from }) => from >= rest) ? [script.slice(rest).trim()] : [];
  return [...parts, ...last].filter((part) => part !== '');
}

/** A script as comments, line by line. */
export function commented(script: string): string {
  const lines = script.trimEnd().split('\n');
  return lines.map((line) => (line === '' ? '--' : `--   ${line}`)).join('\n');
}

/** The script in comments. */
export function uncommented(comments: string): string {
  const lines = comments.split('\n');
  return lines
    .map((line) => line.replace(/^--(?: {3})?/, ''))
    .join('\n')
    .trim();
}

function isComment(token: string): boolean {
  return token.startsWith('--') || token.startsWith('/*');
}
