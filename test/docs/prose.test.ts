import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'tap';
import { allProseFaults, proseFaults, sourceFaults } from './prose.ts';
import { sourceProse } from './source_prose.ts';

test('documentation, messages and doc comments are in plain English', async (t) => {
  for (const fault of allProseFaults()) t.fail(fault, { at: {}, stack: '', source: '' });
  t.pass('npm run prose prints the same');
});

const long = (words: number) =>
  `${Array.from({ length: words }, (_, at) => (at % 2 === 0 ? 'One' : 'two')).join(' ')}.`;

const found: readonly (readonly [text: string, ...faults: string[]])[] = [
  ['A apple is an fruit.', '1:1: Unexpected article', '1:12: Unexpected article'],
  ['You read the the row.', '1:10: Unexpected'],
  [long(25)],
  [long(26), '1:1: A sentence of 26 words'],
  [`${long(25)} ${long(25)}`],
  [`${long(25)} \`code\` ${long(24).toLowerCase()}`],
  ['Add pages, etc. `code` is read.', '1:12: "etc"'],
  ['A caller\nwho has no token.', '2:1: "who has no"'],
  ['Those that are late. See _those\nthat_ are not.', '1:1: "those that"', '1:27: "those that"'],
  ['Only those `that` say so.'],
  ['It is no row. There is no row. It is no longer one.', '1:4: "is no"'],
  ['Such a row, such as one. No such row.', '1:29: "such"'],
  ["It's a row. The row's key.", '1:1: "it\'s": write it out'],
  ['| a | b |\n| --- | --- |\n| one | as far as |', '3:9: "as far as"'],
  ['`as far as`\n\n    as far as\n\n```text\nas far as\n```'],
  ['<!-- generated: x -->\nAs far as.\n<!-- end -->\n\nAs far as.', '5:1: "as far as"'],
];

test('what is found in a text, and where', async (t) => {
  for (const [text, ...faults] of found) {
    const given = proseFaults(text).map(({ line, column, message }) => `${line}:${column}: ${message}`);
    t.equal(given.length, faults.length, text);
    for (const [at, fault] of faults.entries()) t.equal(given[at]?.slice(0, fault.length), fault, text);
  }
});

const source = `/** Callers who have no \`role\`. */
export function a(): string { // Those that are late.
  return \`this is none that \${name} reads\`;
}
/**
 * Text on two
 * lines, as far as it goes.
 * @throws CommandError when it is none.
 */
const sql = \`create table "those that" (raise exception 'may nothing at all here')\`;
const style = 'p { margin: 0; color: those that are; }';
const html = '<p class="as far as that">as far as that</p>';
const many = ['eq', 'is none', 'An row is there'];
`;

test('what people read of a source: doc comments, and texts that look like sentences', async (t) => {
  t.same(
    sourceProse('a.ts', source).map(({ line, text }) => `${line}: ${text.trim()}`),
    [
      '1: Callers who have no `role`.',
      '3: this is none that `…` reads',
      '5: Text on two\nlines, as far as it goes.\n`…` when it is none.',
      '10: may nothing at all here',
      '12: as far as that',
      '13: An row is there',
    ],
  );
  t.same(
    sourceFaults('a.ts', source).map(({ line, message }) => `${line}: ${message.split(':')[0]}`),
    [
      '1: "who have no"',
      '3: "is none that"',
      '7: "as far as"',
      '8: "is none"',
      '10: "may nothing"',
      '12: "as far as"',
      '13: Unexpected article `An` before `row`, expected `A`.',
    ],
  );
});

test('every text of a catalogue is read: of one and of many, and without what is put in', async (t) => {
  const catalogue = `export const words = { one: 'Row', rows: '%{smart_count} row |||| An %{name}' };`;
  t.same(
    sourceProse('engine/studio/words/a.ts', catalogue).map(({ text }) => text.trim()),
    ['Row', '`…` row', 'An `…`'],
  );
});

test('the engine names no resource of the service here: its texts are published for every service', async (t) => {
  // Words that the engine has too; the API document and its like are in a folder contract.
  const known = ['identity', 'party', 'event', 'notification', 'notice', 'service', 'contract'];
  const names = readdirSync('resources')
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => file.replace('.yaml', ''))
    .filter((name) => !known.includes(name));
  t.ok(names.includes('controllable_unit'));
  const name = new RegExp(`\\b(?:${names.join('|')})\\b`);
  for (const file of readdirSync('engine', { recursive: true, encoding: 'utf8' }))
    if (/\.(?:tsx?|js|json|css|html)$/.test(file)) t.notMatch(readFileSync(`engine/${file}`, 'utf8'), name, file);
});
