import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Test, test } from 'tap';
import { readParsed } from '../../engine/definition/file/parsed.ts';
import { type Path, placeOf, placeOfMap, sourceText } from '../../engine/definition/file/place.ts';
import { knownSource, plainContent, readSource } from '../../engine/definition/file/source.ts';
import { buildModel } from '../../engine/feature/load.ts';
import { temporaryFolder } from '../codegen/process.ts';
import { modelEitherWay } from './known.ts';

/** Files that are right, and whether their content is all that there is to know of them. */
const files = [
  ['a number', 'fields: { a: { type: decimal, precision: 4, scale: 2, maximum: 1.5 } }', true],
  [
    'a number that is written otherwise',
    'fields: { a: { type: decimal, precision: 4, scale: 2, maximum: 1.50 } }',
    false,
  ],
  ['a number with more digits than one has', 'fields: { a: { type: bigint, maximum: 9007199254740993 } }', false],
  ['a text in quotes', 'fields: { a: { type: text, title: "1.50" } }', true],
  ['a text of several lines', 'description: |\n  One\n  two\nfields: { a: { type: text } }', true],
  ['an alias', 'fields: { a: &a { type: text }, b: *a }', false],
  ['another word for true', 'fields: { a: { type: text, nullable: True } }', false],
] as const;

function folderOf(t: Test, texts: readonly (readonly [file: string, text: string])[]): string {
  const folder = temporaryFolder(t);
  for (const [file, text] of texts) writeFileSync(join(folder, file), text);
  return folder;
}

const service = ['service.yaml', 'service: Many\n'] as const;

test('many files are parsed by a thread, except for those that say more than their content', async (t) => {
  const many = Array.from({ length: 300 }, (_, at) => {
    const [, text] = files[at % files.length] ?? files[0];
    return [`r_${at}.yaml`, `resource: r_${at}\n${text}\n`] as const;
  });
  const parsed = await readParsed(folderOf(t, [service, ...many]));
  const expected = many.filter((_each, at) => files[at % files.length]?.[2]).map(([file]) => file);
  t.strictSame([...parsed.contents.keys()], [...expected, service[0]].sort());
  const built = buildModel(parsed.files, '', parsed.contents);
  t.equal(built.ok && built.model.resources.size, 300);

  const few = await readParsed(folderOf(t, [service, ...many.slice(0, 9)]));
  t.strictSame([few.files.size, few.contents.size], [10, 0], 'few are not');
});

test('a fault in one of many files is told with its place', async (t) => {
  const many = Array.from({ length: 300 }, (_, at) => {
    const type = at === 7 ? 'txt' : 'text';
    const text = `resource: r_${at}\nfields:\n  a: { type: ${type} }\n`;
    return [`r_${at}.yaml`, at === 8 ? `${text}  a: { type: text }\n` : text] as const;
  });
  const { files, contents } = await readParsed(folderOf(t, [service, ...many]));
  const built = buildModel(files, 'many', contents);
  const told = built.ok ? [] : built.faults;
  t.strictSame(
    told.map(({ file, line, column, message }) => `${file}:${line}:${column}: ${message}`),
    ['many/r_7.yaml:3:14: there is no type "txt"', 'many/r_8.yaml:4:3: the key "a" stands here a second time'],
  );
});

for (const [name, text] of files)
  test(`a definition is the same either way: ${name}`, async (t) => {
    const built = modelEitherWay(
      new Map([
        [service[0], Buffer.from(service[1])],
        ['r.yaml', Buffer.from(`resource: r\n${text}\n`)],
      ]),
    );
    t.ok(built.ok);
  });

const values = [
  ...['null', 'true', '0', '-1', '1.5', 'a b', '"a"', "'1.50'", '1e+21', '[1, { a: null }]', '.inf is a text'],
  ...['|\n  a\n  b', '>-\n  a\n  b', '{ __proto__: { a: 1 } }', '2026-01-01', '"\\u00e9"'],
].map((text) => [text, true] as const);
const otherwise = [
  ...['~', '', 'True', 'NULL', '1.50', '+1', '-0', '0x10', '1e3', '.5', '.inf', '12345678901234567890', '[1, 1.0]'],
  ...['{ a: &a 1 }\nb: *a'],
].map((text) => [text, false] as const);

for (const [text, isPlain] of [...values, ...otherwise])
  test(`the content of a file says how it is written, or is not taken for it: ${text}`, async (t) => {
    const bytes = Buffer.from(`a: ${text}\n`);
    const source = readSource('r.yaml', bytes);
    if (!('text' in source)) return t.fail('it is right');
    const content = structuredClone(plainContent(source));
    t.equal(content !== undefined, isPlain);
    if (!isPlain) return;
    const known = knownSource('r.yaml', bytes, content);
    t.ok(isDeepStrictEqual(known.content, source.content));
    for (const path of pathsIn(source.content))
      for (const find of [sourceText, placeOf, placeOfMap])
        t.strictSame(find(known, path), find(source, path), path.join('.'));
  });

/** The paths of all parts of a content, and of one that is not there. */
function pathsIn(content: unknown, path: Path = []): readonly Path[] {
  const isLeaf = typeof content !== 'object' || content === null;
  const steps = isLeaf ? [] : Array.isArray(content) ? [...content.keys()] : Object.keys(content);
  const further = steps.flatMap((step) =>
    pathsIn(Object.getOwnPropertyDescriptor(content, step)?.value, [...path, step]),
  );
  return [path, [...path, 'missing'], ...further];
}

test('a folder that is not there is told as by readFiles', async (t) => {
  await t.rejects(readParsed('/there/is/no/such/folder'), { code: 'ENOENT' });
});
