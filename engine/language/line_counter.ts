/** What counts lines as a reader of records goes through a file. */
interface LineCounter {
  /** The line of the record that comes next, behind empty lines. */
  readonly begin: () => number;
  /** Goes on to the byte behind a record. */
  readonly pass: (end: number) => void;
  /** Goes on to a byte behind so many lines, which somebody else has counted. Gives the line before them. */
  readonly skip: (end: number, lines: number) => number;
}

/**
 * Counts the lines of CSV by its bytes, from the line `first`: csv-parse takes a line break of two characters within
 * quotes for two. A carriage return alone is a break only where the file may end records with it.
 */
export function lineCounter(
  bytes: Buffer,
  first: number,
  { loneReturns }: { readonly loneReturns: boolean },
): LineCounter {
  let line = first;
  let at = 0;
  const isBreak = () => bytes[at] === 0x0a || (loneReturns && bytes[at] === 0x0d && bytes[at + 1] !== 0x0a);
  const pass = (end: number) => {
    for (; at < end; at += 1) if (isBreak()) line += 1;
  };
  return {
    begin: () => {
      while (bytes[at] === 0x0a || bytes[at] === 0x0d) pass(at + 1);
      return line;
    },
    pass,
    skip: (end, lines) => {
      const before = line;
      at = end;
      line += lines;
      return before;
    },
  };
}
