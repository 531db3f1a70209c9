import { test } from 'tap';
import { formatFault } from '../../engine/definition/file/fault.ts';
import { buildModel } from '../../engine/feature/load.ts';

// What is reported of values that are made of related rows.

/** Units with their devices and contracts. Each case gives the last fields of the units, from line 9 on, and what follows. */
function reported(lines: readonly string[], more: Readonly<Record<string, string>> = {}): readonly string[] {
  const files = {
    'service.yaml': 'service: Test\nroles: [clerk, agent]\nclaims: { others: { party: party } }\n',
    'party.yaml': 'resource: party\nfields:\n  name: { type: text }\n  password: { type: text, write_only: true }\n',
    'device.yaml':
      'resource: device\nfields:\n  unit_id: { type: reference, to: unit }\n  code: { type: text }\n  power: { type: decimal, precision: 9, scale: 3 }\n  kind: { type: enum, values: [a, b] }\nunique: [[unit_id, code]]\n',
    'contract.yaml':
      'resource: contract\ntemporal: { timeline: unit_id }\nfields: { unit_id: { type: reference, to: unit }, party_id: { type: reference, to: party } }\n',
    'unit.yaml': [
      'resource: unit',
      'relations:',
      '  device: { resource: device, by: unit_id }',
      '  contract: { resource: contract, by: unit_id }',
      '  holder: { through: contract, by: unit_id, to: party_id }',
      'fields:',
      '  name: { type: text }',
      '  party_id: { type: reference, to: party }',
      ...lines,
      '',
    ].join('\n'),
    ...more,
  };
  const loaded = buildModel(new Map(Object.entries(files).map(([file, text]) => [file, Buffer.from(text)])), '');
  return loaded.ok ? [] : loaded.faults.map(formatFault);
}

const text = (computed: string) => [`  x: { type: text, nullable: true, computed: '${computed}' }`];
const integer = (computed: string) => [`  x: { type: integer, computed: '${computed}' }`];
const boolean = (computed: string) => [`  x: { type: boolean, computed: '${computed}' }`];

const cases: readonly (readonly [lines: readonly string[], faults: readonly string[]])[] = [
  [text('party.name'), []],
  [text('contract(valid_at=now).party.name'), []],
  [text('contract(validity=cs.2026-01-01T00:00Z).party.name'), []],
  [text('device(code=eq.a).kind'), []],
  [text('first(device(power=gt.1&kind=eq.a).code, order=power.desc.nullslast,code)'), []],
  [text('first(contract.party.name,order=valid_from)'), []],
  [text('first(holder.name,order=name)'), []],
  [integer('count(device(code=neq.$name))'), []],
  [boolean('count(device)=gte.1'), []],
  [boolean('or=(device.power.gt.5,party.name.eq.x)'), []],
  [boolean('party=is.null'), []],
  [
    text('name'),
    ['unit.yaml:9:47: name is one name, and a value of related rows has two; expected <relation>.<field>'],
  ],
  [
    text('party'),
    ['unit.yaml:9:47: party is one name, and a value of related rows has two; expected <relation>.<field>'],
  ],
  [
    text('party.nam'),
    [
      'unit.yaml:9:53: there is no field nam in party; expected one of id, name, recorded_at, recorded_by; did you mean name?',
    ],
  ],
  [
    text('partey.name'),
    [
      'unit.yaml:9:47: there is no relation partey of unit; expected one of party, device, contract, holder; did you mean party?',
    ],
  ],
  [text('party.password'), ['unit.yaml:9:53: password is never shown; expected another field']],
  [
    text('name.x'),
    ['unit.yaml:9:47: name is a field, and nothing stands below it; expected one of party, device, contract, holder'],
  ],
  [text('party.name.x'), ['unit.yaml:9:53: name is a field, and nothing stands below it; expected a relation']],
  [
    text('device.code'),
    ['unit.yaml:9:47: device has many rows for one of unit; expected first(device.<field>,order=<field>)'],
  ],
  [
    text('contract.party.name'),
    [
      'unit.yaml:9:47: contract has many rows for one of unit; expected contract(valid_at=now) for the one of a timeline, or first(contract.<field>,order=<field>)',
    ],
  ],
  [
    text('contract(valid_from=gt.now).party.name'),
    [
      'unit.yaml:9:47: contract has many rows for one of unit; expected contract(valid_at=now) for the one of a timeline, or first(contract.<field>,order=<field>)',
    ],
  ],
  [
    text('device(power=eq.1).code'),
    ['unit.yaml:9:47: device has many rows for one of unit; expected first(device.<field>,order=<field>)'],
  ],
  [
    text('holder.name'),
    ['unit.yaml:9:47: holder has many rows for one of unit; expected first(holder.<field>,order=<field>)'],
  ],
  [text('first(device.code)'), ['unit.yaml:9:64: first needs an order; expected `,order=` and the fields to order by']],
  [
    text('first(device.code,order=cod)'),
    [
      'unit.yaml:9:71: there is no field cod in device; expected one of id, unit_id, code, power, kind, recorded_at, recorded_by; did you mean code?',
    ],
  ],
  [
    text('first(device.code,order=party(name))'),
    ['unit.yaml:9:71: party is a relation, and first orders by fields of device'],
  ],
  [
    text('first(device,order=code)'),
    ['unit.yaml:9:53: device is one name, and a value of related rows has two; expected <relation>.<field>'],
  ],
  [text('first(device.code,order=)'), ['unit.yaml:9:71: the text ends too early; expected a name']],
  [
    text('first(device.code,by=code)'),
    ['unit.yaml:9:64: unexpected `,`; expected `,order=` and the fields to order by'],
  ],
  [
    text('frist(device.code,order=code)'),
    [
      'unit.yaml:9:47: unknown word `frist` before the parentheses; expected one of count, sum, min, max, first; did you mean first?',
    ],
  ],
  [text('contract(valid_at=now.party.name'), ['unit.yaml:9:79: the text ends too early; expected `)`']],
  [
    text('contract(valid_att=now).party.name'),
    [
      'unit.yaml:9:66: there is no operator before `now`; expected [not.]operator.value, operator being one of eq, neq, lt, lte, gt, gte, is, isdistinct, in, starts, like, ilike, match, imatch, fts, plfts, phfts, wfts, cs, cd, ov, sl, sr, nxr, nxl, adj',
    ],
  ],
  [
    text('avg(device.power)'),
    ['unit.yaml:9:47: unknown word `avg` before the parentheses; expected one of count, sum, min, max, first'],
  ],
  [
    text('party.name=eq.x'),
    [
      'unit.yaml:9:46: a rule is true or false, and x is of type text; expected type: boolean, or a value such as relation.field or count(relation)',
    ],
  ],
  [
    text('name=eq.x'),
    [
      'unit.yaml:9:46: a rule is true or false, and x is of type text; expected type: boolean, or a value such as relation.field or count(relation)',
    ],
  ],
  [integer('count(device'), ['unit.yaml:9:46: the text ends too early; expected `)`']],
  [
    integer('count(devices)'),
    [
      'unit.yaml:9:40: there is no relation devices of unit; expected one of party, device, contract, holder; did you mean device?',
    ],
  ],
  [
    integer('sum(device.power)'),
    ['unit.yaml:9:14: x is of type integer, and its value is of type decimal; expected type: decimal'],
  ],
  [
    integer('max(device.power)'),
    ['unit.yaml:9:14: x is of type integer, and its value is of type decimal; expected type: decimal'],
  ],
  [
    integer('sum(device.code)'),
    [
      'unit.yaml:9:45: sum does not apply to code, of type text; expected a field whose type is one of integer, bigint, decimal',
    ],
  ],
  [integer('count(device.code)'), ['unit.yaml:9:46: count counts rows, and takes no field; expected count(device)']],
  [integer('party.name'), ['unit.yaml:9:14: x is of type integer, and its value is of type text; expected type: text']],
  [
    ["  x: { type: text, computed: 'party.name' }"],
    ['unit.yaml:9:3: x is null where there is no row that the reader may read; expected nullable: true'],
  ],
  [
    ['  x: { type: integer, nullable: true, computed: count(device) }'],
    ['unit.yaml:9:23: x is never null; expected no nullable'],
  ],
  [
    ['  x: { type: reference, to: party, nullable: true, computed: contract(valid_at=now).party_id }'],
    [
      'unit.yaml:9:3: the reference x does not end in _id; expected a name such as party_id, which gives the embed alias party; or "as: <alias>"; did you mean x_id?',
      'unit.yaml:9:14: x is computed, and has no column that refers to a row; expected type: bigint',
    ],
  ],
  [['  x: { type: bigint, nullable: true, computed: contract(valid_at=now).party_id }'], []],
  [
    ['  x: { type: decimal, precision: 5, scale: 2, computed: sum(device.power) , unique: true, default: 0 }'],
    [
      'unit.yaml:9:77: a computed field has no unique; expected a stored field, or only its rule',
      'unit.yaml:9:91: a computed field has no default; expected a stored field, or only its rule',
    ],
  ],
  [
    boolean('device.power=gte.$party.name'),
    [
      'unit.yaml:9:51: $party.name is of type text, and is compared with a value of type decimal; expected a field of the same type',
    ],
  ],
  [
    boolean('device.code=eq.$party.name'),
    [
      'unit.yaml:9:33: a computed value compares with values of its own row, and not of related rows; expected $<field>',
    ],
  ],
  [
    boolean('device.code=eq.{party}'),
    [
      'unit.yaml:9:49: {party} is a value of the caller, and this rule is decided without a caller; expected a constant or a field; a text in braces stands in quotes',
    ],
  ],
  [boolean('x=is.true'), ['unit.yaml:9:34: x is computed from itself; expected a rule over other fields']],
  [
    boolean('device.rule.x'),
    ['unit.yaml:9:34: device has many rows for one of unit; expected first(device.<field>,order=<field>)'],
  ],
  [
    boolean('party.id=visible'),
    ['unit.yaml:9:40: id is a field, and nothing stands below it; expected id.<operator>.<value>'],
  ],
  [
    boolean('device=visible'),
    [
      'unit.yaml:9:34: visible asks what the caller may read, and this rule is decided without a caller; expected a rule about fields and relations',
    ],
  ],
  [
    boolean('device=not.visible'),
    [
      'unit.yaml:9:34: visible asks what the caller may read, and this rule is decided without a caller; expected a rule about fields and relations',
    ],
  ],
  [
    [
      '  x: { type: integer, computed: count(device) }',
      '  y: { type: boolean, computed: x=gte.2 }',
      '  z: { type: integer, nullable: true, computed: contract(valid_at=now).unit.x }',
      'checks: [{ that: x=gte.1, message: m }]',
      "access: { clerk: { read: x=gte.1 }, agent: { read: 'name=eq.a', update: 'name=eq.$x' } }",
      'unique: [[x]]',
      'indexes: [[x]]',
    ],
    [
      'unit.yaml:10:33: x is made of related rows that the reader may read, and a rule looks at all rows; expected a rule over the related rows themselves: x is computed by count(device)',
      'unit.yaml:11:77: x is made of related rows that the reader may read, and a rule looks at all rows; expected a rule over the related rows themselves: x is computed by count(device)',
      'unit.yaml:12:18: x is made of related rows that the reader may read, and a rule looks at all rows; expected a rule over the related rows themselves: x is computed by count(device)',
      'unit.yaml:13:26: x is made of related rows that the reader may read, and a rule looks at all rows; expected a rule over the related rows themselves: x is computed by count(device)',
      'unit.yaml:13:83: x is made of related rows that the reader may read, and a rule looks at all rows; expected a rule over the related rows themselves: x is computed by count(device)',
      'unit.yaml:14:11: x is computed, not stored; expected a stored field',
      'unit.yaml:15:12: x is computed, not stored; expected a stored field',
    ],
  ],
  [
    [
      '  x: { type: integer, computed: count(device) }',
      '  y: { type: text, write_only: true, computed: party.name }',
      "  z: {type: json, nullable: true, computed: 'party.name->x'}",
      '  w: {type: text, nullable: true, backfill: $x}',
      'unique: [{fields: [name], where: x=gte.1}]',
    ],
    [
      'unit.yaml:10:3: y is null where there is no row that the reader may read; expected nullable: true',
      'unit.yaml:10:20: a computed field has no write_only; expected a stored field, or only its rule',
      'unit.yaml:11:56: unexpected `-`; expected `.`',
      'unit.yaml:12:35: a field that may be null needs no backfill; expected a required field, or no backfill',
      'unit.yaml:13:34: x is made of related rows that the reader may read, and a rule looks at all rows; expected a rule over the related rows themselves: x is computed by count(device)',
    ],
  ],
];

test('values of related rows', (t) => {
  for (const [lines, faults] of cases) t.strictSame(reported(lines), faults, lines.join(' '));
  t.end();
});

test('a file of another row', (t) => {
  const party = { 'party.yaml': 'resource: party\nfields: { photo: { type: file, nullable: true } }\n' };
  t.strictSame(reported(['  photo: { type: file, nullable: true, computed: party.photo }'], party), [
    'unit.yaml:9:50: photo would be a file of another row, and its bytes are at that row; expected another field, and the relation for the file',
  ]);
  t.end();
});

test('what has no reader cannot use a value of related rows', (t) => {
  const count = '  x: { type: integer, computed: count(device) }';
  const calls = 'calls: { find_one: { input: { n: { type: bigint } }, find: "id=eq.{input.n}", answer: [x] } }';
  t.strictSame(reported([count, calls]), [
    'unit.yaml:10:88: x is made of the related rows that a reader may read, and a call finds rows as the service; expected a field of the row itself',
  ]);
  const rule = calls.replace('id=eq', 'x=eq').replace('[x]', '[id]');
  t.match(reported([count, rule]), [
    /x is made of related rows that the reader may read, and a rule looks at all rows/,
  ]);
  t.end();
});

const secret = {
  'party.yaml':
    'resource: party\nfields:\n  name: { type: text, access: { clerk: read } }\n  rank: { type: integer, access: { clerk: read, agent: { read: name=eq.x } } }\n',
};

test('a role that may not read what a value is made of', (t) => {
  const access = 'access: { clerk: read, agent: read }';
  t.strictSame(
    reported(
      [
        `  a: { type: text, nullable: true, computed: party.name, ${access} }`,
        `  b: { type: boolean, computed: party.rank=gte.3, ${access} }`,
        `  c: { type: text, nullable: true, computed: 'first(holder.name,order=rank)', ${access} }`,
        '  d: { type: text, nullable: true, computed: party.name, access: { clerk: read } }',
      ],
      secret,
    ),
    [
      'unit.yaml:9:88: a is made of name, which the role agent may not read; expected nothing for agent here, or read for agent in the access of name',
      'unit.yaml:10:81: b is made of rank, which the role agent may not read; expected nothing for agent here, or read for agent in the access of rank',
      'unit.yaml:11:109: c is made of rank, which the role agent may not read; expected nothing for agent here, or read for agent in the access of rank',
    ],
  );
  t.end();
});
