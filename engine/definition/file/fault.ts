/** One thing that is wrong in a definition, and where. Lines and columns count from 1. */
export interface Fault extends Place {
  readonly message: string;
  readonly expected: string | null;
  /** The known name closest to the one that was written. */
  readonly nearest: string | null;
}

export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** `file:line:column: message; expected ...; did you mean ...?`, the form that editors and terminals make clickable. */
export function formatFault(fault: Fault): string {
  const expected = fault.expected === null ? '' : `; expected ${fault.expected}`;
  const nearest = fault.nearest === null || fault.nearest === fault.expected ? '' : `; did you mean ${fault.nearest}?`;
  return `${fault.file}:${fault.line}:${fault.column}: ${fault.message}${expected}${nearest}`;
}

/** By file, then by place in it. */
export function compareFaults(
  a: Place & { readonly message: string },
  b: Place & { readonly message: string },
): number {
  return compareText(a.file, b.file) || a.line - b.line || a.column - b.column || compareText(a.message, b.message);
}

/** Whether two faults of one file stand at one place. */
export function isSamePlace(a: Pick<Place, 'line' | 'column'>, b: Pick<Place, 'line' | 'column'>): boolean {
  return a.line === b.line && a.column === b.column;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
