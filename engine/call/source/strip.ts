import { stripTypeScriptTypes } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { SourceFault } from './fault.ts';

// The program of the thread that looks at the files of handlers. It runs none of them.

/** `export default` and `export { renew as default }`. */
const exportsDefault = /\bexport\s+default\b|\bexport\s*\{[^}]*\bdefault\b/;

/** What Node calls TypeScript that is more than JavaScript with types. */
const unsupported = 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX';
const invalid = 'ERR_INVALID_TYPESCRIPT_SYNTAX';

parentPort?.postMessage((workerData as readonly string[]).map(faultOf));

function faultOf(text: string): SourceFault | null {
  const stripped = strip(text);
  if (typeof stripped !== 'string') return stripped;
  if (exportsDefault.test(stripped)) return null;
  const expected = 'the function that does the work of the call as its default export';
  return { message: 'the file has no default export', expected, line: 1, column: 1 };
}

function strip(text: string): string | SourceFault {
  try {
    return stripTypeScriptTypes(text);
  } catch (error) {
    const { code, message, stack = '' } = error as NodeJS.ErrnoException;
    if (code !== unsupported && code !== invalid) throw error;
    // Node tells the place in the stack alone: `:<line>`, lines of the text up to it, and a mark below the column.
    const [, line = '1'] = /^\S*:(\d+)\n/.exec(stack) ?? [];
    const [, before = ''] = /^( *)\^/m.exec(stack) ?? [];
    return {
      message: message.replace(/\.$/, ''),
      expected: code === unsupported ? 'JavaScript with types, which Node.js strips' : null,
      line: Number(line),
      column: before.length + 1,
    };
  }
}
