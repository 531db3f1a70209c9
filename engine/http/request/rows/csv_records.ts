import { CsvError, type Options, parse } from 'csv-parse/sync';
import { lineCounter } from '../../../language/line_counter.ts';
import { readQuickly } from './quick_csv.ts';

/** A record of CSV: the line where it begins, and its cells; an empty cell is null, and `""` an empty text. */
export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly (string | null)[];
}

/** What the bytes are part of. */
export interface CsvForm {
  /** The line on which they begin. */
  readonly firstLine: number;
  /** What ends a record: a line feed, with or without a carriage return; or the end of the first record. */
  readonly ends: 'line feed' | 'as the first';
  /** A longer record is a fault; 0 for any length. */
  readonly recordBytes: number;
}

/** A text that is not CSV. */
export class CsvFault extends Error {
  /** The line of the cell at fault, where it begins. */
  readonly line: number;
  readonly isTooLong: boolean;
  constructor(line: number, { message, isTooLong }: Fault) {
    super(message);
    this.line = line;
    this.isTooLong = isTooLong;
  }
}

/**
 * Reads records (RFC 4180), some hundred at a time, between which the process can do other work.
 * @throws CsvFault
 */
export function* readRecords(bytes: Buffer, form: CsvForm): Generator<readonly CsvRecord[], undefined> {
  const isFree = form.ends === 'as the first';
  const end = isFree ? firstEnd(bytes) : '\n';
  const options = {
    relax_column_count: true,
    skip_empty_lines: true,
    record_delimiter: isFree ? end : ['\r\n', '\n'],
    max_record_size: form.recordBytes,
  };
  const lines = lineCounter(bytes, form.firstLine, { loneReturns: isFree });
  for (const [begin, behind] of slices(bytes, end)) {
    const slice = bytes.subarray(begin, behind);
    const isShort = form.recordBytes === 0 || slice.length <= form.recordBytes;
    const isMarked = begin === 0 && form.firstLine === 1 && slice[0] === byteOrderMark;
    const quick = isShort && !isMarked ? readQuickly(slice.toString(), isFree ? end : 'line feed') : null;
    if (quick !== null) {
      const first = lines.skip(behind, quick.lines);
      yield quick.records.map(({ linesBefore, cells }) => ({ line: first + linesBefore, cells }));
      continue;
    }
    // A function for each cell costs much, and only an empty text needs one.
    const hasEmptyTexts = slice.includes('""');
    const own = { bom: begin === 0 && form.firstLine === 1, ...(hasEmptyTexts && { cast: emptyAsNull }) };
    const { records, fault } = parsed(slice, { ...options, ...own });
    yield records.map(({ record, bytes: end }) => {
      const line = lines.begin();
      lines.pass(begin + end);
      return { line, cells: hasEmptyTexts ? record : record.map((cell) => (cell === '' ? null : cell)) };
    });
    if (fault === null) continue;
    lines.pass(begin + fault.bytes);
    throw new CsvFault(lines.begin(), fault);
  }
}

const emptyAsNull = (value: string, { quoting }: { readonly quoting: boolean }) =>
  value === '' && !quoting ? null : value;

interface Parsed {
  readonly record: readonly (string | null)[];
  /** How many bytes have been read by its end. */
  readonly bytes: number;
}

interface Fault {
  readonly message: string;
  /** How many bytes have been read by the end of the cell before. */
  readonly bytes: number;
  readonly isTooLong: boolean;
}

/** The records, up to a fault. */
function parsed(
  slice: Buffer,
  options: Options,
): { readonly records: readonly Parsed[]; readonly fault: Fault | null } {
  const records: Parsed[] = [];
  const keep = (record: Parsed['record'], { bytes }: { readonly bytes: number }) => {
    records.push({ record, bytes });
    return null;
  };
  try {
    parse(slice, { ...options, on_record: keep });
    return { records, fault: null };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { bytes = 0 } = error as { readonly bytes?: number };
    // Its line is wrong behind a line break of two characters within quotes, which it counts twice.
    const message = error.message.replace(/ at line \d+/, '');
    return { records, fault: { message, bytes, isTooLong: error.code === 'CSV_MAX_RECORD_SIZE' } };
  }
}

const sliceBytes = 16_384;
/** The first byte of a byte order mark. */
const byteOrderMark = 0xef;
const quote = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Where slices of whole records begin and end. */
function* slices(bytes: Buffer, end: string): Generator<readonly [begin: number, behind: number]> {
  const last = end.charCodeAt(end.length - 1);
  let begin = 0;
  let isQuoted = false;
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] === quote) isQuoted = !isQuoted;
    if (isQuoted || bytes[at] !== last || at - begin < sliceBytes) continue;
    if (end.length === 2 && bytes[at - 1] !== carriageReturn) continue;
    yield [begin, at + 1];
    begin = at + 1;
  }
  if (begin < bytes.length) yield [begin, bytes.length];
}

/** What ends the first record. */
function firstEnd(bytes: Buffer): '\n' | '\r\n' | '\r' {
  let isQuoted = false;
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] === quote) isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (bytes[at] === lineFeed) return '\n';
    else if (bytes[at] === carriageReturn) return bytes[at + 1] === lineFeed ? '\r\n' : '\r';
  }
  return '\n';
}
