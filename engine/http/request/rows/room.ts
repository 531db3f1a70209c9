import { Problem } from '../../../contract/problem.ts';
import type { Limits } from '../../../model/service.ts';

/** What the rows of a body may be. Who reads them must not keep the process from its other requests. */
export type RowLimits = Pick<Limits, 'rowsPerRequest' | 'payloadBytes'>;

/** So many values a body may have for each row that it may have. */
const valuesOfRow = 100;

/** @throws Problem for more rows than a body may have. */
export function requireRows(count: number, { rowsPerRequest }: RowLimits): void {
  if (count > rowsPerRequest)
    throw new Problem('payload_too_large', `the body has more than ${rowsPerRequest} rows`, {
      hint: 'send several requests',
    });
}

/** @throws Problem for more values than a body may have. */
export function requireValues(count: number, { rowsPerRequest }: RowLimits): void {
  const most = valuesOfRow * rowsPerRequest;
  if (count > most)
    throw new Problem('payload_too_large', `the body has more than ${most} values`, { hint: 'send several requests' });
}

/** @throws Problem for a row that is longer than a body with one object may be. */
export function requireShortRow(length: number, row: number, { payloadBytes }: RowLimits): void {
  if (length > payloadBytes)
    throw new Problem('payload_too_large', `/${row} has more than ${payloadBytes} bytes`, {
      hint: 'each row may be as long as payload_bytes allows',
    });
}

const turnMilliseconds = 10;

/** Lets other work of the process have its turn, when it is time for that: to await nothing, row by row, would cost too. */
export function turns(milliseconds = turnMilliseconds): () => Promise<void> | undefined {
  let begin = performance.now();
  return () => {
    if (performance.now() - begin < milliseconds) return undefined;
    return new Promise((resolve) =>
      setImmediate(() => {
        begin = performance.now();
        resolve();
      }),
    );
  };
}
