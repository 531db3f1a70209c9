import { test } from 'tap';
import { formatFault } from '../../engine/definition/fault.ts';
import { buildModel } from '../../engine/definition/load.ts';

// Every case is a folder of a right service.yaml, a right party.yaml and what the case adds or replaces: by itself a
// text is unit.yaml. Beside it stands everything that is reported, as a terminal shows it.

type Files = { readonly [file: string]: string | Uint8Array | null };
type Case = readonly [rule: string, files: string | Files, faults: readonly string[]];

const right: Files = {
  'service.yaml': 'service: Test\n',
  'party.yaml': 'resource: party\nfields:\n  name: { type: text, unique: true }\n',
};

/** A resource with these fields, the first of them on line 3. */
function fields(...lines: readonly string[]): string {
  return ['resource: unit', 'fields:', ...lines.map((line) => `  ${line}`), ''].join('\n');
}

/** A resource with a few right fields, then these lines from line 7 on. */
function resource(...lines: readonly string[]): string {
  return [
    'resource: unit',
    'fields:',
    '  name: { type: text }',
    '  power: { type: decimal, precision: 9, scale: 3 }',
    '  status: { type: enum, values: [new, active] }',
    '  party_id: { type: reference, to: party }',
    ...lines,
    '',
  ].join('\n');
}

const yaml: readonly Case[] = [
  ['an empty file', '', EXPECT],
  ['a file of comments', '# resource: unit\n', EXPECT],
  ['a file of nothing but null', '---\n~\n', EXPECT],
  ['a list at the top', '- resource: unit\n', EXPECT],
  ['a text at the top', 'resource unit\n', EXPECT],
  ['no space after the colon at the top', 'resource:unit\n', EXPECT],
  ['a tab that indents', 'resource: unit\nfields:\n\tname: { type: text }\n', EXPECT],
  ['a tab after spaces', 'resource: unit\nfields:\n  name:\n  \ttype: text\n', EXPECT],
  ['a line indented too far', 'resource: unit\n  title: Unit\nfields:\n  name: { type: text }\n', EXPECT],
  ['a line indented too far below a flow map', fields('name: { type: text }', '  nullable: true'), EXPECT],
  ['a colon in plain text', 'resource: unit\ndescription: Note: a colon\nfields:\n  name: { type: text }\n', EXPECT],
  ['a quote that is not closed', 'resource: unit\ntitle: "Unit\nfields:\n  name: { type: text }\n', EXPECT],
  ['a map that is not closed', fields('name: { type: text', 'size: { type: integer }'), EXPECT],
  ['a list that is not closed', fields('name: { type: enum, values: [a, b }'), EXPECT],
  ['a line without a colon', fields('name', 'size: { type: integer }'), EXPECT],
  ['a text that begins with @', fields('name: { type: text, description: @home }'), EXPECT],
  ['a backslash in double quotes', fields('name: { type: text, pattern: "^\\d+$" }'), EXPECT],
  ['a duplicated key', resource('title: Unit', 'history: true', 'title: Again'), EXPECT],
  ['a field twice', fields('name: { type: text }', 'name: { type: integer }'), EXPECT],
  ['two faults, one of them a duplicated key', resource('title: Unit', 'histroy: true', 'title: Again'), EXPECT],
  ['two documents in a file', `${fields('name: { type: text }')}---\nresource: other\n`, EXPECT],
  ['a tag', fields('name: { type: !!str text }', 'size: { type: integer, default: !size 3 }'), EXPECT],
  ['an alias of nothing', fields('name: &name { type: text }', 'title: *nmae'), EXPECT],
  ['an alias within itself', fields('name: &name { type: json, default: [*name] }'), EXPECT],
  [
    'an alias bomb',
    fields(
      'a: { type: json, default: &a [x, x, x, x, x, x, x, x, x, x] }',
      'b: { type: json, default: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a] }',
      'c: { type: json, default: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b] }',
      'd: { type: json, default: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c] }',
      'e: { type: json, default: &e [*d, *d, *d, *d, *d, *d, *d, *d, *d, *d] }',
      'f: { type: json, default: &f [*e, *e, *e, *e, *e, *e, *e, *e, *e, *e] }',
    ),
    EXPECT,
  ],
  ['nesting without end', `${fields('name: { type: json }')}title: ${'['.repeat(100_000)}`, EXPECT],
  ['nesting past all measure', fields(`name: { type: json, default: ${'['.repeat(60)}${']'.repeat(60)} }`), EXPECT],
  ['a list as a key', 'resource: unit\n? [a, b]\n: 1\nfields:\n  name: { type: text }\n', EXPECT],
  ['a NUL', fields('name: { type: text, title: "a\\0b" }'), EXPECT],
  ['half a surrogate pair', fields('name: { type: text, title: "\\ud800" }'), EXPECT],
  ['an infinite number', fields('size: { type: integer, maximum: .inf }'), EXPECT],
  ['not UTF-8', { 'unit.yaml': Buffer.from('resource: unit\ntitle: \xd8st\n', 'latin1') }, EXPECT],
  ['a .yml file', { 'unit.yml': fields('name: { type: text }') }, EXPECT],
  ['a .YAML file', { 'unit.YAML': fields('name: { type: text }') }, EXPECT],
];

const shape: readonly Case[] = [
  ['an unknown key', resource('histroy: true'), EXPECT],
  ['an unknown key that resembles none', resource('colour: blue'), EXPECT],
  ['a misspelt key that is needed', 'resorce: unit\nfields:\n  name: { type: text }\n', EXPECT],
  ['a misspelt key above a field', fields('name: { tpye: text }'), EXPECT],
  ['no space after the colon', fields('name: { type:text }'), EXPECT],
  ['no space after the colon in a block', fields('name:', '  type:text'), EXPECT],
  ['neither resource nor service', 'title: Unit\nfields:\n  name: { type: text }\n', EXPECT],
  ['both resource and service', resource('service: Test'), EXPECT],
  ['no fields', 'resource: unit\n', EXPECT],
  ['fields with nothing', 'resource: unit\nfields:\ntitle: Unit\n', EXPECT],
  ['an empty map of fields', 'resource: unit\nfields: {}\n', EXPECT],
  ['a list of fields', 'resource: unit\nfields:\n  - name: { type: text }\n', EXPECT],
  ['a field with nothing', fields('name:', 'size: { type: integer }'), EXPECT],
  ['a field that is only its type', fields('name: text'), EXPECT],
  ['a field without a type', fields('name:', '  title: Name'), EXPECT],
  ['an unknown type', fields('name: { type: txt }'), EXPECT],
  ['a type of SQL', fields('name: { type: varchar }', 'size: { type: INT }', 'at: { type: timestamptz }'), EXPECT],
  ['a type that is a number', fields('name: { type: 5 }'), EXPECT],
  ['a type with nothing', fields('name: { type: }'), EXPECT],
  ['a facet of another type', fields('name: { type: text, minimum: 1 }'), EXPECT],
  ['a facet of no type', fields('name: { type: text, max_lenght: 10 }'), EXPECT],
  ['every fault of a field', fields('name: { type: text, nulable: true, scale: 2, unique: maybe }'), EXPECT],
  ['an enum without values', fields('status: { type: enum }'), EXPECT],
  ['a decimal without precision and scale', fields('power: { type: decimal }'), EXPECT],
  ['a reference to nothing said', fields('party_id: { type: reference }'), EXPECT],
  ['an array of nothing said', fields('names: { type: array }'), EXPECT],
  ['an array of a type that needs facets', fields('days: { type: array, of: enum }'), EXPECT],
  ['an array of a type that it cannot have', fields('all: { type: array, of: json }'), EXPECT],
  ['an array of an unknown type', fields('all: { type: array, of: { type: string } }'), EXPECT],
  ['an array of elements with a facet of fields', fields('all: { type: array, of: { type: text, unique: true } }'), EXPECT],
  ['an array of a list', fields('all: { type: array, of: [text] }'), EXPECT],
  ['a text where true or false is expected', resource('history: yes'), EXPECT],
  ['a number where a name is expected', fields('status: { type: enum, values: [1, 2] }'), EXPECT],
  ['a number where a text is expected', resource('title: 5'), EXPECT],
  ['a text where a list is expected', resource('operations: read'), EXPECT],
  ['an unknown operation', resource('operations: [list, get, raed]'), EXPECT],
  ['an operation twice', resource('operations: [list, read, list]'), EXPECT],
  ['an empty list', resource('operations: []'), EXPECT],
  ['an enum value twice', fields('status: { type: enum, values: [new, old, new] }'), EXPECT],
  ['a fraction where a whole number is expected', fields('name: { type: text, max_length: 1.5 }'), EXPECT],
  ['a negative length', fields('name: { type: text, min_length: -1 }'), EXPECT],
  ['a precision past what PostgreSQL keeps', fields('power: { type: decimal, precision: 1001, scale: 0 }'), EXPECT],
  ['a step of zero', fields('size: { type: integer, multiple_of: 0 }'), EXPECT],
  ['an empty text', resource("title: ''"), EXPECT],
  ['a check without a message', resource('checks:', '  - that: power=gt.0'), EXPECT],
  ['a relation without its field', resource('relations:', '  unit: { resource: party }'), EXPECT],
  ['a timeline with nothing', resource('temporal:', '  timeline:'), EXPECT],
  ['a timeline that is a number', resource('temporal: { timeline: 1 }'), EXPECT],
  ['a timeline that is no name', resource('temporal: { timeline: Party }'), EXPECT],
  ['a timeline of no fields', resource('temporal: { timeline: [] }'), EXPECT],
  ['a timeline with a number', resource('temporal: { timeline: [party_id, 5] }'), EXPECT],
  ['deprecated: true', resource('deprecated: true'), EXPECT],
];

const names: readonly Case[] = [
  ['a resource name in another case', { 'unit.yaml': fields('name: { type: text }').replace('unit', 'ControllableUnit') }, EXPECT],
  ['a field name with a hyphen', fields('start-date: { type: date }'), EXPECT],
  ['a field name of digits', fields('5: { type: text }'), EXPECT],
  ['a field name past 63 bytes', fields(`${'n'.repeat(64)}: { type: text }`), EXPECT],
  ['a field name of 63 bytes', fields(`${'n'.repeat(63)}: { type: text }`), EXPECT],
  ['an enum value in capitals', fields('status: { type: enum, values: [New] }'), EXPECT],
  ['a field of the engine', fields('id: { type: integer }', 'valid_from: { type: date }'), EXPECT],
  ['a word of the query language', fields('order: { type: integer }', 'or: { type: text }'), EXPECT],
  ['a column of PostgreSQL', fields('xmin: { type: integer }'), EXPECT],
  ['the field of the history', fields('unit_id: { type: reference, to: party }'), EXPECT],
  ['a reference that does not end in _id', fields('owner: { type: reference, to: party }'), EXPECT],
  ['a reference with an alias of the query language', fields('limit_id: { type: reference, to: party }'), EXPECT],
  ['an alias equal to a field', fields('party: { type: text }', 'party_id: { type: reference, to: party }'), EXPECT],
  ['a declared alias equal to a field', resource('relations:', '  name: { resource: party, by: name }'), EXPECT],
  ['an alias clash', resource('relations:', '  party: { resource: unit, by: party_id }'), EXPECT],
  ['a reserved alias', resource('relations:', '  select: { resource: party, by: name }'), EXPECT],
  ['a history name that is taken', { 'unit.yaml': resource('history: true'), 'log.yaml': 'resource: unit_history\nfields:\n  name: { type: text }\n' }, EXPECT],
  ['a history name past 63 bytes', { 'long.yaml': `resource: ${'n'.repeat(56)}\nhistory: true\nfields:\n  name: { type: text }\n` }, EXPECT],
  ['two files with one resource', { 'unit.yaml': resource(), 'units.yaml': resource() }, EXPECT],
];

const types: readonly Case[] = [
  ['a reference to nothing', fields('party_id: { type: reference, to: prty }'), EXPECT],
  ['a reference to a file with a fault', { 'unit.yaml': fields('party_id: { type: reference, to: party }'), 'party.yaml': 'resource: party\nfields:\n  name: { type: txt }\n' }, EXPECT],
  ['a reference to a file that is no YAML', { 'unit.yaml': fields('party_id: { type: reference, to: party }'), 'party.yaml': 'resource: party\nfields: {' }, EXPECT],
  ['a reference to a misspelt resource', { 'unit.yaml': fields('party_id: { type: reference, to: party }'), 'party.yaml': 'resource: Party\nfields:\n  name: { type: text }\n' }, EXPECT],
  ['minimum above maximum', fields('size: { type: integer, minimum: 10, maximum: 9 }'), EXPECT],
  ['min_length above max_length', fields('name: { type: text, min_length: 3, max_length: 2 }'), EXPECT],
  ['a bound that no value can be', fields('size: { type: integer, maximum: 3000000000 }', 'power: { type: decimal, precision: 4, scale: 2, minimum: 0.001 }', 'part: { type: bigint, minimum: 0.5 }'), EXPECT],
  ['a bound not in plain digits', fields('size: { type: integer, minimum: 1e3, maximum: 0x10 }'), EXPECT],
  ['scale above precision', fields('power: { type: decimal, precision: 2, scale: 3 }'), EXPECT],
  ['a bad pattern', fields('name: { type: text, pattern: "[a-z" }'), EXPECT],
  ['an unknown format', fields('name: { type: text, format: gnl }'), EXPECT],
  ['a format by nothing', fields('name: { type: text, format: { gln: gln } }'), EXPECT],
  ['a format by a field that is not there', fields('kind: { type: enum, values: [gln] }', 'name: { type: text, format: { by: knid, gln: gln } }'), EXPECT],
  ['a format by a field that is no enum', fields('kind: { type: text }', 'name: { type: text, format: { by: kind, gln: gln } }'), EXPECT],
  ['a format for a value that is not there', fields('kind: { type: enum, values: [gln, org] }', 'name: { type: text, format: { by: kind, gln: gln, ogr: org } }'), EXPECT],
  ['an unknown format by a field', fields('kind: { type: enum, values: [gln] }', 'name: { type: text, format: { by: kind, gln: gl } }'), EXPECT],
  ['a transition to a value that is not there', fields('status: { type: enum, values: [new, active], transitions: { new: [actve] } }'), EXPECT],
  ['a transition from a value that is not there', fields('status: { type: enum, values: [new, active], transitions: { nwe: [active] } }'), EXPECT],
  ['transitions that are no lists', fields('status: { type: enum, values: [new, active], transitions: { new: active } }'), EXPECT],
  ['unique on a field without order', fields('data: { type: json, unique: true }'), EXPECT],
  ['a required field that clients may not send', fields('name: { type: text, create: false }'), EXPECT],
];

const values: readonly Case[] = [
  ['an enum default not among the values', fields('status: { type: enum, values: [new, active], default: actve }'), EXPECT],
  ['a text default that is a number', fields('name: { type: text, default: 1.0 }'), EXPECT],
  ['a text default too long', fields('name: { type: text, max_length: 2, default: abc }'), EXPECT],
  ['a text default too short', fields("name: { type: text, min_length: 1, default: '' }"), EXPECT],
  ['a text default against the pattern', fields('name: { type: text, pattern: ^[a-z]+$, default: a1 }'), EXPECT],
  ['a text default against the format', fields("name: { type: text, format: gln, default: '9436465792105' }"), EXPECT],
  ['a boolean default', fields('done: { type: boolean, default: no }'), EXPECT],
  ['an integer default', fields('a: { type: integer, default: 1.5 }', 'b: { type: integer, default: 3000000000 }', "c: { type: integer, default: '3' }"), EXPECT],
  ['an integer default out of bounds', fields('a: { type: integer, minimum: 1, default: 0 }', 'b: { type: integer, multiple_of: 5, default: 12 }'), EXPECT],
  ['a bigint default that would lose digits', fields('a: { type: bigint, default: 9007199254740993 }'), EXPECT],
  ['a decimal default', fields('a: { type: decimal, precision: 4, scale: 2, default: 0.125 }', 'b: { type: decimal, precision: 4, scale: 2, default: 100 }'), EXPECT],
  ['a date default', fields('a: { type: date, default: 2025-02-29 }', 'b: { type: date, default: now }'), EXPECT],
  ['a datetime default', fields('a: { type: datetime, default: 2025-02-28 }', 'b: { type: datetime, default: generated }'), EXPECT],
  ['a uuid default', fields('a: { type: uuid, default: 123 }', 'b: { type: uuid, default: abc }', 'c: { type: uuid, default: now }'), EXPECT],
  ['a reference default', fields('party_id: { type: reference, to: party, default: Kari }'), EXPECT],
  ['an array default', fields('a: { type: array, of: integer, default: 1 }', 'b: { type: array, of: integer, default: [1, x] }', 'c: { type: array, of: text, max_length: 1, default: [a, b] }'), EXPECT],
  ['a json default that would lose digits', fields('a: { type: json, default: { sizes: [1, 1.00000000000000000001] } }'), EXPECT],
  ['a default of nothing', fields('name: { type: text, default: }'), EXPECT],
  ['an example of another type', fields('done: { type: boolean, example: maybe }'), EXPECT],
];

const rules: readonly Case[] = [
  ['a rule without an operator', resource('checks:', '  - { that: power, message: m }'), EXPECT],
  ['a rule that ends too early', resource('checks:', '  - { that: "or=(power.gt.0", message: m }'), EXPECT],
  ['an unknown operator', resource('checks:', '  - { that: status=equals.new, message: m }'), EXPECT],
  ['a rule with an unknown field', resource('checks:', '  - { that: "or=(power.gt.0,stauts.eq.new)", message: m }'), EXPECT],
  ['a rule with a wrong value', resource('checks:', '  - { that: power=gt.many, message: m }'), EXPECT],
  ['a rule with a value that an enum has not', resource('checks:', '  - { that: "status=in.(new,actve)", message: m }'), EXPECT],
  ['an operator that is not for the type', resource('checks:', '  - { that: power=like.1*, message: m }'), EXPECT],
  ['is.true on a number', resource('checks:', '  - { that: power=is.true, message: m }'), EXPECT],
  ['a rule through a field', resource('checks:', '  - { that: name.first=eq.a, message: m }'), EXPECT],
  ['a fault in a folded rule', resource('checks:', '  - that: >-', '      or=(power.gt.0,', '      stauts.eq.new)', '    message: m'), EXPECT],
  ['a fault in a quoted rule', resource("checks:", "  - { that: 'power=gt.0&stauts=eq.new', message: m }"), EXPECT],
  ['a fault behind an escape', resource('checks:', '  - { that: "name=eq.\\u0061&stauts=eq.new", message: m }'), EXPECT],
  ['two rules with faults', resource('checks:', '  - { that: powr=gt.0, message: m }', '  - { that: nam=eq.a, message: m }'), EXPECT],
  ['a computed field with an unknown field', fields('size: { type: integer }', 'big: { type: boolean, computed: siez=gt.5 }'), EXPECT],
  ['a computed field with a parse fault', fields('size: { type: integer }', 'big: { type: boolean, computed: size=gt5 }'), EXPECT],
  ['a computed field of itself', fields('big: { type: boolean, computed: big=is.true }'), EXPECT],
  ['a circle of computed fields', fields('a: { type: boolean, computed: b=is.true }', 'b: { type: boolean, computed: "or=(c.is.true,d.is.null)" }', 'c: { type: boolean, computed: a=is.true }', 'd: { type: text }'), EXPECT],
  ['facets of a stored field on a computed one', fields('size: { type: integer }', 'big: { type: boolean, computed: size=gt.5, unique: true, nullable: true, default: true }'), EXPECT],
];

const resources: readonly Case[] = [
  ['a relation to an unknown resource', resource('relations:', '  owner: { resource: prty, by: unit_id }'), EXPECT],
  ['a relation by an unknown field', { 'unit.yaml': resource('relations:', '  note: { resource: note, by: unt_id }'), 'note.yaml': 'resource: note\nfields:\n  unit_id: { type: reference, to: unit }\n' }, EXPECT],
  ['a relation by a field that is no reference', resource('relations:', '  owner: { resource: party, by: name }'), EXPECT],
  ['a relation by a field that does not refer back', { 'unit.yaml': resource('relations:', '  note: { resource: note, by: party_id }'), 'note.yaml': 'resource: note\nfields:\n  party_id: { type: reference, to: party }\n' }, EXPECT],
  ['a timeline on a field that is no reference', resource('temporal: { timeline: status }'), EXPECT],
  ['a timeline on a field that is not there', resource('temporal: { timeline: prty_id }'), EXPECT],
  ['a timeline on a nullable field', fields('party_id: { type: reference, to: party, nullable: true }') + 'temporal: { timeline: party_id }\n', EXPECT],
  ['a timeline on a second field without equality', fields('party_id: { type: reference, to: party }', 'data: { type: json }') + 'temporal: { timeline: [party_id, data] }\n', EXPECT],
  ['unique over an unknown field', resource('unique:', '  - [name, stauts]'), EXPECT],
  ['unique over a field of the engine', resource('unique:', '  - [name, recorded_by]'), EXPECT],
  ['unique over no list', resource('unique: [name]'), EXPECT],
  ['the same combination twice', resource('unique:', '  - [name, status]', '  - [status, name]'), EXPECT],
  ['a combination that is unique by itself', fields('name: { type: text, unique: true }') + 'unique:\n  - [name]\n', EXPECT],
  ['an index over an unknown field', resource('indexes:', '  - [stauts]'), EXPECT],
  ['an index over a computed field', fields('size: { type: integer }', 'big: { type: boolean, computed: size=gt.5 }') + 'indexes:\n  - [big]\n', EXPECT],
  ['an index over json', fields('data: { type: json }') + 'indexes:\n  - [data]\n', EXPECT],
  ['a circle of one required reference', fields('parent_id: { type: reference, to: unit }'), EXPECT],
  ['a circle of two required references', { 'unit.yaml': fields('plan_id: { type: reference, to: plan }'), 'plan.yaml': 'resource: plan\nfields:\n  unit_id: { type: reference, to: unit }\n' }, EXPECT],
  ['deprecated in favour of nothing', resource('deprecated: { replaced_by: prty }'), EXPECT],
  ['a field deprecated in favour of itself', fields('name: { type: text, deprecated: { replaced_by: name } }', 'nome: { type: text }'), EXPECT],
  ['days that are none', resource('deprecated: { since: 2025-02-30, sunset: soon }'), EXPECT],
  ['gone before it is deprecated', resource('deprecated: { since: 2025-06-01, sunset: 2025-05-31 }'), EXPECT],
  ['an identity without a subject', { 'identity.yaml': 'resource: identity\nfields:\n  name: { type: text, nullable: true }\n' }, EXPECT],
  ['an identity with a number for a subject', { 'identity.yaml': 'resource: identity\nfields:\n  subject: { type: integer, unique: true }\n' }, EXPECT],
  ['an identity with a subject that is not unique', { 'identity.yaml': 'resource: identity\nfields:\n  subject: { type: text }\n' }, EXPECT],
  ['an identity that needs more than a subject', { 'identity.yaml': 'resource: identity\ntemporal: { timeline: party_id }\nfields:\n  subject: { type: text, unique: true }\n  party_id: { type: reference, to: party }\n' }, EXPECT],
];

const service: readonly Case[] = [
  ['no service.yaml', { 'service.yaml': null }, EXPECT],
  ['two services', { 'main.yaml': 'service: Again\n' }, EXPECT],
  ['a service.yml', { 'service.yaml': null, 'service.yml': 'service: Test\n' }, EXPECT],
  ['a misspelt service', { 'service.yaml': 'servce: Test\nlimits: { page_maximum: 50 }\n' }, EXPECT],
  ['a service without a title', { 'service.yaml': 'base_path: /api\n' }, EXPECT],
  ['a service with nothing', { 'service.yaml': 'service:\n' }, EXPECT],
  ['an unknown key of the service', { 'service.yaml': 'service: Test\nbasepath: /api\n' }, EXPECT],
  ['a base path with a slash at its end', { 'service.yaml': 'service: Test\nbase_path: /api/\n' }, EXPECT],
  ['a base path of the documentation', { 'service.yaml': 'service: Test\nbase_path: /docs\n' }, EXPECT],
  ['an unknown limit', { 'service.yaml': 'service: Test\nlimits: { page_max: 50 }\n' }, EXPECT],
  ['limits of zero, of text and past all measure', { 'service.yaml': 'service: Test\nlimits: { page_maximum: 0, filters: many, url_bytes: 1e12 }\n' }, EXPECT],
  ['a default page above the largest', { 'service.yaml': 'service: Test\nlimits: { page_default: 100, page_maximum: 50 }\n' }, EXPECT],
  ['an empty claim', { 'service.yaml': "service: Test\nclaims: { scope: '' }\n" }, EXPECT],
  ['a version that is a number', { 'service.yaml': 'service: Test\nversion: 1.0\n' }, EXPECT],
  ['faults in several files', { 'service.yaml': 'service: Test\nlimts: {}\n', 'unit.yaml': fields('party_id: { type: reference, to: prty }', 'size: { type: int }'), 'note.yaml': 'resource: note\nfields:\n  unit_id: { type: reference, to: untt }\n' }, EXPECT],
];

function reported(files: string | Files): readonly string[] {
  const folder = { ...right, ...(typeof files === 'string' ? { 'unit.yaml': files } : files) };
  const bytes = Object.entries(folder).flatMap(([file, content]) =>
    content === null ? [] : [[file, Buffer.from(content)] as const],
  );
  const loaded = buildModel(new Map(bytes), '');
  return loaded.ok ? [] : loaded.faults.map(formatFault);
}

for (const [group, cases] of Object.entries({ yaml, shape, names, types, values, rules, resources, service })) {
  test(group, async (t) => {
    for (const [rule, files, faults] of cases) t.strictSame(reported(files), faults, rule);
  });
}
