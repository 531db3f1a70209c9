import { test } from 'tap';
import { formatFault } from '../../engine/definition/file/fault.ts';
import { buildModel } from '../../engine/feature/load.ts';

// What is reported of consequences: fields that are set, and rows that are created. Each case stands in line 21 of a right resource.

function reported(...lines: readonly string[]): readonly string[] {
  const files = {
    'service.yaml':
      'service: Test\nroles: [clerk]\nclaims: { others: { party_id: party_id, team: team } }\nevents: { prefix: a.b }\n',
    'party.yaml': 'resource: party\nfields: { name: { type: text } }\n',
    'task.yaml': `
resource: task
fields:
  unit_id: { type: reference, to: unit }
  title: { type: text, max_length: 5 }
  team: { type: text, default: '{team}', nullable: true }
  code: { type: integer, nullable: true }
creates:
  - { when: code=eq.1, resource: unit, with: { name: x, party_id: null } }
`,
    'stay.yaml':
      'resource: stay\ntemporal: { timeline: unit_id }\nfields: { unit_id: { type: reference, to: unit }, place: { type: text, default: home } }\n',
    'crew.yaml': 'resource: crew\nfields: { team: { type: text, default: "{team}", create: false } }\n',
    'unit.yaml': [
      'resource: unit',
      'fields:',
      '  name: { type: text, max_length: 9 }',
      '  status: { type: enum, values: [new, active], default: new }',
      '  power: { type: decimal, precision: 9, scale: 3, default: 1 }',
      '  size: { type: integer, default: 1 }',
      '  due_on: { type: date, nullable: true }',
      '  seen_at: { type: datetime, nullable: true }',
      '  party_id: { type: reference, to: party, nullable: true }',
      "  number: { type: text, default: { number: 'U-{00}' } }",
      '  is_large: { type: boolean, computed: power=gt.5 }',
      '  data: { type: json, nullable: true }',
      '  tags: { type: array, of: text, default: [] }',
      '  scan: { type: file, max_bytes: 1000, nullable: true }',
      'relations:',
      '  task: { resource: task, by: unit_id }',
      '  stay: { resource: stay, by: unit_id }',
      'history: true',
      '',
      ...lines,
      '',
    ].join('\n'),
  };
  const loaded = buildModel(new Map(Object.entries(files).map(([file, text]) => [file, Buffer.from(text)])), '');
  return loaded.ok ? [] : loaded.faults.map(formatFault);
}

/** What is wrong with an entry of `sets`, in line 21, from its column on. */
const sets: readonly (readonly [rule: string, entry: string, faults: readonly string[]])[] = [
  [
    'values of all kinds',
    "set: { name: '\"$x\"', status: active, power: $size, due_on: today+P14D, seen_at: now, party_id: '{party_id}', data: $x, tags: [a] }",
    [],
  ],
  ['a value of a row that a reference leads to', 'set: { name: $party.name }', []],
  ['nothing', 'when: name=eq.a', ['5: the key "set" is missing; expected set: { <field>: <value> }']],
  [
    'no field',
    'set: { nam: a }',
    [
      '14: there is no field nam in unit; expected one of name, status, power, size, due_on, seen_at, party_id, data, tags; did you mean name?',
    ],
  ],
  ['a computed field', 'set: { is_large: true }', ['14: is_large is computed; expected a stored field']],
  ['the id', 'set: { id: 1 }', ['14: the service itself gives id; expected a field that the definition declares']],
  ['a file', 'set: { scan: $scan }', ['14: scan is a file, which is uploaded to a row; expected another field']],
  ['a counted number', 'set: { number: U-01 }', ['14: number is counted; expected a field without the default number']],
  ['null', 'set: { name: null }', ['20: name is not nullable, and gets null; expected a value']],
  [
    'a value of another type',
    'set: { size: many }',
    ['20: the value does not fit the field: "many" is not a number; expected a number'],
  ],
  [
    'a value that is too long',
    'set: { name: ten letters }',
    ['20: the value does not fit the field: it has 11 characters; expected at most 9'],
  ],
  [
    'a field that is not there',
    'set: { name: $title }',
    [
      '21: there is no field title in unit; expected one of id, name, status, power, size, due_on, seen_at, party_id, number, is_large, data, tags, scan, recorded_at, recorded_by; a text that begins with $ stands in quotes',
    ],
  ],
  [
    'a field of another type',
    'set: { due_on: $seen_at }',
    ['22: $seen_at is of type datetime, and due_on is of type date; expected a value that fits'],
  ],
  [
    'digits that get lost',
    'set: { size: $power }',
    ['20: $power is of type decimal, and size is of type integer; expected a value that fits'],
  ],
  [
    'the id of another resource',
    'set: { party_id: $id }',
    ['24: $id is the id of a unit, and party_id is a reference to party; expected a value that fits'],
  ],
  [
    'a value of each of many',
    'set: { name: $task.title }',
    ['20: $task.title is a value of each row of task, and name takes one; expected a value of one row'],
  ],
  [
    'another claim',
    "set: { name: '{team}' }",
    [
      '20: the database knows the identity and the party of a caller, and not {team}; expected {identity} or {party_id}',
    ],
  ],
  ['no claim', "set: { name: '{tem}' }", ['20: there is no claim tem; expected one of {identity}, {party_id}']],
  [
    'a claim for another field',
    "set: { party_id: '{identity}' }",
    [
      '24: the claim identity is the id of a row of identity, and party_id refers to party; expected a reference to identity, or a field of type bigint, integer or text',
    ],
  ],
  [
    'no duration',
    'set: { due_on: today+14D }',
    ['28: "14D" is not a duration; expected one such as P14D, P1M or PT6H'],
  ],
  [
    'a rule of before with related rows',
    'before: task.code=eq.1, set: { name: a }',
    [
      '15: the rule looks at task, whose rows may have changed before this one; expected a rule over the fields of the row itself',
    ],
  ],
  [
    'a rule of before for a new row',
    'on: [create], before: name=eq.b, set: { name: a }',
    ['21: a new row was nothing before the write; expected when'],
  ],
  [
    'a rule with a claim',
    "when: 'name=eq.{party_id}', set: { name: a }",
    [
      '22: {party_id} is a value of the caller, and this rule is decided without a caller; expected a constant or a field; a text in braces stands in quotes',
    ],
  ],
  [
    'a deletion',
    'on: [delete], set: { name: a }',
    ['12: there is no operation "delete"; expected one of create, update'],
  ],
  ['a role that is not there', 'roles: [guest], set: { name: a }', ['15: there is no role guest; expected clerk']],
];

/** What is wrong with an entry of `creates`. */
const creates: readonly (readonly [rule: string, entry: string, faults: readonly string[]])[] = [
  ['one row', 'resource: task, with: { unit_id: $id, title: t }', []],
  [
    'rows for each',
    'resource: task, for_each: task, unless: code=eq.$task.code, with: { unit_id: $id, title: $task.title }',
    [],
  ],
  ['an entry', 'resource: stay, with: { unit_id: $id, valid_from: now, valid_to: null }', []],
  ['no resource', 'with: {}', ['5: the key "resource" is missing; expected resource: <name>']],
  [
    'an unknown resource',
    'resource: tsk',
    ['17: there is no resource tsk; expected one of crew, party, stay, task, unit; did you mean task?'],
  ],
  [
    'what the service makes',
    'resource: event',
    ['17: there is no resource event; expected one of crew, party, stay, task, unit'],
  ],
  [
    'an unknown field',
    'resource: task, with: { unit_id: $id, title: t, cod: 1 }',
    ['55: there is no field cod in task; expected one of unit_id, title, team, code; did you mean code?'],
  ],
  [
    'a required field',
    'resource: task, with: { unit_id: $id }',
    ['17: no task can be created: it has no value for title; expected with: { title: <value> }, or a default'],
  ],
  [
    'the beginning of an entry',
    'resource: stay, with: { unit_id: $id }',
    [
      '17: no stay can be created: it has no value for valid_from; expected with: { valid_from: <value> }, or a default',
    ],
  ],
  [
    'a claim that the database does not know',
    'resource: crew',
    ['17: no crew can be created: it has no value for team; expected with: { team: <value> }, or a default'],
  ],
  [
    'no relation',
    'for_each: tsk, resource: task, with: { unit_id: $id, title: t }',
    ['17: there is no relation tsk of unit; expected one of party, task, stay; did you mean task?'],
  ],
  [
    'a value of many',
    'resource: task, with: { unit_id: $id, title: $stay.place }',
    [
      '52: $stay.place is a value of each row of stay, and title takes one; expected for_each with that relation, or a value of one row',
    ],
  ],
  [
    'a value that is too long',
    'resource: task, with: { unit_id: $id, title: too long }',
    ['52: the value does not fit the field: it has 8 characters; expected at most 5'],
  ],
  [
    'a rule over this row',
    'unless: status=eq.new, resource: task, with: { unit_id: $id, title: t }',
    ['15: there is no field status in task; expected one of id, unit_id, title, team, code, recorded_at, recorded_by'],
  ],
  [
    'a value of no field',
    'unless: title=eq.$title, resource: task, with: { unit_id: $id, title: t }',
    [
      '25: there is no field title in unit; expected one of id, name, status, power, size, due_on, seen_at, party_id, number, is_large, data, tags, scan, recorded_at, recorded_by; a text that begins with $ stands in quotes',
    ],
  ],
  [
    'itself for ever',
    'resource: unit, with: { name: x }',
    [
      '17: rows would be created without an end: unit creates unit; expected when, unless, roles or for_each somewhere on the way round',
    ],
  ],
];

test('fields that are set', (t) => {
  for (const [rule, entry, faults] of sets)
    t.strictSame(reported('sets:', `  - { ${entry} }`).map(second), faults, rule);
  t.end();
});

test('rows that are created', (t) => {
  for (const [rule, entry, faults] of creates)
    t.strictSame(reported('creates:', `  - { ${entry} }`).map(second), faults, rule);
  t.end();
});

/** Of a fault in line 21, its column and words. */
function second(fault: string): string {
  return fault.replace('unit.yaml:21:', '');
}
