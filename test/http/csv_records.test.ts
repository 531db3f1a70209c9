import { CsvError, parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { test } from 'tap';
import { CsvFault, type CsvForm, type CsvRecord, readRecords } from '../../engine/http/request/rows/csv_records.ts';
import { readQuickly } from '../../engine/http/request/rows/quick_csv.ts';
import { lineCounter } from '../../engine/language/line_counter.ts';

// Two readers of CSV: a quick one, and csv-parse for what the quick one does not know.

const sign = fc.constantFrom('a', 'é', '😀', ' ', ',', '"', '\r', '\n', '\r\n');
const cell = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('', 'a', 'b c', 'é', '""', '"a"', '"a,b"', '"a\nb"', '"""a"""', '"a\r\nb"') },
  { weight: 1, arbitrary: fc.string({ unit: sign, maxLength: 4 }) },
);
const csv = fc
  .tuple(
    fc.array(fc.array(cell, { maxLength: 4 }), { maxLength: 5 }),
    fc.constantFrom('\n', '\r\n', '\r'),
    fc.boolean(),
  )
  .map(([rows, end, isEnded]) => rows.map((cells) => cells.join()).join(end) + (isEnded ? end : ''));
const form = fc.record({
  firstLine: fc.constantFrom(1, 7),
  ends: fc.constantFrom('line feed', 'as the first'),
  recordBytes: fc.constantFrom(0, 5, 1000),
} as const);
const numRuns = process.env.ALMANAC_LONG === undefined ? 5000 : 200_000;

test('records are read as csv-parse reads them', async (t) => {
  const count = { read: 0, refused: 0, quick: 0 };
  fc.assert(
    fc.property(csv, form, (text, how) => {
      const expected = readByLibrary(text, how);
      const found = outcome(text, how);
      count[expected === null ? 'refused' : 'read'] += 1;
      if (readQuickly(text, how.ends === 'line feed' ? 'line feed' : firstEnd(text)) !== null) count.quick += 1;
      t.same(found, expected, JSON.stringify({ text, how }));
    }),
    { numRuns },
  );
  for (const each of Object.values(count)) t.ok(each > numRuns / 10, JSON.stringify(count));
});

test('lines are counted over slices of both readers', async (t) => {
  // Each slice has 16 KiB.
  const long = (text: string) => text.repeat(Math.ceil(20_000 / text.length));
  const text = ['a,b', long('1,2\n'), long('\n"é\n",2\n'), long('1,"\r"\n\n'), long('1,2\n')].join('\n');
  const how = { firstLine: 1, ends: 'line feed', recordBytes: 0 } as const;
  t.same(outcome(text, how), readByLibrary(text, how));
});

function outcome(text: string, how: CsvForm): readonly CsvRecord[] | null {
  try {
    return [...readRecords(Buffer.from(text), how)].flat();
  } catch (fault) {
    if (fault instanceof CsvFault) return null;
    throw fault;
  }
}

/** Null for a fault. */
function readByLibrary(text: string, { ends, recordBytes, firstLine }: CsvForm): readonly CsvRecord[] | null {
  const isFree = ends === 'as the first';
  const lines = lineCounter(Buffer.from(text), firstLine, { loneReturns: isFree });
  const records: CsvRecord[] = [];
  try {
    parse(text, {
      relax_column_count: true,
      skip_empty_lines: true,
      record_delimiter: isFree ? firstEnd(text) : ['\r\n', '\n'],
      max_record_size: recordBytes,
      cast: (value, { quoting }) => (value === '' && !quoting ? null : value),
      on_record: (cells: CsvRecord['cells'], { bytes }) => {
        records.push({ line: lines.begin(), cells });
        lines.pass(bytes);
        return null;
      },
    });
    return records;
  } catch (error) {
    if (error instanceof CsvError) return null;
    throw error;
  }
}

function firstEnd(text: string) {
  const [end = '\n'] = text.replace(/"[^"]*(?:"|$)/g, '').match(/\r?\n|\r/) ?? [];
  return end as '\n' | '\r\n' | '\r';
}
