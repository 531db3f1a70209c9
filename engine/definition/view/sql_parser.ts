import type { ParseResult } from 'libpg-query';

/** What PostgreSQL's own parser makes of a text, or where it stops. Places count bytes from 0. */
export type Parsed =
  | { readonly ok: true; readonly statements: NonNullable<ParseResult['stmts']> }
  | { readonly ok: false; readonly message: string; readonly character: number };

type Parser = Pick<typeof import('libpg-query'), 'parseSync' | 'SqlError'>;

let parser: Parser | null = null;

/** Loads PostgreSQL's parser, as WebAssembly. Who reads files does so, and only if an SQL file is among them. */
export async function loadSqlParser(): Promise<void> {
  if (parser !== null) return;
  const module = await import('libpg-query');
  await module.loadModule();
  parser = module;
}

/** @throws Error if the parser is not loaded. */
export function parseSql(text: string): Parsed {
  if (parser === null) throw new Error('the parser of SQL is not loaded: call loadSqlParser before');
  try {
    return { ok: true, statements: parser.parseSync(text).stmts ?? [] };
  } catch (error) {
    if (!(error instanceof parser.SqlError)) throw error;
    const { message, cursorPosition = 0 } = error.sqlDetails ?? { message: error.message };
    return { ok: false, message, character: Math.max(0, cursorPosition) };
  }
}
