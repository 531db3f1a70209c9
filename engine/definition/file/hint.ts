import type { Place } from './fault.ts';

/** Something at a place of a definition that works, and may be better otherwise. */
export interface Hint extends Place {
  readonly message: string;
  /** What to write. */
  readonly remedy: string;
}

/** `file:line:column: hint: message; remedy`, as faults are shown. */
export function formatHint({ file, line, column, message, remedy }: Hint): string {
  return `${file}:${line}:${column}: hint: ${message}; ${remedy}`;
}
