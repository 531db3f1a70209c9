import { test } from 'tap';
import { formatFault } from '../../engine/definition/file/fault.ts';
import { buildModel } from '../../engine/feature/load.ts';
import { noticeRules } from '../../engine/feature/notice/rule.ts';

// Rules of notices (docs/events.md): what they become, and what is reported of those with a fault.

const files = {
  'service.yaml': 'service: Test\nevents: { prefix: org.example }\n',
  'party.yaml':
    'resource: party\nfields:\n  name: { type: text }\nrelations:\n  unit: { resource: unit, by: party_id }\n',
  'identity.yaml':
    'resource: identity\nfields:\n  subject: { type: text, unique: true }\n  party_id: { type: reference, to: party, nullable: true }\n',
  'provider.yaml':
    'resource: provider\ntemporal: { timeline: unit_id }\nfields:\n  unit_id: { type: reference, to: unit }\n  party_id: { type: reference, to: party }\n',
};

/** A unit with this rule on line 8. */
function unit(rule: string): string {
  return `resource: unit
fields:
  party_id: { type: reference, to: party }
  message: { type: text, nullable: true }
relations:
  provider: { resource: provider, by: unit_id }
notices:
  - ${rule}
`;
}

function load(changed: Readonly<Record<string, string | null>>) {
  const all = Object.entries({ ...files, ...changed }).flatMap(([file, text]) =>
    text === null ? [] : [[file, Buffer.from(text)] as const],
  );
  return buildModel(new Map(all), '');
}

function faultsOf(changed: Readonly<Record<string, string | null>>): readonly string[] {
  const loaded = load(changed);
  return loaded.ok ? [] : loaded.faults.map(formatFault);
}

test('a rule has its type, its instants in UTC, whom it is for, and what it shows', (t) => {
  const loaded = load({
    'unit.yaml': unit(
      '{ type: it.is, when: "provider.valid_at=2026-01-01 00:00 CET&provider=is.null", to: [party, { former: provider.party }], message: " It. ", data: [party_id] }',
    ),
  });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
  const table = loaded.model.resources.get('unit');
  const [rule] = table?.kind === 'table' ? noticeRules.of(table) : [];
  t.equal(rule?.type, 'org.example.unit.it.is');
  t.match(rule?.when, {
    negated: true,
    operands: [{ kind: 'related', condition: { operator: 'cs', operand: { type: { kind: 'period' } } } }],
  });
  t.strictSame(
    rule?.to.map(({ text, former }) => [text, former]),
    [
      ['party', false],
      ['provider.party', true],
    ],
  );
  t.equal(rule?.message, 'It.');
  t.strictSame(
    rule?.data.map(({ name }) => name),
    ['party_id'],
  );
  const notice = loaded.model.resources.get('notice');
  t.strictSame([...(notice?.actions ?? [])], ['list', 'read']);
  t.notOk([...(notice?.fields.values() ?? [])].some(({ create, update }) => create || update));
  t.end();
});

test('a check with otherwise is a notice, and rows may break it', (t) => {
  const check = (otherwise: string) =>
    unit('').replace(
      /notices:.*/s,
      `checks:\n  - { that: provider.party.name=eq.a, message: It., otherwise: ${otherwise} }\n`,
    );
  const loaded = load({ 'unit.yaml': check('{ notice: it.is, to: [party, provider.party] }') });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
  const table = loaded.model.resources.get('unit');
  if (table?.kind !== 'table') throw new Error('there is no unit');
  t.strictSame(table.checks, []);
  t.match(noticeRules.of(table), [{ type: 'org.example.unit.it.is', isBroken: true, message: 'It.' }]);
  t.ok(loaded.model.resources.has('notice'));
  for (const [otherwise, fault] of [
    ['{ notice: update, to: party }', /update is what an event is called/],
    ['{ notice: it, to: provder.party }', /there is no relation provder of unit/],
    ['{ to: party }', /the key "notice" is missing/],
    ['notice', /"notice" stands here/],
  ] as const)
    t.match(faultsOf({ 'unit.yaml': check(otherwise) })[0], fault);
  t.match(
    faultsOf({ 'unit.yaml': check('{ notice: it, to: party }'), 'identity.yaml': null })[0],
    /nobody could read a notice/,
  );
  t.end();
});

test('without rules there are no notices', (t) => {
  const loaded = load({ 'unit.yaml': unit('').replace(/notices:.*/s, '') });
  t.ok(loaded.ok && !loaded.model.resources.has('notice'));
  t.end();
});

const cases: readonly (readonly [rule: string, written: string, ...faults: readonly string[]])[] = [
  [
    'what is missing, and a key that is none',
    '{ type: a, wen: message=is.null }',
    '8:5: the key "message" is missing; expected message: <what people read>',
    '8:5: the key "to" is missing; expected to: <relation>.<relation>, which leads to party or identity',
    '8:16: unknown key "wen"; expected one of type, when, to, message, data; did you mean when?',
  ],
  [
    'a type that is no name',
    '{ type: A-b, when: message=is.null, to: party, message: It. }',
    '8:13: the name "A-b" is not snake_case; expected small letters, digits and underscores, a letter first; did you mean a_b?',
  ],
  [
    'a way that is a number, and one to nobody',
    '{ type: a, when: message=is.null, to: 5, message: It. }\n  - { type: b, when: message=is.null, to: [], message: It. }',
    '8:43: the number 5 stands here; expected a text',
    '9:43: an empty list stands here; expected at least one element',
  ],
  [
    'a field that is not there',
    '{ type: a, when: mesage=is.null, to: party, message: It. }',
    '8:22: there is no field mesage in unit; expected one of id, party_id, message, recorded_at, recorded_by; did you mean message?',
  ],
  [
    'a rule that is none, behind another',
    '{ type: a, when: message=is.null&party.name=is.empty, to: party, message: It. }',
    '8:52: unexpected `empty`; expected null, not_null, true, false or unknown',
  ],
  [
    'valid_at of what the rule does not look at',
    '{ type: a, when: provder.valid_at=2026-01-01T00:00Z&provider=is.null, to: party, message: It. }',
    '8:22: there is no relation provder of unit; expected one of party, provider, recorded_by_identity; did you mean provider?',
  ],
  [
    'valid_at of what has no validity',
    '{ type: a, when: valid_at=2026-01-01T00:00Z&message=is.null, to: party, message: It. }',
    '8:22: unit has no validity for valid_at; expected valid_at of a time-dependent resource',
  ],
  [
    'valid_at twice, and without a time zone',
    '{ type: a, when: provider.valid_at=2026-01-01T00:00Z&provider.valid_at=2026-01-01T00:00Z, to: party, message: It. }',
    '8:58: valid_at stands here twice; expected one',
  ],
  [
    'a way that does not lead to a party',
    '{ type: a, when: message=is.null, to: provider, message: It. }',
    '8:43: provider leads to provider, and to no party; expected one of provider.party, provider.recorded_by_identity',
  ],
  [
    'a way that is not there, in a list',
    '{ type: a, when: message=is.null, to: [party, { former: provder.party }], message: It. }',
    '8:61: there is no relation provder of unit; expected one of party, provider, recorded_by_identity; did you mean provider?',
  ],
  [
    'a former party where nothing is time-dependent',
    '{ type: a, when: message=is.null, to: [{ former: party }], message: It. }',
    '8:54: party leads through nothing that is time-dependent, and never led elsewhere; expected the way without "former"',
  ],
  [
    'recipients by a rule',
    '{ type: a, when: message=is.null, to: [{ way: party, where: name=eq.$message }, { all: party, where: unit.message=eq.a }], message: It. }\n  - { type: b, when: message=is.null, to: { all: provider, way: party, where: unit_id=eq.$id }, message: It. }',
  ],
  [
    'a recipient that begins nowhere, or twice',
    '{ type: a, when: message=is.null, to: { where: name=eq.a }, message: It. }\n  - { type: b, when: message=is.null, to: { way: party, former: provider.party }, message: It. }',
    '8:43: it does not say where the parties are; expected way: <relation>.<relation>, or all: <resource>',
    '9:57: a recipient has "former" or "way", and not both; expected two recipients, in a list',
  ],
  [
    'a key of a recipient that is none',
    '{ type: a, when: message=is.null, to: [{ al: party }], message: It. }',
    '8:46: unknown key "al"; expected one of way, former, all, where; did you mean all?',
  ],
  [
    'all rows of what is not there, of what is no party, and of notices',
    '{ type: a, when: message=is.null, to: { all: partt }, message: It. }\n  - { type: d, when: message=is.null, to: { all: service }, message: It. }\n  - { type: b, when: message=is.null, to: { all: provider }, message: It. }\n  - { type: c, when: message=is.null, to: { all: provider, way: prty }, message: It. }',
    '8:50: there is no resource partt; expected the name of a resource in this folder; did you mean party?',
    '9:50: there is no resource service; expected the name of a resource in this folder',
    '10:50: provider leads to provider, and to no party; expected one of party, recorded_by_identity',
    '11:65: there is no relation prty of provider; expected one of unit, party, recorded_by_identity; did you mean party?',
  ],
  [
    'a rule of a recipient about another row, or with a value that the row has not',
    '{ type: a, when: message=is.null, to: { way: party, where: message=is.null }, message: It. }\n  - { type: b, when: message=is.null, to: { all: party, where: name=eq.$name }, message: It. }',
    '8:64: there is no field message in party; expected one of id, name, recorded_at, recorded_by',
    '9:73: there is no field name in unit; expected one of id, party_id, message, recorded_at, recorded_by; a text that begins with $ stands in quotes',
  ],
  [
    'the name of an event',
    '{ type: update, when: message=is.null, to: party, message: It. }',
    '8:13: update is what an event is called; expected another type',
  ],
  [
    'a type that is there',
    '{ type: a, when: message=is.null, to: party, message: It. }\n  - { type: a, when: message=is.null, to: party, message: It. }',
    '9:13: there is a notice a already; expected another type',
  ],
  [
    'data that is no field, and what the data has itself',
    '{ type: a, when: message=is.null, to: party, message: It., data: [party, message] }',
    '8:71: there is no field party in unit; expected one of id, party_id, message, recorded_at, recorded_by',
    '8:78: the data of a notice has its message under this name; expected another field',
  ],
];

test('what is wrong with a rule is reported at its place', (t) => {
  for (const [rule, written, ...faults] of cases) {
    t.strictSame(
      faultsOf({ 'unit.yaml': unit(written) }),
      faults.map((fault) => `unit.yaml:${fault}`),
      rule,
    );
  }
  t.end();
});

const right = unit('{ type: a, when: message=is.null, to: party, message: It. }');

test('notices need events, callers that act for parties, and their own name', (t) => {
  t.strictSame(faultsOf({ 'unit.yaml': right }), []);
  t.strictSame(faultsOf({ 'unit.yaml': right, 'service.yaml': 'service: Test\n' }), [
    'unit.yaml:7:1: the names of notices begin with the prefix of the events, and the service has no events; expected "events: { prefix: org.example }" in service.yaml',
  ]);
  t.strictSame(faultsOf({ 'unit.yaml': right, 'identity.yaml': null }), [
    'unit.yaml:7:1: nobody could read a notice: callers act for no party; expected a resource identity with a field party_id that refers to party, or a claim party_id in service.yaml',
  ]);
  // Tokens that name a party need no party of the identity.
  const claimed = `${files['service.yaml']}claims: { others: { party_id: party_id } }\n`;
  const identity = 'resource: identity\nfields:\n  subject: { type: text, unique: true }\n';
  t.strictSame(faultsOf({ 'unit.yaml': right, 'service.yaml': claimed, 'identity.yaml': identity }), []);
  t.strictSame(faultsOf({ 'unit.yaml': right, 'service.yaml': claimed, 'identity.yaml': null }), []);
  t.equal(faultsOf({ 'unit.yaml': right, 'identity.yaml': identity }).length, 1);
  t.strictSame(faultsOf({ 'unit.yaml': right, 'notice.yaml': 'resource: notice\nfields:\n  a: { type: text }\n' }), [
    'notice.yaml:1:11: the resource notice is the one that the service itself has for its events; expected another name, or no "events" in service.yaml',
  ]);
  const hidden = right
    .replace('nullable: true', 'nullable: true, access: { clerk: all }')
    .replace('message: It.', 'message: It., data: [message]')
    .replaceAll('message: {', 'remark: {')
    .replace('message=', 'remark=')
    .replace('data: [message]', 'data: [remark]');
  t.strictSame(faultsOf({ 'unit.yaml': hidden, 'service.yaml': `${files['service.yaml']}roles: [clerk]\n` }), [
    'unit.yaml:8:70: remark is not for every role to see, and a notice would show it; expected a field without access',
  ]);
  const derived = hidden
    .replace('relations:', '  remarked: { type: boolean, computed: remark=not.is.null }\nrelations:')
    .replace('data: [remark]', 'data: [remarked]');
  t.strictSame(faultsOf({ 'unit.yaml': derived, 'service.yaml': `${files['service.yaml']}roles: [clerk]\n` }), [
    'unit.yaml:9:70: remarked is not for every role to see, and a notice would show it; expected a field without access',
  ]);
  t.end();
});
