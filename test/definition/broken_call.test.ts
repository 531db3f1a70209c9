import { test } from 'tap';
import { formatFault } from '../../engine/definition/file/fault.ts';
import { buildModel } from '../../engine/feature/load.ts';

// Every case is a call, or its keys, in line 9 of a right resource; beside it stands everything that is reported.

const service =
  'service: Test\nroles: [desk, guest]\nclaims: { others: { party_id: party_id } }\nevents: { prefix: org.test }\n';

function filesOf(calls: readonly string[], head = ''): ReadonlyMap<string, Uint8Array> {
  const unit = [
    'resource: unit',
    'fields:',
    '  code: { type: text, unique: true }',
    '  name: { type: text, nullable: true, max_length: 10 }',
    '  power: { type: integer, default: 1 }',
    '  party_id: { type: reference, to: party, nullable: true }',
    `unique: [[name, power]]${head}`,
    'calls:',
    ...calls.map((line) => `  ${line}`),
    '',
  ].join('\n');
  const party = 'resource: party\nfields:\n  name: { type: text }\n';
  return new Map(
    Object.entries({ 'service.yaml': service, 'party.yaml': party, 'unit.yaml': unit }).map(([name, text]) => [
      name,
      Buffer.from(text),
    ]),
  );
}

function faultsOf(calls: readonly string[], head?: string): readonly string[] {
  const built = buildModel(filesOf(calls, head), '.');
  return built.ok ? [] : built.faults.map(formatFault);
}

const find = "find: 'code=eq.{input.code}'";
const code = 'code: { type: text }';
const fields = 'one of id, code, name, power, party_id, recorded_at, recorded_by';
const keys = 'eq for id, or for code, or for name and power';

const cases: readonly (readonly [rule: string, call: string, faults: readonly string[]])[] = [
  ['a call that is right', `look: { input: { ${code} }, ${find}, answer: [id] }`, []],
  [
    'without work',
    `look: { input: { ${code} }, answer: [id] }`,
    ['unit.yaml:9:3: the call says nothing of its work; expected find or handler'],
  ],
  [
    'with a rule and a handler',
    `look: { input: { ${code} }, ${find}, answer: [id], handler: a.ts }`,
    ['unit.yaml:9:88: the call has a rule and a handler; expected find or handler'],
  ],
  [
    'named like a path of the resource',
    'history: { handler: a.ts }',
    ['unit.yaml:9:3: the name history is reserved: /{id}/history is a path of the resource; expected another name'],
  ],
  [
    'named like a verb of events',
    'update: { handler: a.ts }',
    [
      'unit.yaml:9:3: the name update is reserved: events of type update are about changes of rows; expected another name',
    ],
  ],
  [
    'an answer with an unknown field',
    `look: { input: { ${code} }, ${find}, answer: [id, nme] }`,
    [`unit.yaml:9:87: there is no field nme in unit; expected ${fields}; did you mean name?`],
  ],
  [
    'a row without an answer',
    `look: { input: { ${code} }, ${find} }`,
    [
      'unit.yaml:9:3: the call finds a row, and says nothing of what it shows of it; expected answer: a list of fields of unit',
    ],
  ],
  [
    'a row with an answer of other values',
    `look: { input: { ${code} }, ${find}, answer: { fields: { a: { type: text } } } }`,
    ['unit.yaml:9:82: the call finds a row, and its answer has other values; expected a list of fields of unit'],
  ],
  [
    'an input that is none',
    `look: { input: { ${code} }, find: 'code=eq.{input.cod}', answer: [id] }`,
    ['unit.yaml:9:59: there is no input cod; expected {input.code}'],
  ],
  [
    'an input of another type than the field',
    "look: { input: { code: { type: integer } }, find: 'code=eq.{input.code}', answer: [id] }",
    [
      'unit.yaml:9:62: {input.code} is of type integer, and is compared with a value of type text; expected an input of the same type',
    ],
  ],
  [
    'an input that would be an expression',
    `look: { input: { ${code} }, find: 'code=like.{input.code}', answer: [id] }`,
    [
      'unit.yaml:9:61: like takes an expression, and an input such as input.code is a value; expected eq.{input.code}, or plfts.{input.code} for the words of a text',
    ],
  ],
  [
    'an input in a list',
    `look: { input: { ${code} }, find: 'code=in.({input.code})', answer: [id] }`,
    [
      'unit.yaml:9:60: in takes a list of constants, and input.code is an input; expected or=(...) with an eq.{input.code} in it',
    ],
  ],
  [
    'an input before an operator',
    `look: { input: { ${code} }, find: '${'{input.code}'}=eq.a&code=eq.b', answer: [id] }`,
    [
      'unit.yaml:9:51: {input.code} is a value of the body, and stands behind an operator; expected field=eq.{input.code}',
    ],
  ],
  [
    'an input that nothing asks for',
    `look: { input: { ${code}, more: { type: text } }, ${find}, answer: [id] }`,
    [
      'unit.yaml:9:42: the call does nothing with more; expected {input.more} in find or create, or no input of this name',
    ],
  ],
  [
    'a rule for several rows',
    "look: { input: { name: { type: text } }, find: 'name=eq.{input.name}', answer: [id] }",
    [`unit.yaml:9:50: the rule may hold for several rows, and would let its callers list them; expected ${keys}`],
  ],
  [
    'a rule with a unique field that is only bounded',
    `look: { input: { ${code} }, find: 'code=gte.{input.code}', answer: [id] }`,
    [`unit.yaml:9:50: the rule may hold for several rows, and would let its callers list them; expected ${keys}`],
  ],
  [
    'a rule with a unique field in one of two branches',
    `look: { input: { ${code} }, find: 'or=(code.eq.{input.code},power.gt.1)', answer: [id] }`,
    [`unit.yaml:9:50: the rule may hold for several rows, and would let its callers list them; expected ${keys}`],
  ],
  [
    'a rule over a whole combination is right',
    "look: { input: { name: { type: text } }, find: 'name=eq.{input.name}&power=eq.2', answer: [id] }",
    [],
  ],
  [
    'a rule for the rows of a claim',
    `look: { input: { ${code} }, find: 'code=eq.{input.code}&party_id=eq.{party}', answer: [id] }`,
    ['unit.yaml:9:84: there is no claim party; expected one of identity, party_id'],
  ],
  [
    'what the caller may read, in a rule',
    `look: { input: { ${code} }, find: 'code=eq.{input.code}&party=visible', answer: [id] }`,
    [
      'unit.yaml:9:50: the call finds rows as the service itself, which may read them all; expected a rule without visible',
    ],
  ],
  [
    'a row that would not be found again',
    `look: { input: { ${code} }, ${find}, answer: [id], create: { code: a, power: 2 } }`,
    [
      "unit.yaml:9:104: the call would not find the row that it makes: code is not {input.code}; expected code: '{input.code}'",
    ],
  ],
  [
    'a row without a required field',
    `look: { input: { ${code} }, ${find}, answer: [id], create: { power: 2 } }`,
    [
      'unit.yaml:9:96: code is required, and the row has no value for it; expected code',
      "unit.yaml:9:96: the call would not find the row that it makes: code is not {input.code}; expected code: '{input.code}'",
    ],
  ],
  [
    'a row with unknown fields and values that do not fit',
    `look: { input: { ${code} }, ${find}, answer: [id], create: { code: '{input.code}', nam: a, id: 1, power: x, party_id: '{party}' } }`,
    [
      'unit.yaml:9:120: there is no field nam in unit; expected one of code, name, power, party_id; did you mean name?',
      'unit.yaml:9:128: id is set by the service; expected one of code, name, power, party_id',
      'unit.yaml:9:142: "x" does not fit power: "x" is not a number; expected a number',
      'unit.yaml:9:155: there is no claim party; expected one of {identity}, {party_id}',
    ],
  ],
  [
    'a row with an input of another type, or null',
    `look: { input: { ${code}, n: { type: text }, m: { type: integer, nullable: true } }, ${find}, answer: [id], create: { code: '{input.code}', name: '{input.m}', power: '{input.n}' } }`,
    [
      'unit.yaml:9:183: {input.m} is of type integer, and is compared with a value of type text; expected an input of type text',
      'unit.yaml:9:203: {input.n} is of type text, and is compared with a value of type integer; expected an input of type integer',
    ],
  ],
  [
    'create with a handler',
    'look: { handler: a.ts, create: { power: 2 } }',
    ['unit.yaml:9:26: "create" goes with "find"; expected "find", or no "create"'],
  ],
  [
    'keys of a handler with a rule',
    `look: { input: { ${code} }, ${find}, answer: [id], as: service, limits: { megabytes: 64 }, item: true }`,
    [
      'unit.yaml:9:88: "as" goes with "handler"; expected "handler", or no "as"',
      'unit.yaml:9:101: "limits" goes with "handler"; expected "handler", or no "limits"',
      'unit.yaml:9:134: the rule finds the row, and the path would name another one; expected a handler, or no "item"',
    ],
  ],
  [
    'a role that is none',
    `look: { input: { ${code} }, ${find}, answer: [id], access: [dask] }`,
    ['unit.yaml:9:97: there is no role dask; expected one of desk, guest; did you mean desk?'],
  ],
  [
    'facets that only fields have',
    'look: { input: { code: { type: text, unique: true } }, handler: a.ts }',
    [
      'unit.yaml:9:40: a field of type text has no unique; expected one of type, min_length, max_length, pattern, format, title, description, example, nullable, default',
    ],
  ],
  [
    'a default that is made for a row',
    'look: { input: { at: { type: datetime, default: now } }, handler: a.ts }',
    ['unit.yaml:9:51: the default now is for fields of rows; expected a constant'],
  ],
  [
    'a default that is a claim',
    "look: { input: { code: { type: text, default: '{party_id}' } }, handler: a.ts }",
    ['unit.yaml:9:49: the default {party_id} is a claim of the caller; expected a constant'],
  ],
  [
    'an input with the name of the id',
    'look: { item: true, handler: a.ts, input: { id: { type: bigint } } }',
    ['unit.yaml:9:47: the id of the row is in the path, or beside the input; expected another name'],
  ],
  [
    'an event of no row',
    'look: { handler: a.ts, event: true }',
    ['unit.yaml:9:33: the call is about no row, and an event is about one; expected find, "item: true", or no "event"'],
  ],
  [
    'an event with a name that is too long for its function',
    `${'l'.repeat(59)}: { input: { ${code} }, ${find}, answer: [id], event: true }`,
    [
      `unit.yaml:9:3: unit.${'l'.repeat(59)} is longer than PostgreSQL keeps as the name of a function; expected at most 58 characters`,
    ],
  ],
  [
    'an unknown key',
    `look: { input: { ${code} }, ${find}, anser: [id] }`,
    [
      'unit.yaml:9:74: unknown key "anser"; expected one of title, description, item, input, answer, access, find, create, handler, as, errors, limits, event; did you mean answer?',
    ],
  ],
];

test('what is wrong with calls', async (t) => {
  for (const [rule, call, faults] of cases) t.strictSame(faultsOf([call]), faults, rule);
});

test('a call of a resource with access names its roles', async (t) => {
  const look = `look: { input: { ${code} }, ${find}, answer: [id] }`;
  t.strictSame(faultsOf([look], '\naccess: { desk: all }'), [
    'unit.yaml:10:3: nobody may call it: unit has "access", and the call lists no roles; expected access: a list of roles',
  ]);
});

test('a resource cannot stand in the place of calls', async (t) => {
  const files = filesOf([`look: { input: { ${code} }, ${find}, answer: [id] }`]);
  const built = buildModel(
    new Map([...files, ['rpc.yaml', Buffer.from('resource: rpc\nfields:\n  a: { type: text }\n')]]),
    '.',
  );
  t.strictSame(built.ok ? [] : built.faults.map(formatFault), [
    'rpc.yaml:1:11: the name rpc is reserved: POST /rpc/<call> is a call; expected another name',
  ]);
});

test('a service without events has no event of a call', async (t) => {
  const look = `look: { input: { ${code} }, ${find}, answer: [id], event: true }`;
  const files = new Map([...filesOf([look]), ['service.yaml', Buffer.from('service: Test\n')]]);
  const built = buildModel(files, '.');
  t.strictSame(built.ok ? [] : built.faults.map(formatFault), [
    'unit.yaml:9:95: the service records no events of unit; expected "events" in service.yaml, or no "event" here',
  ]);
});
