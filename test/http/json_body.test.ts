import fc from 'fast-check';
import { isLosslessNumber, parse, stringify } from 'lossless-json';
import { test } from 'tap';
import { Problem } from '../../engine/contract/problem.ts';
import { readJsonBody } from '../../engine/http/request/json_body.ts';
import { readPlainJson } from '../../engine/http/request/plain_json.ts';
import { readArray } from '../../engine/http/request/rows/array.ts';
import { readLines } from '../../engine/http/request/rows/lines.ts';
import { hasEscapedName, readJsonDigits, readJsonText } from '../../engine/vocabulary/value/json_text.ts';
import { anyCharacter } from '../any_character.ts';
import { dialect, encoded } from './dialect.ts';
import { checkRefusals, type Refusal } from './refusal.ts';
import { testService } from './service.ts';

// 400 for what is no JSON, 422 for what is JSON and cannot be stored.

const malformed: readonly (readonly [body: string | Uint8Array, detail: RegExp])[] = [
  ['', /^the request has no body$/],
  [' ', /^the body is not valid JSON: /],
  ['{', /^the body is not valid JSON: /],
  ['{"heading": "x"', /^the body is not valid JSON: /],
  ['{"heading": "x",}', /^the body is not valid JSON: /],
  ["{'heading': 'x'}", /^the body is not valid JSON: /],
  ['{heading: "x"}', /^the body is not valid JSON: /],
  ['{"heading": "x"} {}', /^the body is not valid JSON: /],
  ['{"heading": "x\n"}', /^the body is not valid JSON: /],
  ['{"heading": "\\x"}', /^the body is not valid JSON: /],
  ['{"heading": "\\u00"}', /^the body is not valid JSON: /],
  ['{"done": True}', /^the body is not valid JSON: /],
  ['{"done": NaN}', /^the body is not valid JSON: /],
  ['{"done": 01}', /^the body is not valid JSON: /],
  ['{"done": +1}', /^the body is not valid JSON: /],
  ['{"done": 1.}', /^the body is not valid JSON: /],
  ['{"done": .5}', /^the body is not valid JSON: /],
  ['{"done": 1} // why', /^the body is not valid JSON: /],
  ['undefined', /^the body is not valid JSON: /],
  ['heading=x', /^the body is not valid JSON: /],
  [Buffer.from('\ufeff{"heading": "x"}'), /^the body is not valid JSON: /],
  [Buffer.from('{"heading": "x"}', 'utf16le'), /^the body is not valid JSON: /],
  [Buffer.from([...Buffer.from('{"heading": "'), 0xff, ...Buffer.from('"}')]), /^the body is not encoded as UTF-8$/],
  [Buffer.from('{"heading": "æ"}', 'latin1'), /^the body is not encoded as UTF-8$/],
  // A surrogate as three bytes, as CESU-8 has it; a slash in two bytes.
  [Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), /^the body is not encoded as UTF-8$/],
  [Buffer.from([0x22, 0xc0, 0xaf, 0x22]), /^the body is not encoded as UTF-8$/],
  ['{"heading": "x", "heading": "y"}', /^the member "heading" stands a second time, at character 18$/],
  ['{"heading": "x", "heading": "x"}', /^an object has a member twice$/],
  ['{"heading": "x", "head\\u0069ng": "x"}', /^an object has a member twice$/],
  ['{"heading": {"a": {"b": 1, "b": 1}}}', /^an object has a member twice$/],
  ['{"__proto__": {"a": 1}, "__proto__": {"a": 1}}', /^an object has a member twice$/],
  ['['.repeat(101) + ']'.repeat(101), /^the body is nested more than 100 levels deep$/],
  ['['.repeat(100_000) + ']'.repeat(100_000), /^the body is nested more than 100 levels deep$/],
  ['['.repeat(100_000), /^the body is nested more than 100 levels deep$/],
  [`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`, /^the body is nested too deeply$/],
];

const object = { pointer: '', detail: 'must be a JSON object' };

const unstorable: readonly (readonly [body: string, ...errors: { pointer: string; detail: string }[]])[] = [
  ['null', object],
  ['[[]]', { pointer: '/0', detail: 'must be a JSON object' }],
  ['"x"', object],
  ['12', object],
  ['true', object],
  ['12'.padStart(65_536), object],
  [`${'['.repeat(100)}${']'.repeat(100)}`, { pointer: '/0', detail: 'must be a JSON object' }],
  ['{"heading": "\\u0000"}', { pointer: '/heading', detail: 'holds a NUL character, which cannot be stored' }],
  ['{"\\u0000": 1}', { pointer: '/\0', detail: 'holds a NUL character, which cannot be stored' }],
  ['{"heading": "\\ud800"}', { pointer: '/heading', detail: 'holds half of a surrogate pair, which cannot be stored' }],
  [
    '{"heading": "\\udc00\\ud800"}',
    { pointer: '/heading', detail: 'holds half of a surrogate pair, which cannot be stored' },
  ],
  ['{"\\ud800": 1}', { pointer: '/\ufffd', detail: 'holds half of a surrogate pair, which cannot be stored' }],
  [
    '{"a": ["\\u0000"], "b": {"c/d": "\\udfff"}, "e": 1e5000}',
    { pointer: '/a/0', detail: 'holds a NUL character, which cannot be stored' },
    { pointer: '/b/c~1d', detail: 'holds half of a surrogate pair, which cannot be stored' },
    { pointer: '/e', detail: 'is a number of more digits than can be stored' },
  ],
  ['{"heading": "x", "__proto__": {"done": true}}', { pointer: '/__proto__', detail: 'is not a field of note' }],
  ['{"heading": "x", "constructor": {}}', { pointer: '/constructor', detail: 'is not a field of note' }],
  [
    '{"__proto__": {"heading": "x"}}',
    { pointer: '/heading', detail: 'is required' },
    { pointer: '/__proto__', detail: 'is not a field of note' },
  ],
];

test('bodies that are refused', async (t) => {
  const service = await testService(t, 'test/five_lines');
  await checkRefusals(t, service, [
    ...malformed.map(
      ([body, detail]): Refusal => ({ ask: ['POST', '/note', { body }], code: 'malformed_json', detail }),
    ),
    ...unstorable.map(
      ([body, ...errors]): Refusal => ({ ask: ['POST', '/note', { body }], code: 'invalid_body', errors }),
    ),
  ]);
  t.equal((await service.ask('GET', '/note')).text, '[]', 'nothing was stored');
});

test('bodies of any form that JSON allows', async (t) => {
  const { ask } = await testService(t, 'test/five_lines');
  const bodies = [
    '{"heading":"x"}',
    ' \t\r\n{ "heading" : "x" , "done" : false } \n',
    '{"he\\u0061ding": "\\u0078"}',
    '{"heading": "\\ud83d\\ude00", "done": true}',
    '{"heading": ":{\\"a\\":1}", "done": true}',
    Buffer.from('{"heading": "å漢😀"}'),
  ];
  for (const body of bodies) t.equal((await ask('POST', '/note', { body })).status, 201, String(body));
});

test('members whose names have escapes keep their names', async (t) => {
  const { ask, database } = await dialect(t);
  // JSON.parse of Node 24 reads each as the first.
  const texts = ['b\\\\', 'b\\"', 'b\\n', 'b\\t'].map((name) => `{"a": 1, "${name}": 2}`);
  const bodies = texts.map((text) => `{"data": ${text}}`);
  for (const body of bodies) t.equal((await ask('POST', '/item', { body })).status, 201);
  t.equal((await ask('POST', '/item', { body: `[${bodies.join()}]` })).status, 201);
  const headers = { 'content-type': 'application/x-ndjson' };
  t.equal((await ask('POST', '/item', { body: bodies.join('\n'), headers })).status, 201);
  const stored = await database.query('select data::text as data from item where id > 6 order by id');
  t.same(
    stored.map(({ data }) => data),
    [...texts, ...texts, ...texts],
  );
  const answer = await ask('GET', '/item?select=data&id=gt.6&limit=4', { headers: { accept: 'text/csv' } });
  const cells = texts.map((text) => `"${text.replaceAll(' ', '').replaceAll('"', '""')}"`);
  t.equal(answer.text, `${['data', ...cells].join('\r\n')}\r\n`);
  const equal = async (text: string) => ask('GET', `/item?${encoded(`select=id&data=eq.${text}`)}`);
  for (const text of texts) t.equal((await equal(text)).body.length, 3, text);
  t.match((await equal('{"a": 1, "b\\u0000": 2}')).body, { detail: /invalid character/ });
  t.match((await equal(`${'{"\\n":'.repeat(300)}1${'}'.repeat(300)}`)).body, { detail: /nested too deeply/ });
});

test('a body may be as long as the limit, and no longer', async (t) => {
  const { ask } = await testService(t, 'test/five_lines');
  const limit = 1_048_576;
  const note = '{"heading": "x"}';
  t.equal((await ask('POST', '/note', { body: note.padEnd(limit) })).status, 201);
  const answer = await ask('POST', '/note', { body: note.padEnd(limit + 1) });
  t.equal(answer.status, 413);
  t.match(answer.body, { code: 'payload_too_large', detail: 'the body has more than 1048576 bytes' });
  // Bytes count, not characters.
  const wide = `{"heading": "${'å'.repeat(limit / 2)}"}`;
  t.equal((await ask('POST', '/note', { body: wide })).status, 413);
  const escaped = `{"heading": "${'\\"'.repeat(limit / 2 - 10)}"}`;
  const { status, body } = await ask('POST', '/note', { body: escaped });
  t.equal(status, 422);
  t.same(body.errors, [{ pointer: '/heading', detail: 'must have at most 100 characters' }]);
});

test('bodies that take long to refuse', async (t) => {
  const { ask } = await testService(t, 'test/library');
  const slow = [
    `{"name": "x", "subjects": [${Array(30_000).fill('1').join()}]}`,
    `{"name": "x", "subjects": [${Array(6_000).fill('"\\u0000"').join()}]}`,
    `{"name": "x", ${Array.from({ length: 5_000 }, (_, n) => `"a${n}":1`).join()}}`,
    `{"name": "x", "weight": 1.${'0'.repeat(65_000)}}`,
    `{"name": "x", "weight": ${'9'.repeat(65_000)}}`,
    `{"name": "${'a'.repeat(65_000)}"}`,
    `{"name": "x", "${'a'.repeat(65_000)}": 1}`,
  ];
  for (const body of slow) {
    // Of the processor's time: others may be using the machine.
    const start = process.cpuUsage();
    t.equal((await ask('POST', '/book', { body })).status, 422);
    const { user, system } = process.cpuUsage(start);
    const milliseconds = (user + system) / 1000;
    t.ok(milliseconds < 1000, `${body.slice(0, 40)} took ${milliseconds} ms`);
  }
});

test('the checks of a long body cost no more than to parse it a few times', async (t) => {
  const bytes = 1 << 17;
  const listOf = (value: string) =>
    `[${Array(Math.floor(bytes / (value.length + 1)))
      .fill(value)
      .join()}]`;
  const bodies = [
    ...['1', '1e5', '1e1000', '1234567890123456.10', '""', '"\\n"', '{}', '[]', '{"b":1}'].map(listOf),
    `{${Array.from({ length: bytes / 16 }, (_, n) => `"m${n}":1`).join()}}`,
  ];
  for (const body of bodies) {
    let parsing = Number.POSITIVE_INFINITY;
    let reading = Number.POSITIVE_INFINITY;
    const isQuick = () => reading < 6 * parsing + 3;
    // What else the machine does takes from the caches of the processor, for a while.
    for (let tries = 0; tries < 20 && !isQuick(); tries += 1) {
      parsing = Math.min(
        parsing,
        leastTime(() => parse(body)),
      );
      reading = Math.min(
        reading,
        leastTime(() => readJsonBody(body)),
      );
    }
    t.ok(isQuick(), `${body.slice(0, 20)}: ${reading} ms, and ${parsing} ms to parse it`);
  }
});

test('between long bodies that come together, other requests have their turn', async (t) => {
  const { server, token, model } = await testService(t, 'test/five_lines');
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${token({ identity_id: 7, scope: 'manage:data' })}`,
  };
  // JavaScript may write such a number otherwise, so it takes the slower of the two readers.
  const payload = `{"heading":[${Array(100_000).fill('1e0').join()}]}`;
  const url = `${model.service.basePath}/note`;
  const send = async () => {
    const { statusCode } = await server.inject({ method: 'POST', url, headers, payload });
    t.equal(statusCode, 422);
  };
  await send();
  const reading = leastTime(() => readJsonBody(payload));
  const turns = await turnsOf(() => Promise.all(Array.from({ length: 20 }, send)));
  // The longest may have collected garbage too. If all bodies were read in one turn, no other would take long.
  const [tenth = 0] = turns.sort((one, other) => other - one).slice(9);
  t.ok(tenth > reading / 4, `the tenth longest turn takes ${tenth} ms, and ${reading} ms to read a body`);
});

/** Milliseconds of the processor that each turn of the event loop takes, while something runs. */
async function turnsOf(run: () => Promise<unknown>): Promise<number[]> {
  const turns: number[] = [];
  let isDone = false;
  let start = process.cpuUsage();
  const look = () => {
    const { user, system } = process.cpuUsage(start);
    turns.push((user + system) / 1000);
    start = process.cpuUsage();
    if (!isDone) setImmediate(look);
  };
  setImmediate(look);
  await run();
  isDone = true;
  look();
  return turns;
}

/** Milliseconds of the processor, in the best of some runs. */
function leastTime(run: () => void): number {
  const times = Array.from({ length: 5 }, () => {
    const start = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}

test('what JSON.stringify writes is read back, digit for digit', async (t) => {
  const values = fc.jsonValue({ stringUnit: anyCharacter, maxDepth: 5 });
  fc.assert(
    fc.property(values, (value) => {
      const text = JSON.stringify(value);
      try {
        t.equal(stringify(readJsonBody(text)), text);
      } catch (error) {
        if (!(error instanceof Problem) || !/\\u0000|\\ud[89a-f]|e[+-]\d/.test(text)) throw error;
      }
    }),
    { numRuns: 300 },
  );
  t.ok(isLosslessNumber(readJsonBody('9007199254740993')));
});

const space = fc.constantFrom('', ' ', '\n', '\t ');
const number = fc.oneof(
  fc.stringMatching(/^-?(0|[1-9]\d{0,18})$/).filter((text) => text !== '-0'),
  fc.stringMatching(/^-?(0|[1-9]\d{0,9})\.\d{1,9}$/).filter((text) => Number(text) !== 0),
  fc.stringMatching(/^[1-9]\d{0,2}(\.\d)?[eE][+-]?\d$/),
);
const text = fc
  .oneof(fc.string({ unit: anyCharacter, maxLength: 6 }), fc.constantFrom('a', '\\', '"', ':', '\u0000', '":1', 'é'))
  .map((each) => JSON.stringify(each));

/** A JSON text that may name a member twice, escape what cannot be stored, or have numbers of many digits. */
const { json } = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    number,
    text,
    fc.constantFrom('null', 'true'),
    fc
      .array(fc.tuple(space, tie('json')), { maxLength: 4 })
      .map((all) => `[${all.map((each) => each.join('')).join(',')}]`),
    fc
      .array(fc.tuple(space, text, space, fc.constant(':'), tie('json'), space), { maxLength: 3 })
      .map((all) => `{${all.map((each) => each.join('')).join(',')}}`),
  ),
}));

test('what JavaScript reads without a loss is read by it, and nothing else', async (t) => {
  let read = 0;
  fc.assert(
    fc.property(json, (sent) => {
      const plain = readPlainJson(sent);
      if (plain === undefined) return;
      read += 1;
      // Refused by the other reader, or the same to each digit.
      t.equal(JSON.stringify(plain), stringify(readJsonBody(sent)), sent);
    }),
    { numRuns: process.env.ALMANAC_LONG === undefined ? 500 : 100_000 },
  );
  t.ok(read > 100, `${read} are read`);
  for (const lossy of [
    '[1.10]',
    '[1e2]',
    '[1234567890123456]',
    '{"a":1,"a":2}',
    '{"a":1,"a" :1}',
    '["\\u0000"]',
    '["\\ud800"]',
    `${'['.repeat(101)}${']'.repeat(101)}`,
  ])
    t.equal(readPlainJson(lossy), undefined, lossy);
});

/** Names of members, as they may be written. V8 takes some of those with escapes for others of the same length. */
const name = fc
  .array(fc.constantFrom('a', 'b', '\\\\', '\\"', '\\n', '\\u0061', '\\u005C', '\\/', ':', '0', 'é'), { maxLength: 3 })
  .map((parts) => `"${parts.join('')}"`);

const { named } = fc.letrec<{ named: string }>((tie) => ({
  named: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constantFrom('1', '1.50', '12345678901234567890'),
    name,
    fc.array(tie('named'), { maxLength: 3 }).map((all) => `[${all.join()}]`),
    fc
      .uniqueArray(fc.tuple(name, space, tie('named')), { maxLength: 3, selector: ([each]) => JSON.parse(each) })
      .map((all) => `{${all.map(([each, gap, value]) => `${each}${gap}:${value}`).join()}}`),
  ),
}));

test('each text is read by itself, whatever has been read before', async (t) => {
  let escaped = 0;
  fc.assert(
    fc.property(named, (sent) => {
      const strings = sent.match(/"(?:[^"\\]|\\.)*"(?:\s*:)?/g) ?? [];
      const hasEscaped = strings.some((each) => each.endsWith(':') && each.includes('\\'));
      escaped += Number(hasEscaped);
      const exact = parse(sent);
      return (
        hasEscapedName(sent) === hasEscaped &&
        (!hasEscaped || readPlainJson(sent) === undefined) &&
        JSON.stringify(readJsonDigits(sent)) === stringify(exact) &&
        JSON.stringify(readJsonText(sent)) === JSON.stringify(revived(exact))
      );
    }),
    { numRuns: process.env.ALMANAC_LONG === undefined ? 1000 : 100_000 },
  );
  t.ok(escaped > 100, `${escaped} have names with escapes`);
  for (const wrong of ['{"\\n":1', '{"\\n":1,}', '{"\\x":1}', '{"\\n":01}'])
    for (const read of [readJsonText, readJsonDigits]) t.throws(() => read(wrong), SyntaxError, wrong);
});

/** Some texts are JSON, and some are not, also only behind a comma or a bracket. */
const rowTexts = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: json },
    { weight: 8, arbitrary: named },
    {
      weight: 2,
      arbitrary: fc.constantFrom('1,2', '[3', '4]', '{"a":1', '"b":2}', '"c', 'd"', '', ' ', '1 2', '{]', ']', '}'),
    },
    { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom(...'[]{}",:\\u0018eE. a'), maxLength: 12 }) },
  ),
  { maxLength: 6 },
);
const limits = { rowsPerRequest: 100, payloadBytes: 10_000 };

test('elements of an array are read as the reader of one value reads the array', async (t) => {
  const count = { read: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(rowTexts, space, async (texts, gap) => {
      const text = `${gap}[${texts.join(`${gap},`)}]${gap}`;
      const whole = await outcome(async () => readJsonBody(text));
      const rows = await outcome(() => readArray(text, limits));
      count[rows.ok ? 'read' : 'refused'] += 1;
      requireSame(rows.ok && stringify(rows.value), whole.ok && stringify(whole.value), text);
    }),
    { numRuns: process.env.ALMANAC_LONG === undefined ? 2000 : 100_000 },
  );
  t.ok(count.read > 200 && count.refused > 200, JSON.stringify(count));
});

test('lines are read as the reader of one value reads each', async (t) => {
  const count = { read: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(rowTexts, async (texts) => {
      const text = texts.join('\n');
      const own = text.split('\n').flatMap((each, at) => (each.trim() === '' ? [] : [{ each, line: at + 1 }]));
      const values = await Promise.all(own.map(({ each }) => outcome(async () => readJsonBody(each))));
      const rows = await outcome(() => readLines(text, limits));
      count[rows.ok ? 'read' : 'refused'] += 1;
      const place = values.findIndex(({ ok }) => !ok);
      const first = values[place];
      if (rows.ok || first === undefined || first.ok)
        requireSame(rows.ok && stringify(rows.value.rows), stringify(values.map((one) => one.ok && one.value)), text);
      else requireSame(rows.problem.message, `line ${own[place]?.line}: ${first.problem.message}`, text);
    }),
    { numRuns: process.env.ALMANAC_LONG === undefined ? 2000 : 100_000 },
  );
  t.ok(count.read > 200 && count.refused > 200, JSON.stringify(count));
});

/** An assertion by the name of such a text could read as a directive of TAP. */
function requireSame(found: unknown, expected: unknown, text: string): void {
  if (found !== expected) throw new Error(`${text}: ${found} instead of ${expected}`);
}

interface Refused {
  readonly ok: false;
  readonly problem: Problem;
}

async function outcome<Value>(
  read: () => Promise<Value>,
): Promise<{ readonly ok: true; readonly value: Value } | Refused> {
  try {
    return { ok: true, value: await read() };
  } catch (problem) {
    if (problem instanceof Problem) return { ok: false, problem };
    throw problem;
  }
}

/** Numbers as JavaScript has them. */
function revived(value: unknown): unknown {
  if (isLosslessNumber(value)) return Number(value.value);
  if (Array.isArray(value)) return value.map(revived);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([member, held]) => [member, revived(held)]));
}
