import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { test } from 'tap';
import { Line, type Place, placeOf } from '../../engine/http/edge/turn/line.ts';

const program = fileURLToPath(new URL('passing_process.ts', import.meta.url));

// With a table of a Map or a Set that is outgrown, dozens of bytes or more would stay for each.
const most = 16;

test('nothing stays of a request, of its statement and at its connection for V8 to collect the whole heap', async (t) => {
  const { stdout } = await promisify(execFile)(process.execPath, [program], { env: {} });
  for (const [name, bytes] of Object.entries(JSON.parse(stdout) as Readonly<Record<string, number>>))
    t.ok(bytes < most, `${name}: ${bytes} bytes`);
});

test('items leave a line from any place', (t) => {
  const line = new Line<string>();
  const [one, two, three] = ['one', 'two', 'three'].map((item) => placeOf(item)) as [
    Place<string>,
    Place<string>,
    Place<string>,
  ];
  for (const place of [one, two, three]) line.add(place);
  line.remove(two);
  t.same([...line], ['one', 'three']);
  line.remove(three);
  line.add(two);
  t.same([...line], ['one', 'two']);
  line.remove(one);
  t.same([...line], ['two']);
  line.remove(two);
  t.same([[...line], line.length], [[], 0]);
  line.add(three);
  t.same([...line], ['three']);
  t.end();
});
