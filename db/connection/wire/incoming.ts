import pg from 'pg';
import type { Row } from '../../statement.ts';
import { bytesOfMessage, headerBytes } from '../message_guard.ts';

/**
 * Gets each message: its kind, and where in the bytes its content begins and ends. They hold only until it returns. A message
 * longer than `longBytes` is alone in its memory, and nobody writes to that again.
 */
type Take = (kind: number, bytes: Buffer<ArrayBuffer>, start: number, end: number) => void;

/** Shorter values are as quick to send again as texts. */
const longBytes = 8192;

/**
 * Reads the messages of PostgreSQL out of chunks of any size. A message longer than `most` is refused by its header, before it
 * arrives.
 * @throws MessageTooLong, and what `take` throws.
 */
export function createMessageReader(most: number, take: Take): (chunk: Buffer<ArrayBuffer>) => void {
  /** The first `held` bytes of a message, with room for all of it, or of its header. */
  let message = noBytes;
  let held = 0;

  const hold = (bytes: Buffer, length: number): void => {
    message = Buffer.allocUnsafeSlow(length);
    held = bytes.copy(message);
  };

  /** Adds what a chunk has of the message that is held. Gives where the chunk goes on. */
  const goOn = (chunk: Buffer): number => {
    let at = 0;
    if (held < headerBytes) {
      at = chunk.copy(message, held, 0, headerBytes - held);
      held += at;
      if (held < headerBytes) return at;
      hold(message, bytesOfMessage(message, 0, most));
    }
    const added = chunk.copy(message, held, at);
    held += added;
    if (held === message.length) takeHeld();
    return at + added;
  };

  const takeHeld = (): void => {
    const whole = message;
    message = noBytes;
    held = 0;
    take(whole[0] as number, whole, headerBytes, whole.length);
  };

  return (chunk) => {
    let at = held > 0 ? goOn(chunk) : 0;
    while (chunk.length - at >= headerBytes) {
      const length = bytesOfMessage(chunk, at, most);
      const end = at + length;
      if (length > longBytes || end > chunk.length) {
        hold(chunk.subarray(at, end), length);
        if (held < length) return;
        takeHeld();
      } else take(chunk[at] as number, chunk, at + headerBytes, end);
      at = end;
    }
    if (at < chunk.length) hold(chunk.subarray(at), headerBytes);
  };
}

const noBytes = Buffer.alloc(0);

// What stands between the name of a column and the next one: its table, number, type, size, modifier and format.
const restOfColumn = 18;

/** The names of the columns, from a RowDescription. */
export function readColumns(bytes: Buffer, start: number): readonly string[] {
  const columns: string[] = [];
  let at = start + 2;
  for (let left = bytes.readUInt16BE(start); left > 0; left -= 1) {
    const end = bytes.indexOf(0, at);
    columns.push(bytes.toString('utf8', at, end));
    at = end + 1 + restOfColumn;
  }
  return columns;
}

/** A column of which a long value stays the bytes that came. */
export interface KeptBytes {
  readonly column: string;
  value: Buffer<ArrayBuffer> | null;
}

/** A row, from a DataRow, without the value that is kept as bytes. */
export function readRow(
  columns: readonly string[],
  bytes: Buffer<ArrayBuffer>,
  start: number,
  kept: KeptBytes | null = null,
): Row {
  const row: Record<string, string | null> = {};
  let at = start + 2;
  for (const column of columns) {
    const length = bytes.readInt32BE(at);
    at += 4;
    if (length > longBytes && column === kept?.column) kept.value = bytes.subarray(at, at + length);
    else row[column] = length < 0 ? null : bytes.toString('utf8', at, at + length);
    if (length > 0) at += length;
  }
  return row;
}

const zero = 0x30;
const nine = 0x39;

/** The number at the end of a CommandComplete, such as INSERT 0 5; 0 for one without a number. */
export function readRowCount(bytes: Buffer, end: number): number {
  let count = 0;
  let place = 1;
  // The text ends with a byte 0.
  for (let at = end - 2; ; at -= 1) {
    const digit = bytes[at] ?? 0;
    if (digit < zero || digit > nine) return count;
    count += (digit - zero) * place;
    place *= 10;
  }
}

/** The members of pg's errors, by the letters of the fields of an ErrorResponse (54.8). */
const members: Readonly<Record<string, keyof pg.DatabaseError>> = {
  S: 'severity',
  C: 'code',
  D: 'detail',
  H: 'hint',
  P: 'position',
  W: 'where',
  t: 'table',
  c: 'column',
  n: 'constraint',
  R: 'routine',
};

/** What PostgreSQL refuses, from an ErrorResponse. */
export function readError(bytes: Buffer, start: number, end: number): pg.DatabaseError {
  const fields: Record<string, string> = {};
  for (let at = start; at < end && bytes[at] !== 0; ) {
    const last = bytes.indexOf(0, at);
    fields[String.fromCharCode(bytes[at] as number)] = bytes.toString('utf8', at + 1, last);
    at = last + 1;
  }
  const error = new pg.DatabaseError(fields.M ?? '', end - start, 'error');
  for (const [letter, member] of Object.entries(members))
    if (fields[letter] !== undefined) Object.assign(error, { [member]: fields[letter] });
  return error;
}
