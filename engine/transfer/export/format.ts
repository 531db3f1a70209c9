import { stringify as stringifyCsv } from 'csv-stringify/sync';
import type { Field } from '../../model/field.ts';
import { readJsonDigits } from '../../vocabulary/value/json_text.ts';

/** The text of an export: before its rows, of some rows as JSON texts, and behind the last. */
interface RowWriter {
  readonly begin: string;
  rows(bodies: readonly string[]): string;
  readonly end: string;
}

/** The forms of an export, each for the fields of its rows. */
export const exportFormats = {
  csv: csvWriter,
  ndjson: () => ({ begin: '', rows: (bodies) => bodies.map((body) => `${body}\n`).join(''), end: '' }),
  json: jsonWriter,
} satisfies Record<string, (fields: readonly Field[]) => RowWriter>;

export type ExportFormat = keyof typeof exportFormats;

/** A JSON array with a row on a line. */
function jsonWriter(): RowWriter {
  let separator = '';
  return {
    begin: '[',
    rows: (bodies) =>
      bodies
        .map((body) => {
          const text = `${separator}\n${body}`;
          separator = ',';
          return text;
        })
        .join(''),
    end: '\n]\n',
  };
}

/**
 * RFC 4180: an empty cell is null, and `""` an empty text. A field of the type json has JSON in its cell, texts in double
 * quotes included, so that it can be read back.
 */
function csvWriter(fields: readonly Field[]): RowWriter {
  const cellOf = ({ name, type }: Field) => {
    const isJson = type.kind === 'json';
    return (row: Readonly<Record<string, unknown>>): string | null => {
      const value = row[name];
      if (value === null || value === undefined) return null;
      return typeof value === 'string' && !isJson ? value : JSON.stringify(value);
    };
  };
  const cells = fields.map(cellOf);
  return {
    begin: csvText([fields.map(({ name }) => name)]),
    rows: (bodies) =>
      csvText(
        bodies.map((body) => {
          const row = readJsonDigits(body) as Readonly<Record<string, unknown>>;
          return cells.map((cell) => cell(row));
        }),
      ),
    end: '',
  };
}

function csvText(records: readonly (readonly (string | null)[])[]): string {
  return stringifyCsv([...records], {
    record_delimiter: '\r\n',
    quoted_match: /[\r\n]/,
    cast: { string: (value) => ({ value, quoted_empty: true }) },
  });
}
