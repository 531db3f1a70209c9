import type pg from 'pg';
import type { Row, Success } from '../../statement.ts';
import type { Prepared } from '../prepared_statements.ts';
import { type KeptBytes, readColumns, readError, readRow, readRowCount } from './incoming.ts';

/** A statement as it is sent. */
export interface Part {
  readonly text: string;
  readonly values: readonly (string | null)[];
  /** Under which it is prepared; null to send it unprepared. */
  readonly prepared: Prepared | null;
  readonly bytesOf: string | null;
}

/** What goes out with one Sync behind it. */
export interface Round {
  readonly parts: readonly Part[];
  /** By the simple protocol: one text of any number of statements, whose answer is that of the last. */
  readonly isSimple: boolean;
  /** After so many milliseconds without the whole answer, the connection counts as lost; 0 for never. */
  readonly patience: number;
  /** Gets the rows of the last part as they come; null to have them in its answer. */
  readonly take: ((row: Row) => void) | null;
  /** Gets the answers of the parts that have run, and what ended the round: pg.DatabaseError where PostgreSQL refused the next. */
  readonly done: (error: Error | null, answers: readonly Success[]) => void;
}

// PostgreSQL's protocol, 54.7.
const kind = (letter: string): number => letter.charCodeAt(0);
const bindComplete = kind('2');
const closeComplete = kind('3');
const commandComplete = kind('C');
const dataRow = kind('D');
const emptyQuery = kind('I');
const errorResponse = kind('E');
const noData = kind('n');
const parseComplete = kind('1');
const rowDescription = kind('T');

const noColumns: readonly string[] = [];

/** A round that is sent, and what is answered of it so far. */
export class Flight {
  readonly #round: Round;
  /** The statements that it prepares, by their places; null for none. */
  readonly #prepares: readonly (Prepared | null)[] | null;
  #answers: Success[] = [];
  #error: pg.DatabaseError | null = null;
  // Of the part that is answered now.
  #rows: Row[] = [];
  #columns = noColumns;
  #kept: KeptBytes | null = null;
  #isParsed = false;

  constructor(round: Round, prepares: readonly (Prepared | null)[] | null) {
    this.#round = round;
    this.#prepares = prepares;
  }

  /** Reads a message, if it is of a statement. */
  read(kind: number, bytes: Buffer<ArrayBuffer>, start: number, end: number): boolean {
    switch (kind) {
      case dataRow:
        this.#add(readRow(this.#columns, bytes, start, this.#kept));
        return true;
      case bindComplete:
        this.#begin(this.#part);
        return true;
      case commandComplete:
        this.#answer(readRowCount(bytes, end));
        return true;
      case emptyQuery:
        this.#answer(0);
        return true;
      case rowDescription:
        this.#describe(readColumns(bytes, start));
        return true;
      case noData:
        this.#describe(noColumns);
        return true;
      case parseComplete:
        this.#isParsed = true;
        return true;
      case errorResponse:
        this.#refuse(readError(bytes, start, end));
        return true;
      default:
        return kind === closeComplete;
    }
  }

  /** Tells what came of it. `lost` is why nothing more comes, if its connection is lost. */
  land(lost: Error | null): void {
    this.#round.done(this.#error ?? lost, this.#answers);
  }

  get #part(): Part | undefined {
    return this.#round.parts[this.#answers.length];
  }

  #begin(part: Part | undefined): void {
    this.#columns = part?.prepared?.columns ?? noColumns;
    const column = part?.bytesOf ?? null;
    this.#kept = column === null ? null : { column, value: null };
  }

  #add(row: Row): void {
    const { take, parts } = this.#round;
    if (take === null || this.#answers.length < parts.length - 1) this.#rows.push(row);
    else take(row);
  }

  #describe(columns: readonly string[]): void {
    this.#columns = columns;
    const prepared = this.#part?.prepared;
    if (prepared) prepared.columns = columns;
  }

  #answer(rowCount: number): void {
    const bytes = this.#kept?.value ?? null;
    const success: Success = { ok: true, rows: this.#rows, rowCount, ...(bytes !== null && { bytes }) };
    if (this.#round.isSimple) this.#answers = [success];
    else this.#answers.push(success);
    this.#rows = [];
    this.#columns = noColumns;
    this.#kept = null;
    this.#isParsed = false;
  }

  /** Behind a failure, PostgreSQL skips what is left of the round: it has not prepared those statements. */
  #refuse(error: pg.DatabaseError): void {
    this.#error = error;
    if (this.#round.isSimple) this.#answers = [];
    const skipped = this.#prepares?.slice(this.#answers.length + (this.#isParsed ? 1 : 0)) ?? [];
    for (const statement of skipped) if (statement !== null) statement.isSent = false;
  }
}
