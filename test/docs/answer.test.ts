import { DateTime } from 'luxon';
import { test } from 'tap';
import { isAsShown } from './answer.ts';
import { readPage } from './page.ts';
import { readConsole } from './page_run.ts';

const now = new Date().toISOString();
const today = now.slice(0, 10);
const midnight = DateTime.now().setZone('Europe/Oslo').startOf('day').toUTC().toISO({ suppressMilliseconds: true });

const table: readonly (readonly [shown: string, actual: string, is: boolean])[] = [
  ['one\ntwo', 'one\ntwo\n', true],
  ['one', 'one\ntwo', false],
  ['one\n...\nthree', 'one\ntwo\nthree', true],
  ['one\n...\nthree', 'one\nthree', true],
  ['one\n...', 'two', false],
  ['took ... ms', 'took 12 ms', true],
  ['a.c', 'abc', false],
  ['{"a": 1, "b": [true, null]}', '{"b":[true,null],"a":1}', true],
  ['{"a": 1}', '{"a":1,"b":2}', false],
  ['{"a": 1, ...}', '{"a":1,"b":2}', true],
  ['{"a": 1\n  ...\n}', '{"a":1,"b":2}', true],
  ['{"a": ..., "b": 2}', '{"a":{"c":3},"b":2}', true],
  ['{"a": "x..."}', '{"a":"xyz"}', true],
  ['[{"a": 1}, ...]', '[{"a":1},{"a":2}]', true],
  ['[...]', '[]', true],
  ['[{"a": 1}]', '[{"a":1},{"a":2}]', false],
  ['{"a": 9007199254740993}', '{"a":9007199254740992}', false],
  ['{"a": 1.0}', '{"a":1}', false],
  // What is of this run may differ, and nothing else.
  ['{"at": "2026-01-31T12:00:00.5+00:00"}', `{"at":"${now}"}`, true],
  ['{"at": "2026-01-31T12:00:00+00:00"}', '{"at":"2026-01-30T12:00:00+00:00"}', false],
  ['{"at": "2026-01-31T12:00:00+00:00"}', '{"at":"2026-01-31T12:00:00+00:00"}', true],
  ['{"from": "2026-01-30T23:00:00+00:00"}', `{"from":"${midnight}"}`, true],
  ['on 2026-01-31', `on ${today}`, true],
  ['on 2026-01-31', 'on 2026-01-30', false],
  ['20260131120000_add_pages.sql', '20261122051500_add_pages.sql', true],
  ['"0198c6f1-1111-4222-8333-444455556666"', '"1198c6f1-1111-4222-8333-444455556667"', true],
  // Of a message, the headers that are shown.
  ['HTTP/1.1 200 OK\nETag: "1-a"\n\n{"a": 1}', 'HTTP/1.1 200 OK\r\ndate: x\r\netag: "7-b"\r\n\r\n{"a":1}', true],
  ['HTTP/1.1 200 OK\nAllow: GET', 'HTTP/1.1 200 OK\r\nallow: GET, POST\r\n\r\n', false],
  ['HTTP/1.1 200 OK', 'HTTP/1.1 404 Not Found\r\n\r\n', false],
  [
    'HTTP/1.1 412 Precondition Failed\n...\n\n{"code": "changed", ...}',
    'HTTP/1.1 412 Precondition Failed\r\na: b\r\n\r\n{"code":"changed","status":412}',
    true,
  ],
];

test('what came, held against what a page shows', async (t) => {
  for (const [shown, actual, is] of table) t.equal(isAsShown(shown, actual), is, `${shown} | ${actual}`);
});

test('a session of a page as commands, each with what it prints', async (t) => {
  t.same(readConsole('$ one \\\n  -d x\n1\n$ two "a\nb"\n$ three\n  more\n2\n\n3'), [
    { command: 'one \\\n  -d x', shown: '1\n' },
    { command: 'two "a\nb"', shown: '' },
    { command: 'three\n  more', shown: '2\n\n3\n' },
  ]);
  t.throws(() => readConsole('one'), /stands before any command/);
});

test('what of a page is run', async (t) => {
  const page = readPage(
    'a.md',
    `# A
<!-- run: library -->
\`\`\`sh
one
\`\`\`
\`\`\`json
{}
\`\`\`
<!-- not run: another host -->
\`\`\`http
GET /
\`\`\`
\`\`\`json
1
\`\`\`
<!-- generated: x -->
\`\`\`sh
two
\`\`\`
<!-- end -->
- item
  \`\`\`sh
  three
  \`\`\`
`,
  );
  t.equal(page.ground, 'library');
  t.same(page.fences, [
    { language: 'sh', text: 'one', line: 4, isAnswer: false },
    { language: 'json', text: '{}', line: 7, isAnswer: true },
    { language: 'sh', text: 'three', line: 23, isAnswer: false },
  ]);
});
