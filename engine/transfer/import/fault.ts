import { stringify } from 'csv-stringify/sync';

/** What is wrong with a row of a file. */
export interface Fault {
  /** Where the row begins; 1 is the first line of the file. */
  readonly line: number;
  /** The column; empty where it is about the whole row. */
  readonly column: string;
  readonly detail: string;
}

/** An import stops after so many. */
export const mostFaults = 1000;

/** Faults as CSV. */
export function faultsText(faults: readonly Fault[]): string {
  return stringify(
    faults.map(({ line, column, detail }) => [line, column, detail]),
    { header: true, columns: ['line', 'column', 'fault'] },
  );
}
