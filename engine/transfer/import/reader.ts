import { isLosslessNumber } from 'lossless-json';
import { readJsonBody } from '../../http/request/json_body.ts';
import { readPlainJson } from '../../http/request/plain_json.ts';
import { cellReader } from '../../http/request/rows/cell.ts';
import type { CsvRecord } from '../../http/request/rows/csv_records.ts';
import { turns } from '../../http/request/rows/room.ts';
import type { Validate } from '../../http/request/validator.ts';
import { readCsv, requireText } from '../file/csv.ts';
import { type Cut, FileFault } from '../file/cut.ts';
import type { Position } from '../file/source.ts';
import type { Column, Columns } from './column.ts';
import type { Fault } from './fault.ts';
import { checkRow, faultsOfJson, type SoundRow } from './row.ts';

/** Some rows of a file, ready to be written all or none. */
export interface Piece {
  readonly columns: readonly Column[];
  readonly rows: readonly SoundRow[];
  readonly faults: readonly Fault[];
  readonly to: Position;
  /** Of the file up to its end. */
  readonly digest: string;
}

/** Reads a cut of a file. It lets other work of the process be done meanwhile. */
export type ReadPiece = (cut: Cut) => Promise<Piece>;

/** The reader of a CSV file with these columns. */
export function csvReader(columns: readonly Column[], validate: Validate): ReadPiece {
  const used = columns.filter(({ kind }) => kind !== 'ignored');
  const cellOf = used.map((column) => {
    const at = columns.indexOf(column);
    const read = column.kind === 'field' ? cellReader(column.field.type) : String;
    return (cells: CsvRecord['cells']) => {
      const text = cells[at] ?? null;
      return text === null ? null : read(text);
    };
  });
  const rowOf = ({ line, cells }: CsvRecord): SoundRow | readonly Fault[] => {
    if (cells.length !== columns.length)
      return [
        { line, column: '', detail: `it has ${counted(cells.length, 'cell')}; the header has ${columns.length}` },
      ];
    const members: unknown[] = [];
    for (const read of cellOf) {
      try {
        members.push(read(cells));
      } catch (thrown) {
        return faultsOfJson(line, used[members.length]?.name ?? '', thrown);
      }
    }
    return checkRow({ line, members }, used, validate);
  };
  return async (cut) => ({ columns: used, ...(await checked(readCsv(cut), rowOf)), to: cut.to, digest: cut.digest });
}

/** The reader of a file with a JSON object on each line. `columnsOf` finds what their members are. */
export function linesReader(findColumns: (names: readonly string[]) => Columns, validate: Validate): ReadPiece {
  return async (cut) => {
    requireText(cut.bytes, cut.from.lines);
    const lines = cut.bytes.toString().split('\n');
    const read = await checked(lines.entries(), ([at, text]) => bodyOf(cut.from.lines + at + 1, text));
    const names = [...new Set(read.rows.flatMap(({ body }) => Object.keys(body)))];
    const found = findColumns(names);
    if (!found.ok) throw new FileFault(cut.from.lines + 1, found.faults.join('; '));
    const used = found.columns.filter(({ kind }) => kind !== 'ignored');
    const { rows, faults } = await checked(read.rows, ({ line, body }) =>
      checkRow({ line, members: used.map(({ name }) => body[name]) }, used, validate),
    );
    return { columns: used, rows, faults: [...read.faults, ...faults], to: cut.to, digest: cut.digest };
  };
}

interface Line {
  readonly line: number;
  readonly body: Readonly<Record<string, unknown>>;
}

function bodyOf(line: number, text: string): Line | readonly Fault[] {
  if (text.trim() === '') return [];
  try {
    const body = readPlainJson(text) ?? readJsonBody(text);
    if (typeof body === 'object' && body !== null && !Array.isArray(body) && !isLosslessNumber(body))
      return { line, body: body as Line['body'] };
    return [{ line, column: '', detail: 'must be a JSON object' }];
  } catch (thrown) {
    return faultsOfJson(line, '', thrown);
  }
}

/** So long a slice may delay the next statement of a piece. */
const sliceMilliseconds = 0.4;

/** What becomes of each, in slices between which the process does other work. */
async function checked<From, To extends object>(
  all: Iterable<From>,
  check: (each: From) => To | readonly Fault[],
): Promise<{ readonly rows: readonly To[]; readonly faults: readonly Fault[] }> {
  const rows: To[] = [];
  const faults: Fault[] = [];
  const rest = turns(sliceMilliseconds);
  for (const each of all) {
    const made = check(each);
    if (Array.isArray(made)) faults.push(...made);
    else rows.push(made as To);
    const pause = rest();
    if (pause !== undefined) await pause;
  }
  return { rows, faults };
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
