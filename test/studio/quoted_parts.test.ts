import t from 'tap';
import { quotedParts } from '../../engine/studio/row/access/quoted_parts.ts';

for (const [text, parts] of [
  ['', []],
  ['any row', ['any row']],
  ['`status` is `open`', ['<status>', ' is ', '<open>']],
  ['the `a`, or `b`', ['the ', '<a>', ', or ', '<b>']],
] as const)
  t.strictSame(
    quotedParts(text).map((part) => (part.isQuoted ? `<${part.text}>` : part.text)),
    parts,
    text,
  );

t.strictSame(
  quotedParts('`a` is `b`').map(({ text, at }) => [text, at]),
  [
    ['a', 1],
    [' is ', 3],
    ['b', 8],
  ],
);
