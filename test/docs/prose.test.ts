import { test } from 'tap';
import { proseFaults, proseOfDocumentation } from './prose.ts';

test('the documentation is in plain English', async (t) => {
  for (const fault of proseOfDocumentation()) t.fail(fault, { at: {}, stack: '', source: '' });
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
