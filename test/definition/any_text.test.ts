import fc from 'fast-check';
import { test } from 'tap';
import { parse, stringify } from 'yaml';
import type { Fault } from '../../engine/definition/file/fault.ts';
import { type Files, readFiles } from '../../engine/definition/file/read.ts';
import { modelEitherWay } from './known.ts';

const library = await readFiles('test/library');
const texts = new Map([...library].map(([file, bytes]) => [file, Buffer.from(bytes).toString()]));
const files = [...library.keys()];
const long = Boolean(process.env.ALMANAC_LONG);

/** What is wrong with the outcome of reading a folder, which is a model or faults at places that are there; null for nothing. It is the same if a thread has parsed the files. */
function wrongWith(folder: Files): string | null {
  const loaded = modelEitherWay(folder);
  if (loaded.ok) return null;
  if (loaded.faults.length === 0) return 'neither a model nor a fault';
  const lost = loaded.faults.find((fault) => !isInside(fault, folder));
  return lost === undefined ? null : `no such place: ${JSON.stringify(lost)}`;
}

function isInside({ file, line, column, message }: Fault, folder: Files): boolean {
  const bytes = folder.get(file);
  if (bytes === undefined) return file === 'service.yaml' && line === 1 && column === 1;
  const lines = Buffer.from(bytes).toString().split('\n');
  const written = lines[line - 1];
  return written !== undefined && column >= 1 && column <= written.length + 1 && message !== '';
}

function withFile(file: string, text: string): Files {
  return new Map([...library, [file, Buffer.from(text)]]);
}

// Words that mean something in one place or another, and values of every kind.
const scalar = fc.oneof(
  fc.constantFrom(null, true, false, 0, 1, -1, 1.5, 1e21, 12345678901234567890n, '', 'a', 'Name', 'x'.repeat(64)),
  fc.constantFrom(
    'id',
    'name',
    'text',
    'enum',
    'reference',
    'array',
    'decimal',
    'book',
    'book_id',
    'member_id',
    'loan',
  ),
  fc.constantFrom(
    'constructor',
    '__proto__',
    'toString',
    'name=eq.a',
    'or=(name.eq.a',
    'group=gt.1',
    'now',
    'generated',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);
const name = scalar.map(String);
const value = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('type', 'to', 'of', 'by', 'that', 'resource', 'values', 'a'), scalar, {
    maxKeys: 3,
    noNullPrototype: true,
  }),
);

type Change = (around: Record<string, unknown>, key: string, other: unknown, name: string) => void;

const changes: { readonly [name: string]: Change } = {
  remove: (around, key) => {
    if (Array.isArray(around)) around.splice(Number(key), 1);
    else delete around[key];
  },
  replace: (around, key, other) => {
    around[key] = other;
  },
  rename: (around, key, _other, name) => {
    // A list has no names: `length`, for one, is no place in it.
    if (Array.isArray(around)) return;
    around[name] = around[key];
    delete around[key];
  },
  duplicate: (around, key, _other, name) => {
    if (Array.isArray(around)) around.push(around[Number(key)]);
    else around[name] = around[key];
  },
};

/** Every key and list position of a definition, as the node it is in and its name there. */
function spots(node: unknown): readonly (readonly [around: Record<string, unknown>, key: string])[] {
  if (typeof node !== 'object' || node === null) return [];
  const around = node as Record<string, unknown>;
  return Object.keys(around).flatMap((key) => [[around, key] as const, ...spots(around[key])]);
}

test('whatever is changed in a right definition, there is a model or a fault at its place', async (t) => {
  const change = fc.record({ kind: fc.constantFrom(...Object.keys(changes)), spot: fc.nat(), other: value, name });
  fc.assert(
    fc.property(fc.constantFrom(...files), fc.array(change, { minLength: 1, maxLength: 3 }), (file, all) => {
      const content: unknown = parse(texts.get(file) ?? '');
      for (const { kind, spot, other, name } of all) {
        const found = spots(content);
        const [around, key] = found[spot % found.length] ?? [];
        if (around !== undefined && key !== undefined) changes[kind]?.(around, key, other, name);
      }
      const problem = wrongWith(withFile(file, stringify(content)));
      if (problem !== null) throw new Error(problem);
    }),
    { numRuns: long ? 3_000 : 100 },
  );
  t.pass();
});

test('whatever is changed in its text, too', async (t) => {
  const piece = fc.constantFrom(
    ...'\t \n:-?[]{},&*!|>\'"%@`#~\\',
    ': ',
    '\n  ',
    '---\n',
    '&a ',
    '*a',
    '<<: ',
    '!!set ',
    '\u0000',
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...files),
      fc.array(fc.tuple(fc.nat(), fc.nat(12), piece), { minLength: 1, maxLength: 3 }),
      (file, edits) => {
        let text = texts.get(file) ?? '';
        for (const [at, length, inserted] of edits) {
          const start = at % (text.length + 1);
          text = text.slice(0, start) + inserted + text.slice(start + length);
        }
        const problem = wrongWith(withFile(file, text));
        if (problem !== null) throw new Error(problem);
      },
    ),
    { numRuns: long ? 3_000 : 100 },
  );
  t.pass();
});

test('any bytes and any text that looks like YAML, too', async (t) => {
  const word = fc.constantFrom(
    'resource',
    'service',
    'fields',
    'type',
    'text',
    'a',
    '1',
    '~',
    '&a',
    '*a',
    '- ',
    '? ',
    ': ',
  );
  const mark = fc.constantFrom(
    ':',
    ' ',
    '\n',
    '\n  ',
    '{',
    '}',
    '[',
    ']',
    ', ',
    '"',
    "'",
    '|',
    '>',
    '#',
    '!',
    '%',
    '\t',
  );
  const yaml = fc.array(fc.oneof(word, mark), { maxLength: 40 }).map((pieces) => Buffer.from(pieces.join('')));
  fc.assert(
    fc.property(fc.oneof(yaml, fc.uint8Array({ maxLength: 60 })), fc.boolean(), (bytes, isService) => {
      const folder = new Map<string, Uint8Array>([
        ['service.yaml', Buffer.from('service: Test\n')],
        [isService ? 'service.yaml' : 'a.yaml', bytes],
      ]);
      const problem = wrongWith(folder);
      if (problem !== null) throw new Error(problem);
    }),
    { numRuns: long ? 20_000 : 500 },
  );
  t.pass();
});
