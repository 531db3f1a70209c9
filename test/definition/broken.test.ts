import { test } from 'tap';
import { undatedRules } from '../../engine/definition/access_hint.ts';
import { formatFault } from '../../engine/definition/file/fault.ts';
import { formatHint } from '../../engine/definition/file/hint.ts';
import { buildModel } from '../../engine/feature/load.ts';
import { languages } from '../../engine/model/condition/operand.ts';
import { modelEitherWay } from './known.ts';

// Every case is a folder of a right service.yaml, a right party.yaml and what the case adds or replaces: by itself a
// text is unit.yaml. Beside it stands everything that is reported, as a terminal shows it.

type Files = { readonly [file: string]: string | Uint8Array | null };
type Case = readonly [rule: string, files: string | Files, faults: readonly string[]];

const right: Files = {
  'service.yaml': 'service: Test\n',
  'party.yaml': 'resource: party\nfields:\n  name: { type: text, unique: true }\n',
};

// Lists of known words, which messages name.
const resourceKeys =
  'resource, title, description, group, label, operations, view, history, temporal, fields, subject, notify, relations, checks, covered_by, sets, creates, access, notices, calls, unique, indexes, search, reads_from, deprecated, was';
const serviceKeys =
  'service, version, description, contact, license, servers, document, base_path, zone, require_if_match, explain, aggregates, limits, token, roles, claims, acts_for, rules, access, cors, headers, studio, events';
const textKeys =
  'type, min_length, max_length, pattern, format, write_only, title, description, example, nullable, default, backfill, unique, create, update, computed, access, deprecated, was';
const anyType =
  'text, html, boolean, integer, bigint, decimal, date, datetime, time, duration, integer_range, decimal_range, date_range, datetime_range, uuid, enum, json, file, reference, array';
const unitFields = 'id, name, power, status, party_id, recorded_at, recorded_by';
const operators =
  'eq, neq, lt, lte, gt, gte, is, isdistinct, in, starts, like, ilike, match, imatch, fts, plfts, phfts, wfts, cs, cd, ov, sl, sr, nxr, nxl, adj';

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

/** A rule that begins at column 27, of a resource to which units belong. */
function counted(rule: string): Files {
  return {
    'party.yaml': `resource: party\nfields: { name: { type: text } }\nrelations: { unit: { resource: unit, by: party_id } }\nchecks:\n  - { message: m, that: '${rule}' }\n`,
    'unit.yaml': resource(),
  };
}

const partyOfUnits =
  'resource: party\nfields:\n  name: { type: text, unique: true }\nrelations: { unit: { resource: unit, by: party_id } }\n';

const yaml: readonly Case[] = [
  [
    'the name of the file of the service, where a resource is meant',
    {
      'service.yaml':
        'service: Test\nroles: [own]\nevents: { prefix: a.b }\nrules: { one: { of: service, that: name=eq.a } }\naccess: { service: { own: all } }\n',
      'unit.yaml': resource(
        '  service_id: { type: reference, to: service }',
        'relations:',
        '  s: { resource: service, by: unit_id }',
      ),
    },
    [
      'service.yaml:4:21: there is no resource service; expected the name of a resource in this folder',
      'service.yaml:5:11: the service makes no resource service; expected event',
      'unit.yaml:7:38: there is no resource service; expected the name of a resource in this folder',
      'unit.yaml:9:18: there is no resource service; expected the name of a resource in this folder',
    ],
  ],
  [
    'an empty file',
    '',
    ['unit.yaml:1:1: the file is empty; expected a definition that begins with "resource:" or "service:"'],
  ],
  [
    'a file of comments',
    '# resource: unit\n',
    ['unit.yaml:1:1: the file is empty; expected a definition that begins with "resource:" or "service:"'],
  ],
  [
    'a file of nothing but null',
    '---\n~\n',
    ['unit.yaml:1:1: the file is empty; expected a definition that begins with "resource:" or "service:"'],
  ],
  ['a list at the top', '- resource: unit\n', ['unit.yaml:1:1: a list stands here; expected a map (key: value)']],
  [
    'a text at the top',
    'resource unit\n',
    ['unit.yaml:1:1: the text "resource unit" stands here; expected a map (key: value)'],
  ],
  [
    'no space after the colon at the top',
    'resource:unit\n',
    ['unit.yaml:1:1: the text "resource:unit" stands here; expected resource: unit, with a space after the colon'],
  ],
  [
    'a tab that indents',
    'resource: unit\nfields:\n\tname: { type: text }\n',
    ['unit.yaml:3:1: a tab indents this line; expected spaces: YAML has no tabs there'],
  ],
  [
    'a tab after spaces',
    'resource: unit\nfields:\n  name:\n  \ttype: text\n',
    ['unit.yaml:4:3: a tab indents this line; expected spaces: YAML has no tabs there'],
  ],
  [
    'a line indented too far',
    'resource: unit\n  title: Unit\nfields:\n  name: { type: text }\n',
    [
      'unit.yaml:2:3: this line is indented further than the one before, which has a value already; expected the indentation of the key before it',
    ],
  ],
  [
    'a line indented too far below a flow map',
    fields('name: { type: text }', '  nullable: true'),
    ['unit.yaml:4:5: this line is indented unlike the keys around it; expected the indentation of these'],
  ],
  [
    'a colon in plain text',
    'resource: unit\ndescription: Note: a colon\nfields:\n  name: { type: text }\n',
    ['unit.yaml:2:14: two keys stand in one line; expected quotes around a text that has ": " in it'],
  ],
  [
    'a quote that is not closed',
    'resource: unit\ntitle: "Unit\nfields:\n  name: { type: text }\n',
    ['unit.yaml:2:8: this quote is never closed; expected "'],
  ],
  [
    'a map that is not closed',
    fields('name: { type: text', 'size: { type: integer }'),
    ['unit.yaml:4:3: the map before this is not closed; expected }'],
  ],
  [
    'a list that is not closed',
    fields('name: { type: enum, values: [a, b }'),
    ['unit.yaml:3:37: the list before this is not closed; expected ]'],
  ],
  [
    'a line without a colon',
    fields('name', 'size: { type: integer }'),
    ['unit.yaml:3:3: this line has no colon; expected key: value'],
  ],
  [
    'a text that begins with @',
    fields('name: { type: text, description: @home }'),
    ['unit.yaml:3:36: a text cannot begin with @; expected quotes around it'],
  ],
  [
    'brackets in plain text',
    fields('name: { type: text, pattern: ^[a-z]+$ }'),
    ['unit.yaml:3:33: the value before this has ended; expected quotes around a text with brackets, commas or colons'],
  ],
  [
    'a backslash in double quotes',
    fields('name: { type: text, pattern: "^\\d+$" }'),
    [
      'unit.yaml:3:34: \\d means nothing between double quotes; expected single quotes, between which a backslash is itself',
    ],
  ],
  [
    'a duplicated key',
    resource('title: Unit', 'history: true', 'title: Again'),
    ['unit.yaml:9:1: the key "title" stands here a second time; expected each key once; line 7 has it'],
  ],
  [
    'a field twice',
    fields('name: { type: text }', 'name: { type: integer }'),
    ['unit.yaml:4:3: the key "name" stands here a second time; expected each key once; line 3 has it'],
  ],
  [
    'two faults, one of them a duplicated key',
    resource('title: Unit', 'histroy: true', 'title: Again'),
    [
      `unit.yaml:8:1: unknown key "histroy"; expected one of ${resourceKeys}; did you mean history?`,
      'unit.yaml:9:1: the key "title" stands here a second time; expected each key once; line 7 has it',
    ],
  ],
  [
    'two documents in a file',
    `${fields('name: { type: text }')}---\nresource: other\n`,
    ['unit.yaml:4:1: a second document begins here; expected one definition in a file'],
  ],
  [
    'a tag',
    fields('name: { type: !!str text }', 'size: { type: integer, default: !size 3 }'),
    [
      'unit.yaml:3:23: the tag !!str stands here; expected a value without a tag',
      'unit.yaml:4:41: the tag !size stands here; expected a value without a tag',
    ],
  ],
  [
    'an alias of nothing',
    fields('name: &name { type: text }', 'title: *nmae'),
    ['unit.yaml:4:10: no anchor &nmae stands before *nmae; expected an anchor; did you mean name?'],
  ],
  [
    'an alias within itself',
    fields('name: &name { type: json, default: [*name] }'),
    ['unit.yaml:3:39: *name stands within what it refers to; expected the text itself'],
  ],
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
    ['unit.yaml:7:32: aliases make this too large; expected at most 100000 values, with all aliases followed'],
  ],
  [
    'nesting without end',
    `${fields('name: { type: json }')}title: ${'['.repeat(100_000)}`,
    ['unit.yaml:4:1: this is nested too deeply'],
  ],
  [
    'nesting past all measure',
    fields(`name: { type: json, default: ${'['.repeat(60)}${']'.repeat(60)} }`),
    ['unit.yaml:3:79: this is nested too deeply; expected at most 50 levels'],
  ],
  [
    'a list as a key',
    'resource: unit\n? [a, b]\n: 1\nfields:\n  name: { type: text }\n',
    ['unit.yaml:2:3: a list or a map stands as a key; expected a name'],
  ],
  [
    'a NUL',
    fields('name: { type: text, title: "a\\0b" }'),
    ['unit.yaml:3:30: "a\\u0000b" has a character that PostgreSQL cannot store; expected no NUL and no lone surrogate'],
  ],
  [
    'half a surrogate pair',
    fields('name: { type: text, title: "\\ud800" }'),
    ['unit.yaml:3:30: "\\ud800" has a character that PostgreSQL cannot store; expected no NUL and no lone surrogate'],
  ],
  [
    'an infinite number',
    fields('size: { type: integer, maximum: .inf }'),
    ['unit.yaml:3:35: .inf is not a number that can be stored; expected a finite number'],
  ],
  [
    'not UTF-8',
    { 'unit.yaml': Buffer.from('resource: unit\ntitle: \xd8st\n', 'latin1') },
    ['unit.yaml:2:8: this is not UTF-8; expected a text file in UTF-8'],
  ],
  [
    'a .yml file',
    { 'unit.yml': fields('name: { type: text }') },
    ['unit.yml:1:1: a file of this name is not read; expected the name unit.yaml'],
  ],
  [
    'a .YAML file',
    { 'unit.YAML': fields('name: { type: text }') },
    ['unit.YAML:1:1: a file of this name is not read; expected the name unit.yaml'],
  ],
];

const shape: readonly Case[] = [
  [
    'an unknown key',
    resource('histroy: true'),
    [`unit.yaml:7:1: unknown key "histroy"; expected one of ${resourceKeys}; did you mean history?`],
  ],
  [
    'an unknown key that resembles none',
    resource('colour: blue'),
    [`unit.yaml:7:1: unknown key "colour"; expected one of ${resourceKeys}`],
  ],
  [
    'a misspelt key that is needed',
    'resorce: unit\nfields:\n  name: { type: text }\n',
    [`unit.yaml:1:1: unknown key "resorce"; expected one of ${resourceKeys}; did you mean resource?`],
  ],
  [
    'a misspelt key above a field',
    fields('name: { tpye: text }'),
    ['unit.yaml:3:11: unknown key "tpye"; expected type'],
  ],
  [
    'no space after the colon',
    fields('name: { type:text }'),
    ['unit.yaml:3:11: unknown key "type:text"; expected type: text, with a space after the colon'],
  ],
  [
    'no space after the colon in a block',
    fields('name:', '  type:text'),
    ['unit.yaml:4:5: the text "type:text" stands here; expected type: text, with a space after the colon'],
  ],
  [
    'neither resource nor service',
    'title: Unit\nfields:\n  name: { type: text }\n',
    ['unit.yaml:1:1: the key "resource" is missing; expected resource: <name>'],
  ],
  [
    'both resource and service',
    resource('service: Test'),
    ['unit.yaml:7:1: the file defines a resource and the service; expected a file for each'],
  ],
  [
    'no fields',
    'resource: unit\n',
    ['unit.yaml:1:1: the key "fields" is missing; expected fields: { <name>: { type: text } }'],
  ],
  [
    'fields with nothing',
    'resource: unit\nfields:\ntitle: Unit\n',
    ['unit.yaml:2:1: there is no value here; expected a map (key: value)'],
  ],
  [
    'an empty map of fields',
    'resource: unit\nfields: {}\n',
    ['unit.yaml:2:9: an empty map stands here; expected at least one key'],
  ],
  [
    'a list of fields',
    'resource: unit\nfields:\n  - name: { type: text }\n',
    ['unit.yaml:3:3: a list stands here; expected a map (key: value)'],
  ],
  [
    'a field with nothing',
    fields('name:', 'size: { type: integer }'),
    ['unit.yaml:3:3: there is no value here; expected a map (key: value)'],
  ],
  [
    'a field that is only its type',
    fields('name: text'),
    ['unit.yaml:3:9: the text "text" stands here; expected { type: text }'],
  ],
  [
    'a field without a type',
    fields('name:', '  title: Name'),
    [`unit.yaml:3:3: the key "type" is missing; expected one of ${anyType}`],
  ],
  [
    'an unknown type',
    fields('name: { type: txt }'),
    [`unit.yaml:3:17: there is no type "txt"; expected one of ${anyType}; did you mean text?`],
  ],
  [
    'a type of SQL',
    fields('name: { type: varchar }', 'size: { type: INT }', 'at: { type: timestamptz }'),
    [
      `unit.yaml:3:17: there is no type "varchar"; expected one of ${anyType}; did you mean text?`,
      `unit.yaml:4:17: there is no type "INT"; expected one of ${anyType}; did you mean integer?`,
      `unit.yaml:5:15: there is no type "timestamptz"; expected one of ${anyType}; did you mean datetime?`,
    ],
  ],
  [
    'a type that is a number',
    fields('name: { type: 5 }'),
    [`unit.yaml:3:17: the number 5 stands here; expected one of ${anyType}`],
  ],
  [
    'a type with nothing',
    fields('name: { type: }'),
    [`unit.yaml:3:11: there is no value here; expected one of ${anyType}`],
  ],
  [
    'a facet of another type',
    fields('name: { type: text, minimum: 1 }'),
    [`unit.yaml:3:23: a field of type text has no minimum; expected one of ${textKeys}`],
  ],
  [
    'a facet of no type',
    fields('name: { type: text, max_lenght: 10 }'),
    [`unit.yaml:3:23: unknown key "max_lenght"; expected one of ${textKeys}; did you mean max_length?`],
  ],
  [
    'every fault of a field',
    fields('name: { type: text, nulable: true, scale: 2, unique: maybe }'),
    [
      `unit.yaml:3:23: unknown key "nulable"; expected one of ${textKeys}; did you mean nullable?`,
      `unit.yaml:3:38: a field of type text has no scale; expected one of ${textKeys}`,
      'unit.yaml:3:56: the text "maybe" stands here; expected true or false',
    ],
  ],
  [
    'an enum without values',
    fields('status: { type: enum }'),
    ['unit.yaml:3:3: the key "values" is missing; expected values: [<value>, <value>]'],
  ],
  [
    'a decimal without precision and scale',
    fields('power: { type: decimal }'),
    [
      'unit.yaml:3:3: the key "precision" is missing; expected precision: <digits in all>',
      'unit.yaml:3:3: the key "scale" is missing; expected scale: <digits after the point>',
    ],
  ],
  [
    'a reference to nothing said',
    fields('party_id: { type: reference }'),
    ['unit.yaml:3:3: the key "to" is missing; expected to: <resource>'],
  ],
  [
    'an array of nothing said',
    fields('names: { type: array }'),
    ['unit.yaml:3:3: the key "of" is missing; expected of: <type>'],
  ],
  [
    'an array of a type that needs facets',
    fields('days: { type: array, of: enum }'),
    ['unit.yaml:3:28: elements of type enum need facets; expected { type: enum, values: [<value>, <value>] }'],
  ],
  [
    'an array of a type that it cannot have',
    fields('all: { type: array, of: json }'),
    [
      'unit.yaml:3:27: an array has no elements of type "json"; expected one of text, boolean, integer, bigint, date, datetime, time, integer_range, decimal_range, date_range, uuid',
    ],
  ],
  [
    'an array of an unknown type',
    fields('all: { type: array, of: { type: string } }'),
    [
      'unit.yaml:3:35: there is no type "string"; expected one of text, boolean, integer, bigint, decimal, date, datetime, time, integer_range, decimal_range, date_range, uuid, enum, reference; did you mean text?',
    ],
  ],
  [
    'an array of elements with a facet of fields',
    fields('all: { type: array, of: { type: text, unique: true } }'),
    [
      'unit.yaml:3:41: an element of type text has no unique; expected one of type, min_length, max_length, pattern, format',
    ],
  ],
  [
    'an array of a list',
    fields('all: { type: array, of: [text] }'),
    ['unit.yaml:3:27: a list stands here; expected a type, or { type: <type>, ... }'],
  ],
  [
    'a text where true or false is expected',
    resource('history: yes'),
    ['unit.yaml:7:10: the text "yes" stands here; expected true or false'],
  ],
  [
    'a number where a name is expected',
    fields('status: { type: enum, values: [1, 2] }'),
    [
      'unit.yaml:3:34: the number 1 stands here; expected a text, in quotes',
      'unit.yaml:3:37: the number 2 stands here; expected a text, in quotes',
    ],
  ],
  [
    'a number where a text is expected',
    resource('title: 5'),
    ['unit.yaml:7:8: the number 5 stands here; expected a text'],
  ],
  [
    'a text where a list is expected',
    resource('operations: read'),
    ['unit.yaml:7:13: the text "read" stands here; expected a list ([a, b])'],
  ],
  [
    'an unknown operation',
    resource('operations: [list, get, raed]'),
    [
      'unit.yaml:7:20: there is no operation "get"; expected one of list, read, create, update, delete; did you mean read?',
      'unit.yaml:7:25: there is no operation "raed"; expected one of list, read, create, update, delete; did you mean read?',
    ],
  ],
  [
    'an operation twice',
    resource('operations: [list, read, list]'),
    ['unit.yaml:7:26: "list" is listed twice; expected each element once'],
  ],
  [
    'an empty list',
    resource('operations: []'),
    ['unit.yaml:7:13: an empty list stands here; expected at least one element'],
  ],
  [
    'an enum value twice',
    fields('status: { type: enum, values: [new, old, new] }'),
    ['unit.yaml:3:44: "new" is listed twice; expected each element once'],
  ],
  [
    'a fraction where a whole number is expected',
    fields('name: { type: text, max_length: 1.5 }'),
    ['unit.yaml:3:35: the number 1.5 stands here; expected a whole number'],
  ],
  [
    'a negative length',
    fields('name: { type: text, min_length: -1 }'),
    ['unit.yaml:3:35: -1 is too small; expected at least 0'],
  ],
  [
    'a precision past what PostgreSQL keeps',
    fields('power: { type: decimal, precision: 1001, scale: 0 }'),
    ['unit.yaml:3:38: 1001 is too large; expected at most 1000'],
  ],
  [
    'a step of zero',
    fields('size: { type: integer, multiple_of: 0 }'),
    ['unit.yaml:3:39: 0 is too small; expected a number above 0'],
  ],
  [
    'an empty text',
    resource("title: ''"),
    ['unit.yaml:7:8: an empty text stands here; expected at least one character'],
  ],
  [
    'a check without a message',
    resource('checks:', '  - that: power=gt.0'),
    ['unit.yaml:8:5: the key "message" is missing; expected message: <what a client reads>'],
  ],
  [
    'a relation without its field',
    resource('relations:', '  unit: { resource: party }'),
    ['unit.yaml:8:3: the key "by" is missing; expected by: <field>'],
  ],
  [
    'a timeline with nothing',
    resource('temporal:', '  timeline:'),
    ['unit.yaml:8:3: there is no value here; expected a name'],
  ],
  [
    'a timeline that is a number',
    resource('temporal: { timeline: 1 }'),
    ['unit.yaml:7:23: the number 1 stands here; expected a name'],
  ],
  [
    'a timeline that is no name',
    resource('temporal: { timeline: Party }'),
    [
      'unit.yaml:7:23: the name "Party" is not snake_case; expected small letters, digits and underscores, a letter first; did you mean party?',
    ],
  ],
  [
    'a timeline of no fields',
    resource('temporal: { timeline: [] }'),
    ['unit.yaml:7:23: an empty list stands here; expected at least one element'],
  ],
  [
    'a timeline with a number',
    resource('temporal: { timeline: [party_id, 5] }'),
    ['unit.yaml:7:34: the number 5 stands here; expected a name'],
  ],
  [
    'a timeline with another overlap',
    resource('temporal: { timeline: party_id, overlap: rejct }'),
    ['unit.yaml:7:42: there is no overlap "rejct"; expected one of make_room, reject; did you mean reject?'],
  ],
  [
    'a timeline where others make room for anybody and for nobody',
    resource('temporal: { timeline: party_id, overlap: reject, make_room: anybody }'),
    ['unit.yaml:7:61: no entry makes room where overlap is reject; expected overlap: make_room, or no make_room'],
  ],
  [
    'a timeline where others make room for some',
    resource('temporal: { timeline: party_id, make_room: somebody }'),
    ['unit.yaml:7:44: there is no make_room "somebody"; expected one of own, anybody'],
  ],
  [
    'a role that makes room for itself, and is not there',
    {
      'unit.yaml': resource('temporal: { timeline: party_id, make_room: { clrk: anybody, clerk: all } }'),
      'service.yaml': 'service: Test\nroles: [clerk]\n',
    },
    ['unit.yaml:7:68: there is no clerk "all"; expected one of own, anybody'],
  ],
  [
    'a role that makes room for itself, by another name',
    {
      'unit.yaml': resource('temporal: { timeline: party_id, make_room: { clrk: anybody } }'),
      'service.yaml': 'service: Test\nroles: [clerk]\n',
    },
    ['unit.yaml:7:46: there is no role clrk; expected clerk'],
  ],
  [
    'rules for the row before and after an update',
    {
      'unit.yaml': resource('access: { clerk: { update: { before: nam=eq.a, after: power=eq.b } } }'),
      'service.yaml': 'service: Test\nroles: [clerk]\n',
    },
    [
      'unit.yaml:7:38: there is no field nam in unit; expected one of id, name, power, status, party_id, recorded_at, recorded_by; did you mean name?',
      'unit.yaml:7:64: "b" is not a decimal number; expected a number such as 12.5',
    ],
  ],
  [
    'an update without a rule, and one for another moment',
    {
      'unit.yaml': resource('access: { clerk: { update: {} }, guest: { update: { afterwards: all } } }'),
      'service.yaml': 'service: Test\nroles: [clerk, guest]\n',
    },
    [
      'unit.yaml:7:28: an empty map stands here; expected at least one key',
      'unit.yaml:7:53: unknown key "afterwards"; expected one of before, after',
    ],
  ],
  [
    'a timeline that is aligned to a number',
    resource('temporal: { timeline: party_id, align: 1 }'),
    ['unit.yaml:7:40: the number 1 stands here; expected a text'],
  ],
  [
    'a timeline frozen for what is not a duration',
    resource('temporal: { timeline: party_id, freeze: 7 days }'),
    ['unit.yaml:7:41: "7 days" is not a duration; expected an ISO 8601 duration of whole numbers such as P7D or PT12H'],
  ],
  [
    'a timeline frozen for a number',
    resource('temporal: { timeline: party_id, freeze: 7 }'),
    ['unit.yaml:7:41: the number 7 stands here; expected an ISO 8601 duration of whole numbers such as P7D or PT12H'],
  ],
  [
    'a timeline frozen to the future',
    resource('temporal: { timeline: party_id, freeze: -P7D }'),
    ['unit.yaml:7:41: "-P7D" is not a duration; expected an ISO 8601 duration of whole numbers such as P7D or PT12H'],
  ],
  [
    'a timeline frozen for a fraction',
    resource('temporal: { timeline: party_id, freeze: P0.5D }'),
    ['unit.yaml:7:41: "P0.5D" is not a duration; expected an ISO 8601 duration of whole numbers such as P7D or PT12H'],
  ],
  [
    'a start window of nothing',
    resource('temporal:', '  timeline: party_id', '  start_window: {}'),
    ['unit.yaml:9:17: an empty map stands here; expected at least one key'],
  ],
  [
    'a start window with wrong durations',
    resource('temporal:', '  timeline: party_id', '  start_window: { from: P, to: PT }'),
    [
      'unit.yaml:9:25: "P" is not a duration; expected an ISO 8601 duration of whole numbers such as P7D or PT12H or -P1M',
      'unit.yaml:9:32: "PT" is not a duration; expected an ISO 8601 duration of whole numbers such as P7D or PT12H or -P1M',
    ],
  ],
  [
    'a start window with another key',
    resource('temporal:', '  timeline: party_id', '  start_window: { form: -P7D }'),
    ['unit.yaml:9:19: unknown key "form"; expected one of from, to, roles, except; did you mean from?'],
  ],
  [
    'deprecated: true',
    resource('deprecated: true'),
    ['unit.yaml:7:13: the boolean true stands here; expected a map (key: value)'],
  ],
];

const names: readonly Case[] = [
  [
    'a resource name in another case',
    { 'unit.yaml': fields('name: { type: text }').replace('unit', 'ControllableUnit') },
    [
      'unit.yaml:1:11: the name "ControllableUnit" is not snake_case; expected small letters, digits and underscores, a letter first; did you mean controllable_unit?',
    ],
  ],
  [
    'a field name with a hyphen',
    fields('start-date: { type: date }'),
    [
      'unit.yaml:3:3: the name "start-date" is not snake_case; expected small letters, digits and underscores, a letter first; did you mean start_date?',
    ],
  ],
  [
    'a field name of digits',
    fields('5: { type: text }'),
    ['unit.yaml:3:3: the name "5" is not snake_case; expected small letters, digits and underscores, a letter first'],
  ],
  [
    'a field name past 63 bytes',
    fields(`${'n'.repeat(64)}: { type: text }`),
    [
      'unit.yaml:3:3: the name "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn" is longer than PostgreSQL keeps; expected at most 63 characters',
    ],
  ],
  ['a field name of 63 bytes', fields(`${'n'.repeat(63)}: { type: text }`), []],
  [
    'an enum value of no text, and one of two lines',
    fields('status: { type: enum, values: ["", "a\\nb"] }'),
    [
      'unit.yaml:3:34: an empty text stands here; expected at least one character',
      'unit.yaml:3:38: "a\\nb" has a control character; expected a text on one line',
    ],
  ],
  [
    'what would tell of a text that is never shown',
    `resource: unit
fields:
  name: { type: text }
  a: { type: text, write_only: true, unique: true }
  b: { type: boolean, computed: a=eq.x }
unique: [[name, a]]
indexes: [[a]]
checks:
  - { that: name=neq.$a, message: Not the name. }
`,
    [
      'unit.yaml:4:46: a is never shown, and this would tell of it; expected a field that can be read',
      'unit.yaml:5:33: a is never shown, and cannot be compared; expected another field',
      'unit.yaml:6:17: a is never shown, and this would tell of it; expected a field that can be read',
      'unit.yaml:7:12: a is never shown, and this would tell of it; expected a field that can be read',
      'unit.yaml:9:23: a is never shown, and cannot be compared; expected another field',
    ],
  ],
  [
    'schemas of JSON',
    fields(
      'a: { type: json, schema: { type: objekt } }',
      'b: { type: json, schema: { properties: { c: { minimum: low } } } }',
      'c: { type: json, schema: { items: { $ref: "#/$defs/node" } } }',
      'd: { type: json, schema: { $ref: "#/$defs/node", $defs: { node: { items: { $ref: "#/$defs/node" } } } } }',
      'e: { type: json, schema: { typ: object } }',
      'f: { type: json, schema: { type: array }, default: {} }',
      'g: { type: json, schema: { $ref: "https://example.org/schema.json" } }',
    ),
    [
      'unit.yaml:3:36: JSON Schema has no "objekt" here; expected one of array, boolean, integer, null, number, object, string; did you mean object?',
      'unit.yaml:4:58: the schema must be number; expected JSON Schema 2020-12',
      'unit.yaml:5:45: there is no schema #/$defs/node; expected a schema that is written out, or #/$defs/<name>',
      'unit.yaml:6:84: the schema node has itself in it; expected a schema that is written out, or #/$defs/<name>',
      'unit.yaml:7:30: JSON Schema has no keyword typ; expected a keyword of JSON Schema 2020-12; did you mean type?',
      'unit.yaml:8:54: the default does not fit the field: it breaks the schema: must be array',
      'unit.yaml:9:36: there is no schema https://example.org/schema.json; expected a schema that is written out, or #/$defs/<name>',
    ],
  ],
  [
    'what is said of enum values',
    fields(
      'a: { type: enum, values: [A1, { value: A1, title: One }] }',
      'b: { type: enum, values: [{ value: B1, deprecated: true, replaced_by: B3 }, B2] }',
      'c: { type: enum, values: [{ value: C1, replaced_by: C2 }, C2] }',
      'd: { type: enum, values: [{ value: D1, deprecated: true, replaced_by: D2 }, { value: D2, deprecated: true }] }',
      'e: { type: enum, values: [{ value: E1, deprecated: true, replaced_by: E2 }, E2], default: E1 }',
      'f: { type: enum, values: [{ value: F1, deprecated: true }, F2], transitions: { F2: [F1] } }',
      'g: { type: enum, values: [{ value: G1, titel: One }] }',
      'h: { type: enum, values: [{ title: One }] }',
    ),
    [
      'unit.yaml:3:33: "A1" stands twice; expected each value once',
      'unit.yaml:4:73: B3 is not among the values; expected one of B1, B2; did you mean B1?',
      'unit.yaml:5:55: "C1" is not deprecated; expected deprecated: true',
      'unit.yaml:6:73: "D2" is deprecated; expected another value',
      'unit.yaml:7:93: the default does not fit the field: "E1" is deprecated; expected E2',
      'unit.yaml:8:87: "F1" is deprecated, and no row becomes it; expected another value',
      'unit.yaml:9:42: unknown key "titel"; expected one of value, title, deprecated, replaced_by; did you mean title?',
      'unit.yaml:10:29: the key "value" is missing',
    ],
  ],
  [
    'a field of the engine',
    fields('id: { type: integer }', 'valid_from: { type: date }'),
    [
      'unit.yaml:3:3: the name id is reserved: the engine itself has a field id; expected another name',
      'unit.yaml:4:3: the name valid_from is reserved: the engine itself has a field valid_from; expected another name',
    ],
  ],
  [
    'a word of the query language',
    fields('order: { type: integer }', 'or: { type: text }'),
    [
      'unit.yaml:3:3: the name order is reserved: order is a word of the query language; expected another name',
      'unit.yaml:4:3: the name or is reserved: or is a word of the query language; expected another name',
    ],
  ],
  [
    'a column of PostgreSQL',
    fields('xmin: { type: integer }'),
    ['unit.yaml:3:3: the name xmin is reserved: every table of PostgreSQL has a column xmin; expected another name'],
  ],
  [
    'the field of the history',
    fields('unit_id: { type: reference, to: party }'),
    [
      'unit.yaml:3:3: the name unit_id is reserved: unit_id is the field by which the history refers to the resource; expected another name',
    ],
  ],
  [
    'a reference that does not end in _id',
    fields('owner: { type: reference, to: party }'),
    [
      'unit.yaml:3:3: the reference owner does not end in _id; expected a name such as party_id, which gives the embed alias party; or "as: <alias>"; did you mean owner_id?',
    ],
  ],
  [
    'a reference with an alias of the query language',
    fields('limit_id: { type: reference, to: party }'),
    [
      'unit.yaml:3:3: the embed alias limit of limit_id is reserved: limit is a word of the query language; expected another name',
    ],
  ],
  [
    'an alias equal to a field',
    fields('party: { type: text }', 'party_id: { type: reference, to: party }'),
    [
      'unit.yaml:4:3: the embed alias party of party_id is also a field; expected two names that differ by more than _id',
    ],
  ],
  [
    'a declared alias equal to a field',
    resource('relations:', '  name: { resource: party, by: name }'),
    ['unit.yaml:8:3: the alias name is also a field; expected another alias'],
  ],
  [
    'an alias clash',
    resource('relations:', '  party: { resource: unit, by: party_id }'),
    ['unit.yaml:8:3: the alias party is already that of the reference party_id; expected another alias'],
  ],
  [
    'a reserved alias',
    resource('relations:', '  select: { resource: party, by: name }'),
    ['unit.yaml:8:3: the alias select is reserved: select is a word of the query language; expected another alias'],
  ],
  [
    'a history name that is taken',
    { 'unit.yaml': resource('history: true'), 'log.yaml': 'resource: unit_history\nfields:\n  name: { type: text }\n' },
    ['log.yaml:1:11: the name unit_history belongs to the history of unit; expected another name'],
  ],
  [
    'the name of the batch',
    { 'unit.yaml': resource(), 'log.yaml': 'resource: batch\nfields:\n  name: { type: text }\n' },
    ['log.yaml:1:11: the name batch is reserved: POST /batch takes several requests at once; expected another name'],
  ],
  [
    'a history name past 63 bytes',
    { 'long.yaml': `resource: ${'n'.repeat(56)}\nhistory: true\nfields:\n  name: { type: text }\n` },
    [
      'long.yaml:1:11: the name of its history, nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn_history, is longer than PostgreSQL keeps; expected at most 55 characters',
    ],
  ],
  [
    'two files with one resource',
    { 'unit.yaml': resource(), 'units.yaml': resource() },
    [
      'units.yaml:1:11: the resource unit is defined a second time; expected one file for each resource; unit.yaml has this one',
    ],
  ],
];

const types: readonly Case[] = [
  [
    'a reference to nothing',
    fields('party_id: { type: reference, to: prty }'),
    ['unit.yaml:3:36: there is no resource prty; expected the name of a resource in this folder; did you mean party?'],
  ],
  [
    'a reference to a file with a fault',
    {
      'unit.yaml': fields('party_id: { type: reference, to: party }'),
      'party.yaml': 'resource: party\nfields:\n  name: { type: txt }\n',
    },
    [`party.yaml:3:17: there is no type "txt"; expected one of ${anyType}; did you mean text?`],
  ],
  [
    'a reference to a file that is no YAML',
    { 'unit.yaml': fields('party_id: { type: reference, to: party }'), 'party.yaml': 'resource: party\nfields: {' },
    ['party.yaml:2:10: the map before this is not closed; expected }'],
  ],
  [
    'a reference to a misspelt resource',
    {
      'unit.yaml': fields('party_id: { type: reference, to: party }'),
      'party.yaml': 'resource: Party\nfields:\n  name: { type: text }\n',
    },
    [
      'party.yaml:1:11: the name "Party" is not snake_case; expected small letters, digits and underscores, a letter first; did you mean party?',
    ],
  ],
  [
    'minimum above maximum',
    fields('size: { type: integer, minimum: 10, maximum: 9 }'),
    ['unit.yaml:3:35: minimum 10 is above maximum 9; expected at most 9'],
  ],
  [
    'min_length above max_length',
    fields('name: { type: text, min_length: 3, max_length: 2 }'),
    ['unit.yaml:3:35: min_length 3 is above max_length 2; expected at most 2'],
  ],
  [
    'a bound that no value can be',
    fields(
      'size: { type: integer, maximum: 3000000000 }',
      'power: { type: decimal, precision: 4, scale: 2, minimum: 0.001 }',
      'part: { type: bigint, minimum: 0.5 }',
    ),
    [
      'unit.yaml:3:35: maximum 3000000000 is not a value of the field: it must be from -2147483648 to 2147483647',
      'unit.yaml:4:60: minimum 0.001 is not a value of the field: it must have at most 2 digits after the decimal point',
      'unit.yaml:5:34: minimum 0.5 is not a value of the field: it must be a whole number',
    ],
  ],
  [
    'a bound not in plain digits',
    fields('size: { type: integer, minimum: 1e3, maximum: 0x10 }'),
    [
      'unit.yaml:3:35: 1e3 is not written as a plain decimal number; expected digits, with a point if need be',
      'unit.yaml:3:49: 0x10 is not written as a plain decimal number; expected digits, with a point if need be',
    ],
  ],
  [
    'scale above precision',
    fields('power: { type: decimal, precision: 2, scale: 3 }'),
    ['unit.yaml:3:48: scale 3 is above precision 2; expected at most 2'],
  ],
  [
    'a bad pattern',
    fields('name: { type: text, pattern: "[a-z" }'),
    [
      'unit.yaml:3:32: this is not a valid regular expression: unterminated character class; expected an ECMAScript expression',
    ],
  ],
  [
    'an unknown format',
    fields('name: { type: text, format: gnl }'),
    [
      'unit.yaml:3:31: there is no format "gnl"; expected one of email, url, uuid, gln, gsrn, eic, org; did you mean gln?',
    ],
  ],
  [
    'a format by nothing',
    fields('name: { type: text, format: { gln: gln } }'),
    ['unit.yaml:3:23: the key "by" is missing; expected by: <field>'],
  ],
  [
    'a format by a field that is not there',
    fields('kind: { type: enum, values: [gln] }', 'name: { type: text, format: { by: knid, gln: gln } }'),
    ['unit.yaml:4:37: there is no field knid in unit; expected an enum field: kind; did you mean kind?'],
  ],
  [
    'a format by a field that is no enum',
    fields('kind: { type: text }', 'name: { type: text, format: { by: kind, gln: gln } }'),
    ['unit.yaml:4:37: the field kind is of type text; expected an enum field'],
  ],
  [
    'a format for a value that is not there',
    fields(
      'kind: { type: enum, values: [gln, org] }',
      'name: { type: text, format: { by: kind, gln: gln, ogr: org } }',
    ),
    ['unit.yaml:4:53: kind never has the value ogr; expected one of gln, org; did you mean org?'],
  ],
  [
    'an unknown format by a field',
    fields('kind: { type: enum, values: [gln] }', 'name: { type: text, format: { by: kind, gln: gl } }'),
    [
      'unit.yaml:4:48: there is no format "gl"; expected one of email, url, uuid, gln, gsrn, eic, org; did you mean gln?',
    ],
  ],
  [
    'a transition to a value that is not there',
    fields('status: { type: enum, values: [new, active], transitions: { new: [actve] } }'),
    ['unit.yaml:3:69: actve is not among the values; expected one of new, active; did you mean active?'],
  ],
  [
    'a transition from a value that is not there',
    fields('status: { type: enum, values: [new, active], transitions: { nwe: [active] } }'),
    ['unit.yaml:3:63: nwe is not among the values; expected one of new, active; did you mean new?'],
  ],
  [
    'transitions that are no lists',
    fields('status: { type: enum, values: [new, active], transitions: { new: active } }'),
    ['unit.yaml:3:68: the text "active" stands here; expected a list ([a, b])'],
  ],
  [
    'unique on a field without order',
    fields('data: { type: json, unique: true }'),
    ['unit.yaml:3:31: data is of type json, which has no order; expected a field of a scalar type'],
  ],
  [
    'a required field that clients may not send',
    fields('name: { type: text, create: false }'),
    [
      'unit.yaml:3:31: nobody can create a row: name is required, and clients may not send it; expected a default, nullable: true, create: true, or a value in sets for every create',
    ],
  ],
];

const values: readonly Case[] = [
  [
    'an enum default not among the values',
    fields('status: { type: enum, values: [new, active], default: actve }'),
    [
      'unit.yaml:3:57: the default does not fit the field: "actve" is not among the values; expected one of new, active; did you mean active?',
    ],
  ],
  [
    'a text default that is a number',
    fields('name: { type: text, default: 1.0 }'),
    ['unit.yaml:3:32: the default does not fit the field: 1.0 is not a text; expected a text, in quotes'],
  ],
  [
    'a text default too long',
    fields('name: { type: text, max_length: 2, default: abc }'),
    ['unit.yaml:3:47: the default does not fit the field: it has 3 characters; expected at most 2'],
  ],
  [
    'a text default too short',
    fields("name: { type: text, min_length: 1, default: '' }"),
    ['unit.yaml:3:47: the default does not fit the field: it has 0 characters; expected at least 1'],
  ],
  [
    'a text default against the pattern',
    fields('name: { type: text, pattern: "^[a-z]+$", default: a1 }'),
    ['unit.yaml:3:53: the default does not fit the field: "a1" does not match the pattern; expected ^[a-z]+$'],
  ],
  [
    'a text default against the format',
    fields("name: { type: text, format: gln, default: '9436465792105' }"),
    ['unit.yaml:3:45: the default does not fit the field: the check digit after 943646579210 is 4, not 5'],
  ],
  [
    'a boolean default',
    fields('done: { type: boolean, default: no }'),
    ['unit.yaml:3:35: the default does not fit the field: "no" is not a boolean; expected true or false'],
  ],
  [
    'an integer default',
    fields(
      'a: { type: integer, default: 1.5 }',
      'b: { type: integer, default: 3000000000 }',
      "c: { type: integer, default: '3' }",
    ),
    [
      'unit.yaml:3:32: the default does not fit the field: it must be a whole number',
      'unit.yaml:4:32: the default does not fit the field: it must be from -2147483648 to 2147483647',
      'unit.yaml:5:32: the default does not fit the field: "3" is not a number; expected a number',
    ],
  ],
  [
    'an integer default out of bounds',
    fields('a: { type: integer, minimum: 1, default: 0 }', 'b: { type: integer, multiple_of: 5, default: 12 }'),
    [
      'unit.yaml:3:44: the default does not fit the field: it must be at least 1',
      'unit.yaml:4:48: the default does not fit the field: it must be a multiple of 5',
    ],
  ],
  [
    'a bigint default that would lose digits',
    fields('a: { type: bigint, default: 9007199254740993 }'),
    [
      'unit.yaml:3:31: the default does not fit the field: 9007199254740993 has more digits than are kept; expected at most 15 digits',
    ],
  ],
  [
    'a decimal default',
    fields(
      'a: { type: decimal, precision: 4, scale: 2, default: 0.125 }',
      'b: { type: decimal, precision: 4, scale: 2, default: 100 }',
    ),
    [
      'unit.yaml:3:56: the default does not fit the field: it must have at most 2 digits after the decimal point',
      'unit.yaml:4:56: the default does not fit the field: it must have at most 2 digits before the decimal point',
    ],
  ],
  [
    'a date default',
    fields('a: { type: date, default: 2025-02-29 }', 'b: { type: date, default: now }'),
    [
      'unit.yaml:3:29: the default does not fit the field: "2025-02-29" is not a date; expected a calendar date as YYYY-MM-DD',
      'unit.yaml:4:29: the default now is for fields of type datetime, and this one is of type date; expected today, or a value',
    ],
  ],
  [
    'a datetime default',
    fields('a: { type: datetime, default: 2025-02-28 }', 'b: { type: datetime, default: generated }'),
    [
      'unit.yaml:3:33: the default does not fit the field: a date alone is not enough: add hour, minute and time zone. The nearest form is YYYY-MM-DDTHH:MM[:SS[.FFF]]Z; expected a datetime such as 2026-01-31T12:00:00+01:00',
      'unit.yaml:4:33: the default generated is for fields of type uuid, and this one is of type datetime; expected now, or a value',
    ],
  ],
  [
    'a uuid default',
    fields('a: { type: uuid, default: 123 }', 'b: { type: uuid, default: abc }', 'c: { type: uuid, default: now }'),
    [
      'unit.yaml:3:29: the default does not fit the field: 123 is not a text; expected a text, in quotes',
      'unit.yaml:4:29: the default does not fit the field: "abc" is no UUID; expected a UUID such as 6f1c0f9e-5a0b-4d52-9d5e-0c6a3f3b7a11',
      'unit.yaml:5:29: the default now is for fields of type datetime, and this one is of type uuid; expected generated, or a value',
    ],
  ],
  [
    'a default that is a claim',
    {
      'service.yaml': 'service: Test\nclaims: { others: { party_id: party_id, team: team } }\n',
      'party.yaml': 'resource: party\nfields: { name: { type: text } }\n',
      'unit.yaml': fields(
        "a: { type: text, default: '{taem}' }",
        "b: { type: decimal, precision: 3, scale: 1, default: '{team}' }",
        "party_id: { type: reference, to: party, default: '{identity}' }",
        "next_id: { type: reference, to: unit, nullable: true, default: '{party_id}' }",
        "e: { type: uuid, default: '{identity}' }",
        "f: { type: text, default: a, backfill: '{team}' }",
        'g: { type: datetime, default: today }',
      ),
    },
    [
      'unit.yaml:3:29: there is no claim taem; expected one of {identity}, {party_id}, {team}; did you mean {team}?',
      'unit.yaml:4:56: the claim team is the default of b, of type decimal; expected a field of type one of text, integer, bigint, date, uuid, enum, reference',
      'unit.yaml:5:52: the claim identity is the id of a row of identity, and party_id refers to party; expected a reference to identity, or a field of type bigint, integer or text',
      'unit.yaml:6:66: the claim party_id is the id of a row of party, and next_id refers to unit; expected a reference to party, or a field of type bigint, integer or text',
      'unit.yaml:7:29: the claim identity is the id of a row of identity, and e is of type uuid; expected a reference to identity, or a field of type bigint, integer or text',
      'unit.yaml:8:42: the rows that are there have no caller; expected a value, or $other',
      'unit.yaml:9:33: the default today is for fields of type date, and this one is of type datetime; expected now, or a value',
    ],
  ],
  [
    'a counted number',
    fields(
      "a: { type: integer, default: { number: 'A{00}' } }",
      "b: { type: text, default: { number: 'B-{year}' } }",
      "c: { type: text, default: { number: '{0}{00}' } }",
      "d: { type: text, default: { number: '{yaer}-{0}' } }",
      'e: { type: text, default: { number: 5 } }',
      "f: { type: text, pattern: '^X', max_length: 4, default: { number: 'F{00000}' } }",
      "g: { type: text, default: { number: '{0000000000000000000}' } }",
      "h: { type: text, default: { number: 'H{0}', more: 1 } }",
    ),
    [
      'unit.yaml:3:32: numbers are counted in fields of type text, and this one is of type integer; expected a value',
      'unit.yaml:4:39: the form has no place for the number; expected a text with {year}, {month} or {day}, and once {00000} for the number',
      'unit.yaml:5:39: the form has two places for the number; expected a text with {year}, {month} or {day}, and once {00000} for the number',
      'unit.yaml:6:39: {yaer} is not a part of a number; expected a text with {year}, {month} or {day}, and once {00000} for the number',
      'unit.yaml:7:39: the form is not a text; expected a text with {year}, {month} or {day}, and once {00000} for the number',
      'unit.yaml:8:69: the number F00001 does not fit the field: it has 6 characters; expected at most 4',
      'unit.yaml:9:39: the number has more than 18 zeros; expected a text with {year}, {month} or {day}, and once {00000} for the number',
      'unit.yaml:10:29: the default does not fit the field: {"number":"H{0}","more":1} is not a text; expected a text, in quotes',
    ],
  ],
  [
    'a reference default',
    fields('party_id: { type: reference, to: party, default: Kari }'),
    ['unit.yaml:3:52: the default does not fit the field: "Kari" is not an id; expected a whole number'],
  ],
  [
    'an array default',
    fields(
      'a: { type: array, of: integer, default: 1 }',
      'b: { type: array, of: integer, default: [1, x] }',
      'c: { type: array, of: text, max_length: 1, default: [a, b] }',
    ),
    [
      'unit.yaml:3:43: the default does not fit the field: 1 is not a list; expected a list ([a, b])',
      'unit.yaml:4:47: the default does not fit the field: "x" is not a number; expected a number',
      'unit.yaml:5:55: the default does not fit the field: it has 2 elements; expected at most 1',
    ],
  ],
  [
    'a json default that would lose digits',
    fields('a: { type: json, default: { sizes: [1, 1.00000000000000000001] } }'),
    [
      'unit.yaml:3:42: the default does not fit the field: 1.00000000000000000001 has more digits than are kept; expected at most 15 digits',
    ],
  ],
  [
    'a default of nothing',
    fields('name: { type: text, default: }'),
    ['unit.yaml:3:23: the default is null; expected nullable: true, and no default'],
  ],
  [
    'an example of another type',
    fields('done: { type: boolean, example: maybe }'),
    ['unit.yaml:3:35: the example does not fit the field: "maybe" is not a boolean; expected true or false'],
  ],
];

const rules: readonly Case[] = [
  [
    'a relation with a name that is too long, which says nothing about the others',
    {
      'unit.yaml': `resource: unit\nfields: { name: { type: text } }\nchecks: [{ that: part=not.is.null, message: m }]\nrelations:\n  part: { resource: part, by: unit_id }\n  ${'p'.repeat(64)}: { resource: part, by: unit_id }\n`,
      'part.yaml': 'resource: part\nfields: { unit_id: { type: reference, to: unit } }\n',
    },
    [`unit.yaml:6:3: the name "${'p'.repeat(64)}" is longer than PostgreSQL keeps; expected at most 63 characters`],
  ],
  [
    'a role that creates rows, and may not write what a row needs',
    {
      'service.yaml': 'service: Test\nroles: [clerk, guest, owner]\n',
      'unit.yaml':
        'resource: unit\naccess: { clerk: all, guest: { create: name=eq.a }, owner: { read: all } }\nfields:\n  name: { type: text, access: { clerk: read, owner: read } }\n  note: { type: text, default: a, access: { clerk: all } }\n',
    },
    [
      'unit.yaml:4:31: the role guest creates unit, and may not write name, which is required; expected guest: all, create: true, a default, nullable: true, or no create for guest',
      'unit.yaml:4:40: the role clerk creates unit, and may not write name, which is required; expected clerk: all, create: true, a default, nullable: true, or no create for clerk',
    ],
  ],
  [
    'a role that creates rows, and for which a required field says create: false',
    {
      'service.yaml': 'service: Test\nroles: [clerk, guest, owner]\n',
      'unit.yaml': [
        'resource: unit',
        'access: { clerk: all, guest: { create: all }, owner: { update: all } }',
        'fields:',
        '  name: { type: text, access: { clerk: { read: true, create: false, update: true }, guest: all, owner: { read: true, create: false } } }',
        "  code: { type: text, access: { clerk: { read: 'name=eq.a' }, guest: all } }",
        '  note: { type: text, nullable: true, access: { clerk: { create: false } } }',
        '  kind: { type: text, default: a, access: { clerk: { create: false } } }',
        '',
      ].join('\n'),
    },
    [
      'unit.yaml:4:40: the role clerk creates unit, and may not write name, which is required; expected clerk: all, create: true, a default, nullable: true, or no create for clerk',
      'unit.yaml:5:40: the role clerk creates unit, and may not write code, which is required; expected clerk: all, create: true, a default, nullable: true, or no create for clerk',
    ],
  ],
  [
    'what a role may do with a field, by operation',
    {
      'service.yaml': 'service: Test\nroles: [clerk, guest, owner]\n',
      'unit.yaml':
        'resource: unit\nfields:\n  a: { type: text, nullable: true, access: { clerk: { read: false, create: true }, guest: { update: true } } }\n  b: { type: text, nullable: true, access: { clerk: { reed: true }, guest: { read: yes }, owner: {} } }\n',
    },
    [
      'unit.yaml:3:76: the role clerk may not read the field that it creates; expected read: true beside create: true',
      'unit.yaml:3:101: the role guest may not read the field that it updates; expected read: true beside update: true',
      'unit.yaml:4:55: unknown key "reed"; expected one of read, create, update; did you mean read?',
      'unit.yaml:4:98: an empty map stands here; expected at least one key',
    ],
  ],
  ...(
    [
      [
        'party, through: member, identity: identity_id',
        '20: there is no claim party under claims.others; expected one of party_id, team, name',
      ],
      [
        'party_id, through: membr, identity: identity_id',
        '39: there is no resource membr; expected one of identity, member, party; did you mean member?',
      ],
      [
        'team, through: member, identity: identity_id',
        '20: member has no field team; expected one of id, party_id, identity_id, other_id, name, recorded_at, recorded_by',
      ],
      [
        'party_id, through: member, identity: identity',
        '57: member has no field identity; expected one of id, party_id, identity_id, other_id, name, recorded_at, recorded_by',
      ],
      [
        'party_id, through: member, identity: name',
        '57: name of member is of type text; expected a reference to identity, or a bigint',
      ],
      [
        'party_id, through: member, identity: other_id',
        '57: other_id of member is a reference to member; expected a reference to identity, or a bigint',
      ],
      ['party_id, through: member', '1: the key "identity" is missing'],
    ] as const
  ).map(
    ([actsFor, fault]): Case => [
      `a claim that is bound to ${actsFor}`,
      {
        'service.yaml': `service: Test\nclaims: { others: { party_id: a, team: b, name: c } }\nacts_for: { claim: ${actsFor} }\n`,
        'identity.yaml': 'resource: identity\nfields: { subject: { type: text, unique: true } }\n',
        'member.yaml':
          'resource: member\nfields:\n  party_id: { type: bigint }\n  identity_id: { type: reference, to: identity }\n  other_id: { type: reference, to: member, nullable: true }\n  name: { type: text }\n',
      },
      [`service.yaml:3:${fault}`],
    ],
  ),
  [
    'a rule by which a role reads a field',
    {
      'service.yaml': 'service: Test\nroles: [clerk, guest]\nclaims: { others: { owner: owner } }\n',
      'unit.yaml':
        'resource: unit\nfields:\n  name: { type: text }\n  a: { type: integer, nullable: true, access: { clerk: { read: "nam=eq.{owner}" }, guest: { read: "name=eq.{ownr}", update: true } } }\n',
    },
    [
      'unit.yaml:4:65: there is no field nam in unit; expected one of id, name, a, recorded_at, recorded_by; did you mean name?',
      'unit.yaml:4:108: there is no claim ownr; expected one of identity, owner; did you mean owner?',
      'unit.yaml:4:125: the role guest reads the field by a rule, and a change would tell the value of other rows; expected read: true, or update: false',
    ],
  ],
  [
    'a computed field over one that a role reads by a rule',
    {
      'service.yaml': 'service: Test\nroles: [clerk]\n',
      'unit.yaml':
        'resource: unit\nfields:\n  name: { type: text }\n  a: { type: integer, nullable: true, access: { clerk: { read: name=eq.x } } }\n  b: { type: boolean, computed: a=gt.1, access: { clerk: read } }\n',
    },
    [
      'unit.yaml:5:58: b is computed from a, which the role clerk may not read; expected nothing for clerk here, or read for clerk in the access of a',
    ],
  ],
  [
    'a rule without an operator',
    resource('checks:', '  - { that: power, message: m }'),
    ['unit.yaml:8:18: a rule is a name, `=` and a value; expected `=`'],
  ],
  [
    'a rule that ends too early',
    resource('checks:', '  - { that: "or=(power.gt.0", message: m }'),
    ['unit.yaml:8:28: the text ends too early; expected `,` or `)`'],
  ],
  [
    'an unknown operator',
    resource('checks:', '  - { that: status=equals.new, message: m }'),
    [
      `unit.yaml:8:20: unknown operator \`equals\`; expected [not.]operator.value, operator being one of ${operators}; did you mean eq?`,
    ],
  ],
  [
    'a rule with an unknown field',
    resource('checks:', '  - { that: "or=(power.gt.0,stauts.eq.new)", message: m }'),
    [`unit.yaml:8:29: there is no field stauts in unit; expected one of ${unitFields}; did you mean status?`],
  ],
  [
    'a rule with a wrong value',
    resource('checks:', '  - { that: power=gt.many, message: m }'),
    ['unit.yaml:8:22: "many" is not a decimal number; expected a number such as 12.5'],
  ],
  [
    'a rule with a value that an enum has not',
    resource('checks:', '  - { that: "status=in.(new,actve)", message: m }'),
    ['unit.yaml:8:29: "actve" is not one of the values; expected one of new, active; did you mean active?'],
  ],
  [
    'an operator that is not for the type',
    resource('checks:', '  - { that: power=like.1*, message: m }'),
    [
      'unit.yaml:8:13: the operator like does not apply to power, of type decimal; expected one of eq, neq, lt, lte, gt, gte, is, isdistinct, in',
    ],
  ],
  [
    'is.true on a number',
    resource('checks:', '  - { that: power=is.true, message: m }'),
    [
      'unit.yaml:8:22: is.true asks whether a boolean holds, and the value is of type decimal; expected null or not_null',
    ],
  ],
  [
    'a rule through a field',
    resource('checks:', '  - { that: name.first=eq.a, message: m }'),
    ['unit.yaml:8:13: name is a field, and nothing stands below it; expected name.<operator>.<value>'],
  ],
  [
    'a rule through a relation that is none',
    resource('checks:', '  - { that: prty.name=eq.a, message: m }'),
    ['unit.yaml:8:13: there is no relation prty of unit; expected party'],
  ],
  [
    'a check that looks at rows two relations away',
    {
      'unit.yaml':
        'resource: unit\nfields: { part_id: { type: reference, to: part } }\nchecks:\n  - { that: "or=(part.is.null,part.kind.name.eq.a)", message: m }\n',
      'part.yaml': 'resource: part\nfields: { kind_id: { type: reference, to: kind } }\n',
      'kind.yaml': 'resource: kind\nfields: { name: { type: text } }\n',
    },
    [
      'unit.yaml:4:13: the rule looks at part.kind, and no write there would be refused; expected a rule about the row and rows one relation away; or "when" or "on"; or "otherwise: { notice: <type>, to: <relation> }"',
    ],
  ],
  [
    'a resource without validity that others are to cover',
    resource('covered_by:', '  - { relation: party, message: m }'),
    [
      'unit.yaml:7:1: unit has no validity that others could cover; expected a resource with temporal, or no covered_by',
    ],
  ],
  [
    'ways that lead to no entries that could cover others, and rules about them',
    {
      'unit.yaml':
        'resource: unit\nfields: { name: { type: text } }\nrelations: { shift: { resource: shift, by: unit_id } }\n',
      'shift.yaml': [
        'resource: shift',
        'temporal: { timeline: unit_id }',
        'fields:',
        '  unit_id: { type: reference, to: unit }',
        '  crew: { type: text }',
        '  next_id: { type: reference, to: shift, nullable: true }',
        'covered_by:',
        '  - { relation: unt, message: m }',
        '  - { relation: unit.shfit, message: m }',
        '  - { relation: unit, message: m }',
        '  - { relation: unit.shift, where: crw=eq.a, message: m }',
        '  - { relation: unit.shift, where: crew=eq.$crw, message: m }',
        '  - { relation: unit.shift, where: unit_id=eq.$crew, message: m }',
        '  - { relation: next.next, message: m }',
        '  - { relation: unit.shift, where: next.crew=eq.a, message: m }',
        '  - { relation: unit.shift, where: crew=eq.$unit.name, message: m }',
        '  - { relation: next.next, message: m, otherwise: { notice: n, to: unit } }',
        '',
      ].join('\n'),
    },
    [
      'shift.yaml:8:17: there is no relation unt of shift; expected one of unit, next; did you mean unit?',
      'shift.yaml:9:22: there is no relation shfit of unit; expected shift',
      'shift.yaml:10:17: unit leads to unit, which has no validity; expected unit.shift',
      'shift.yaml:11:36: there is no field crw in shift; expected one of id, unit_id, crew, next_id, valid_from, valid_to, recorded_at, recorded_by; did you mean crew?',
      'shift.yaml:12:45: there is no field crw in shift; expected one of id, unit_id, crew, next_id, valid_from, valid_to, recorded_at, recorded_by; a text that begins with $ stands in quotes; did you mean crew?',
      'shift.yaml:13:47: $crew is of type text, and is compared with a value of type reference; expected a field of the same type',
      'shift.yaml:14:17: the rule looks at next.next, and no write there would be refused; expected one relation, or a reference and one relation to many from there; or "otherwise: { notice: <type>, to: <relation> }"',
      'shift.yaml:15:36: the rule looks at next, and no write there would be refused; expected comparisons with fields of the found entry and of the covered one; or "otherwise: { notice: <type>, to: <relation> }"',
      'shift.yaml:16:36: the rule looks at unit, and no write there would be refused; expected comparisons with fields of the found entry and of the covered one; or "otherwise: { notice: <type>, to: <relation> }"',
      'shift.yaml:17:40: nobody could read a notice: callers act for no party; expected a resource identity with a field party_id that refers to party, or a claim party_id in service.yaml',
      'shift.yaml:17:40: the names of notices begin with the prefix of the events, and the service has no events; expected "events: { prefix: org.example }" in service.yaml',
      'shift.yaml:17:68: unit leads to unit, and to no party; expected a way to party or identity',
    ],
  ],
  [
    'values of the caller where a rule is decided without a caller',
    {
      'service.yaml': 'service: Test\nclaims: { others: { party_id: party_id } }\nevents: { prefix: org.example }\n',
      'identity.yaml':
        'resource: identity\nfields:\n  subject: { type: text, unique: true }\n  party_id: { type: reference, to: party, nullable: true }\n',
      'unit.yaml': [
        'resource: unit',
        'temporal: { timeline: party_id }',
        'fields:',
        '  party_id: { type: reference, to: party }',
        '  crew: { type: text }',
        '  marks: { type: array, of: text, default: [] }',
        "  is_mine: { type: boolean, computed: 'crew=eq.{identity}' }",
        '  is_text: { type: boolean, computed: \'crew=eq."{identity}"\' }',
        'covered_by:',
        "  - { message: m, relation: party.unit, where: 'party_id=eq.{party_id}' }",
        "  - { message: m, relation: party.unit, where: 'crew=eq.{identity}' }",
        "  - { message: m, relation: party.unit, where: '{identity.party_id}=eq.$party_id' }",
        "  - { message: m, relation: party.unit, where: 'crew=eq.{identity.subject}' }",
        'checks:',
        "  - { message: m, that: 'or=(crew.eq.{party_id},party_id.is.null)' }",
        "  - { message: m, that: 'marks=cs.{identity}' }",
        "  - { message: m, that: 'crew=match.^a{2}$' }",
        'notices:',
        "  - { type: a, message: m, to: party, when: 'crew=neq.{party_id}' }",
        'notify:',
        "  - { to: party, when: 'crew=eq.{identity.subject}' }",
        "  - { to: { way: party, where: 'name=eq.{identity.subject}' } }",
        '',
      ].join('\n'),
      'party.yaml': partyOfUnits,
    },
    [
      '7:48: {identity}',
      '10:61: {party_id}',
      '11:57: {identity}',
      '12:49: {identity.party_id}',
      '13:57: {identity.subject}',
    ]
      .concat(['15:38: {party_id}', '19:55: {party_id}', '21:33: {identity.subject}', '22:41: {identity.subject}'])
      .map(
        (found) =>
          `unit.yaml:${found} is a value of the caller, and this rule is decided without a caller; expected a constant or a field; a text in braces stands in quotes`,
      ),
  ],
  [
    'a rule with a fault behind a relation',
    resource('checks:', '  - { that: "or=(party.nam.eq.a,power.gt.0)", message: m }'),
    [
      'unit.yaml:8:24: there is no field nam in party; expected one of id, name, recorded_at, recorded_by; did you mean name?',
    ],
  ],
  [
    'a rule about a relation as though it were a field',
    resource('checks:', '  - { that: party=eq.1, message: m }'),
    [
      'unit.yaml:8:13: party is a relation, of which only absence and presence can be asked by itself; expected is.null, not.is.null, or party.<field>',
    ],
  ],
  [
    'a rule into a document that is none',
    resource('checks:', '  - { that: name->a=eq.1, message: m }'),
    ['unit.yaml:8:19: name is of type text, and holds no JSON; expected a field of type json or array before ->'],
  ],
  [
    'a modifier that an operator has not',
    resource('checks:', '  - { that: name=neq(any).1, message: m }', '  - { that: name=eq(some).1, message: m }'),
    [
      'unit.yaml:8:22: neq takes nothing in parentheses; expected neq.<value>',
      'unit.yaml:9:21: eq does not know "some"; expected any or all',
    ],
  ],
  [
    'a search in a language that is none',
    resource('checks:', '  - { that: name=fts(englisch).a, message: m }'),
    [`unit.yaml:8:22: there is no language "englisch"; expected one of ${languages.join(', ')}; did you mean english?`],
  ],
  [
    'a field that is compared with another one',
    resource('checks:', '  - { that: power=gt.name, message: m }'),
    ['unit.yaml:8:22: name is a field, and its value is written with a sign before it; expected $name'],
  ],
  [
    'a value of the row that is none, or does not fit',
    resource(
      'checks:',
      '  - { that: power=gt.$nme, message: m }',
      '  - { that: power=gt.$name, message: m }',
      '  - { that: power=gt.$party.name, message: m }',
      '  - { that: power=in.$id, message: m }',
      '  - { that: name=like.$name, message: m }',
    ),
    [
      `unit.yaml:8:23: there is no field nme in unit; expected one of ${unitFields}; a text that begins with $ stands in quotes; did you mean name?`,
      'unit.yaml:9:22: $name is of type text, and is compared with a value of type decimal; expected a field of the same type',
      'unit.yaml:10:22: $party.name is of type text, and is compared with a value of type decimal; expected a field of the same type',
      'unit.yaml:11:22: in takes several values, and $id is one; expected eq.$id',
      'unit.yaml:12:23: like takes no value of another field; expected a comparison such as eq or gte',
    ],
  ],
  [
    'arrays of many rows as one set, and an array compared with a set',
    {
      'service.yaml': 'service: Test\nroles: [clerk]\n',
      'unit.yaml':
        'resource: unit\naccess: { clerk: { read: "tags=ov.$part.tags&tags=eq.$part.name" } }\nfields: { tags: { type: array, of: text } }\nrelations: { part: { resource: part, by: unit_id } }\n',
      'part.yaml':
        'resource: part\nfields: { unit_id: { type: reference, to: unit }, name: { type: text }, tags: { type: array, of: text } }\naccess: { clerk: all }\n',
    },
    [
      'unit.yaml:2:35: $part.tags is an array of each row of part, and arrays do not make one set; expected a field with one value',
      'unit.yaml:2:54: $part.name is a value of each row of part, and eq compares with elements in order; expected cs.$part.name, cd.$part.name or ov.$part.name',
    ],
  ],
  [
    'distances from now that are none, and valid_at of what has no validity',
    {
      'service.yaml': 'service: Test\nroles: [clerk]\n',
      'unit.yaml':
        'resource: unit\naccess: { clerk: { read: "at=gt.now-14D&on=lt.today+&party.valid_at=now&valid_at=now" } }\nfields: { at: { type: datetime }, on: { type: date } }\n',
    },
    [
      'unit.yaml:2:37: "14D" is not a duration; expected one such as P14D, P1M or PT6H',
      'unit.yaml:2:53: "" is not a duration; expected one such as P14D, P1M or PT6H',
      'unit.yaml:2:54: there is no relation party of unit',
      'unit.yaml:2:73: unit has no validity for valid_at; expected valid_at of a time-dependent resource',
    ],
  ],
  [
    'rights that leave a last state',
    {
      'service.yaml':
        'service: Test\nroles: [a, b, c, d, e, f, g, h, i]\nclaims: { others: { party_id: party_id, name: name } }\n',
      'identity.yaml':
        'resource: identity\nfields: { subject: { type: text, unique: true }, name: { type: text, nullable: true } }\n',
      'unit.yaml': `resource: unit
history: true
fields: { name: { type: text }, size: { type: decimal, precision: 5, scale: 2 }, party_id: { type: reference, to: party } }
relations: { holding: { resource: holding, by: unit_id } }
access:
  a: { read: { that: all, former: last_state } }
  b: { read: { that: 'name=eq.open', former: last_state } }
  c: { read: { that: 'or=(party_id.eq.{party_id},name.eq.open)', former: last_state } }
  d: { read: { that: 'name=eq.{identity.name}', former: last_state } }
  e: { read: { that: 'party=visible&name=eq.{name}', former: last_state } }
  f: { read: { that: 'party_id=eq.{party_id}&name=neq.{party_id}', former: last_state } }
  g: { read: { that: 'size=eq.{name}', former: last_state } }
  h: { read: { that: 'holding.name=eq.{name}&holding.valid_at=now', former: last_state } }
  i: { read: { that: 'party.name=not.eq.{name}', former: last_state } }
`,
      'holding.yaml':
        'resource: holding\ntemporal: { timeline: unit_id }\nfields: { unit_id: { type: reference, to: unit }, name: { type: text } }\n',
      'party.yaml':
        'resource: party\naccess: { a: { read: { that: "name=eq.{name}", former: last_state } } }\nfields: { name: { type: text } }\n',
    },
    [
      'party.yaml:2:48: party keeps no history, and nobody knows how it was when a right ended; expected "history: true" for party, or no "former"',
      'unit.yaml:6:27: the role reads all rows, and nobody loses a right; expected a rule under "that", or no "former"',
      'unit.yaml:7:38: former needs to know who has lost the right: the rule holds for every caller of the role, or for none; expected a comparison of a field with a claim that every alternative has, such as party_id=eq.{party_id}',
      'unit.yaml:8:66: former needs to know who has lost the right: the rule does not say which value of party_id it holds for; expected a comparison of a field with a claim that every alternative has, such as party_id=eq.{party_id}',
      "unit.yaml:9:49: former needs to know who has lost the right: a value of the caller's identity may change, and does not tell for which callers the rule holds; expected a claim, or {identity}",
      'unit.yaml:10:54: former needs to know who has lost the right: visible does not tell for which callers the rule holds; expected the rule itself in its place',
      'unit.yaml:11:68: former needs to know who has lost the right: the rule compares party_id with values of different types; expected values of one type',
      'unit.yaml:12:40: former needs to know who has lost the right: the rule compares name with a decimal, which can be written in several ways; expected a text, enum, boolean, whole number, reference or uuid',
      'unit.yaml:13:69: holding keeps no history, and nobody knows how it was when a right ended; expected "history: true" for holding, or no "former"',
      'unit.yaml:14:50: former needs to know who has lost the right: the rule does not say which value of name it holds for; expected a comparison of a field with a claim that every alternative has, such as party_id=eq.{party_id}',
    ],
  ],
  [
    'the shape of rights that leave a last state',
    {
      'service.yaml': 'service: Test\nroles: [a, b, c, d]\n',
      'unit.yaml':
        'resource: unit\nhistory: true\naccess:\n  a: { read: { that: name=eq.a, former: laststate } }\n  b: { read: { former: last_state } }\n  c: { read: { that: name=eq.a } }\n  d: { update: { that: name=eq.a, former: last_state } }\nfields: { name: { type: text } }\n',
    },
    [
      'unit.yaml:4:41: there is no state "laststate"; expected last_state',
      'unit.yaml:5:8: the key "that" is missing; expected that: <rule>',
      'unit.yaml:6:8: the key "former" is missing; expected former: last_state',
      'unit.yaml:7:18: unknown key "that"; expected one of before, after',
      'unit.yaml:7:35: unknown key "former"; expected one of before, after',
    ],
  ],
  [
    'rights to the past',
    {
      'service.yaml': 'service: Test\nroles: [clerk, guest]\n',
      'unit.yaml':
        'resource: unit\nhistory: true\naccess:\n  clerk: { history: { then: nme=eq.a, present: name=eq.$nam } }\n  guest: { history: { then: recorded=cs.nw } }\nfields: { name: { type: text } }\n',
      'party.yaml':
        'resource: party\naccess: { clerk: { read: all, history: all }, guest: { history: { then: nme=eq.a } } }\nfields: { name: { type: text } }\n',
    },
    [
      'party.yaml:2:31: party keeps no history, and there is no past to read; expected "history: true" for the resource, or no "history" here',
      'party.yaml:2:56: party keeps no history, and there is no past to read; expected "history: true" for the resource, or no "history" here',
      'party.yaml:2:73: there is no field nme in party; expected one of id, name, recorded_at, recorded_by; did you mean name?',
      'unit.yaml:4:29: there is no field nme in unit; expected one of id, name, recorded_at, recorded_by; did you mean name?',
      'unit.yaml:4:57: there is no field nam in unit; expected one of id, name, recorded_at, recorded_by; a text that begins with $ stands in quotes; did you mean name?',
      'unit.yaml:5:41: "nw" is not a period; expected a period such as [2026-01-01T00:00Z,2026-02-01T00:00Z)',
    ],
  ],
  [
    'the form of rights to the past',
    {
      'service.yaml': 'service: Test\nroles: [clerk, guest]\n',
      'unit.yaml':
        'resource: unit\nhistory: true\naccess:\n  clerk: { history: {} }\n  guest: { history: { now: all } }\nfields: { name: { type: text } }\n',
    },
    [
      'unit.yaml:4:21: an empty map stands here; expected at least one key',
      'unit.yaml:5:23: unknown key "now"; expected one of then, present',
    ],
  ],
  [
    'an array that is compared with a claim as a whole',
    {
      'service.yaml': 'service: Test\nroles: [clerk]\nclaims: { others: { team: team } }\n',
      'unit.yaml':
        'resource: unit\naccess: { clerk: { read: "teams=eq.{team}" } }\nfields: { teams: { type: array, of: text } }\n',
    },
    [
      'unit.yaml:2:36: eq compares arrays, and the claim team is one value; expected cs.{team} for an array that contains it',
    ],
  ],
  [
    'several faults in one rule',
    resource('checks:', '  - { that: "or=(powr.gt.0,power.gt.x)", message: m }'),
    [
      `unit.yaml:8:18: there is no field powr in unit; expected one of ${unitFields}; did you mean power?`,
      'unit.yaml:8:37: "x" is not a decimal number; expected a number such as 12.5',
    ],
  ],
  [
    'a fault in a folded rule',
    resource('checks:', '  - that: >-', '      or=(power.gt.0,', '      stauts.eq.new)', '    message: m'),
    [`unit.yaml:10:7: there is no field stauts in unit; expected one of ${unitFields}; did you mean status?`],
  ],
  [
    'a fault in a quoted rule',
    resource('checks:', "  - { that: 'power=gt.0&stauts=eq.new', message: m }"),
    [`unit.yaml:8:25: there is no field stauts in unit; expected one of ${unitFields}; did you mean status?`],
  ],
  [
    'a fault behind an escape',
    resource('checks:', '  - { that: "name=eq.\\u0061&stauts=eq.new", message: m }'),
    [`unit.yaml:8:13: there is no field stauts in unit; expected one of ${unitFields}; did you mean status?`],
  ],
  [
    'a rule that a comma ends',
    resource('checks:', '  - { that: or=(power.gt.0,status.eq.new), message: m }'),
    ['unit.yaml:8:28: a comma ends the text before "status.eq.new)"; expected quotes around a text with a comma'],
  ],
  [
    'two rules with faults',
    resource('checks:', '  - { that: powr=gt.0, message: m }', '  - { that: nam=eq.a, message: m }'),
    [
      `unit.yaml:8:13: there is no field powr in unit; expected one of ${unitFields}; did you mean power?`,
      `unit.yaml:9:13: there is no field nam in unit; expected one of ${unitFields}; did you mean name?`,
    ],
  ],
  [
    'a computed field with an unknown field',
    fields('size: { type: integer }', 'big: { type: boolean, computed: siez=gt.5 }'),
    ['unit.yaml:4:35: there is no field siez in unit; expected one of size, big; did you mean size?'],
  ],
  [
    'a computed field with a parse fault',
    fields('size: { type: integer }', 'big: { type: boolean, computed: size=gt5 }'),
    [
      `unit.yaml:4:40: there is no operator before \`gt5\`; expected [not.]operator.value, operator being one of ${operators}`,
    ],
  ],
  [
    'a computed field of itself',
    fields('big: { type: boolean, computed: big=is.true }'),
    ['unit.yaml:3:35: big is computed from itself; expected a rule over other fields'],
  ],
  [
    'a circle of computed fields',
    fields(
      'a: { type: boolean, computed: b=is.true }',
      'b: { type: boolean, computed: "or=(c.is.true,d.is.null)" }',
      'c: { type: boolean, computed: a=is.true }',
      'd: { type: text }',
    ),
    ['unit.yaml:5:33: a is computed from itself; expected a rule over other fields'],
  ],
  [
    'a computed field for a role that may not read what it is computed from',
    {
      'service.yaml': 'service: Test\nroles: [clerk, guest, payer]\n',
      'unit.yaml': fields(
        'size: { type: integer, access: { clerk: all, guest: nothing } }',
        'big: { type: boolean, computed: size=gt.5, access: { clerk: read, guest: read, payer: nothing } }',
        'small: { type: boolean, computed: big=is.false, access: { clerk: all, payer: read } }',
        'tiny: { type: boolean, computed: small=is.true }',
      ),
    },
    [
      'unit.yaml:4:76: big is computed from size, which the role guest may not read; expected nothing for guest here, or read for guest in the access of size',
      'unit.yaml:5:80: small is computed from big, which the role payer may not read; expected nothing for payer here, or read for payer in the access of big',
    ],
  ],
  [
    'facets of a stored field on a computed one',
    fields(
      'size: { type: integer }',
      'big: { type: boolean, computed: size=gt.5, unique: true, nullable: true, default: true }',
    ),
    [
      'unit.yaml:4:46: a computed field has no unique; expected a stored field, or only its rule',
      'unit.yaml:4:60: a computed field has no nullable; expected a stored field, or only its rule',
      'unit.yaml:4:76: a computed field has no default; expected a stored field, or only its rule',
    ],
  ],
];

/** A unit with the relation `group` on line 8, and links between units and parties. */
const linked = (relation: string, ...lines: readonly string[]): Files => ({
  'unit.yaml': resource('relations:', `  group: ${relation}`, ...lines),
  'note.yaml':
    'resource: note\nfields:\n  unit_id: { type: reference, to: unit }\n  party_id: { type: reference, to: party }\n  text: { type: text }\n',
  'stay.yaml':
    'resource: stay\ntemporal: { timeline: unit_id }\nfields:\n  unit_id: { type: reference, to: unit }\n  party_id: { type: reference, to: party }\n',
});

const resources: readonly Case[] = [
  [
    'a relation through unknown links',
    linked('{ through: noet, by: unit_id, to: party_id }'),
    ['unit.yaml:8:21: there is no resource noet; expected the name of a resource in this folder; did you mean note?'],
  ],
  [
    'links by an unknown field',
    linked('{ through: note, by: unt_id, to: party_id }'),
    ['unit.yaml:8:31: there is no field unt_id in note; expected unit_id'],
  ],
  [
    'links by a field that refers elsewhere',
    linked('{ through: note, by: party_id, to: unit_id }'),
    ['unit.yaml:8:31: the field party_id of note refers to party; expected unit_id'],
  ],
  [
    'links to an unknown field',
    linked('{ through: note, by: unit_id, to: prty_id }'),
    ['unit.yaml:8:44: there is no field prty_id in note; expected party_id'],
  ],
  [
    'links to a field that is no reference',
    linked('{ through: note, by: unit_id, to: text }'),
    ['unit.yaml:8:44: the field text of note is not a reference; expected party_id'],
  ],
  [
    'links that lead back by the same field',
    linked('{ through: note, by: unit_id, to: unit_id }'),
    ['unit.yaml:8:44: by and to are the same field of note; expected party_id'],
  ],
  [
    'links that lead nowhere, and a rule about it',
    linked('{ through: note, by: unit_id }', 'checks: [{ that: group.name=eq.a, message: m }]'),
    [
      'unit.yaml:8:3: it does not say which field of note refers to the rows at the other end; expected "to" with party_id',
    ],
  ],
  [
    'links without a second reference',
    {
      ...linked('{ through: note, by: unit_id, to: x }'),
      'note.yaml': 'resource: note\nfields: { unit_id: { type: reference, to: unit } }\n',
    },
    ['unit.yaml:8:44: there is no field x in note; expected a second reference of note; unit_id is the only one'],
  ],
  [
    'a relation to rows and through links',
    linked('{ resource: note, through: note, by: unit_id, to: party_id }'),
    ['unit.yaml:8:12: a relation has "resource" or "through", and not both; expected one of them'],
  ],
  [
    'a relation to nothing',
    linked('{ by: unit_id }'),
    [
      'unit.yaml:8:3: it does not say where the related rows are; expected "resource: <name>", "through: <name>" for rows behind links, or "ancestors: <field>" or "descendants: <field>"',
    ],
  ],
  [
    'the other end of a relation without links',
    linked('{ resource: note, by: unit_id, to: party_id }'),
    [
      'unit.yaml:8:41: "to" is a field of links, and this relation goes without links; expected "through" instead of "resource", or no "to"',
    ],
  ],
  [
    'links without the history of their row',
    linked('{ through: note, by: unit_id, to: party_id }', 'history: true'),
    [
      'unit.yaml:8:21: unit has a history, and its links in note do not; expected history: true in note, so that as_of finds the links of that time',
    ],
  ],
  [
    'a relation through links under a name that is taken',
    {
      ...linked('{ through: note, by: unit_id, to: party_id }'),
      'unit.yaml': resource('relations:', '  party: { through: note, by: unit_id, to: party_id }'),
    },
    ['unit.yaml:8:3: the alias party is already that of the reference party_id; expected another alias'],
  ],
  [
    'a check over rows behind links',
    linked(
      '{ through: note, by: unit_id, to: party_id }',
      'checks:',
      '  - { that: count(group)=gte.1, message: m }',
      '  - { that: group.name=eq.a, message: m }',
      '  - { that: group=not.is.null, message: m }',
    ),
    [
      'unit.yaml:10:13: the rule looks through links at group, and no write there would be refused; expected a rule about the row and rows one relation away; or "when" or "on"; or "otherwise: { notice: <type>, to: <relation> }"',
      'unit.yaml:11:13: the rule looks through links at group, and no write there would be refused; expected a rule about the row and rows one relation away; or "when" or "on"; or "otherwise: { notice: <type>, to: <relation> }"',
      'unit.yaml:12:13: the rule looks through links at group, and no write there would be refused; expected a rule about the row and rows one relation away; or "when" or "on"; or "otherwise: { notice: <type>, to: <relation> }"',
    ],
  ],
  [
    'what rules say of rows behind links',
    linked(
      '{ through: note, by: unit_id, to: party_id }',
      'checks:',
      '  - { that: group.nmae=eq.a, message: m }',
      '  - { that: name=eq.$group.name, message: m }',
      '  - { that: group.valid_at=eq.2020-01-01, message: m }',
      "  - { that: 'sum(group(nmae=eq.a).id)=eq.1', message: m }",
    ),
    [
      'unit.yaml:10:19: there is no field nmae in party; expected one of id, name, recorded_at, recorded_by; did you mean name?',
      'unit.yaml:11:21: $group.name is a value of each row of group, and eq takes one; expected in.$group.name, or an aggregate of the relation',
      'unit.yaml:12:19: party has no validity for valid_at; expected valid_at of a time-dependent resource',
      'unit.yaml:13:24: there is no field nmae in party; expected one of id, name, recorded_at, recorded_by; did you mean name?',
    ],
  ],
  [
    'when rows behind a timeline of links count',
    linked(
      '{ through: stay, by: unit_id, to: party_id }',
      'checks:',
      "  - { that: 'or=(group.and(valid_at.eq.2020-01-01T00:00Z,name.eq.a),group.or(valid_at.eq.2020-01-01T00:00Z,name.eq.a))', message: m }",
    ),
    ['unit.yaml:10:78: party has no validity for valid_at; expected valid_at of a time-dependent resource'],
  ],
  [
    'a relation to an unknown resource',
    resource('relations:', '  owner: { resource: prty, by: unit_id }'),
    ['unit.yaml:8:22: there is no resource prty; expected the name of a resource in this folder; did you mean party?'],
  ],
  [
    'a relation by an unknown field',
    {
      'unit.yaml': resource('relations:', '  note: { resource: note, by: unt_id }'),
      'note.yaml': 'resource: note\nfields:\n  unit_id: { type: reference, to: unit }\n',
    },
    ['unit.yaml:8:31: there is no field unt_id in note; expected unit_id'],
  ],
  [
    'a relation by a field that is no reference',
    resource('relations:', '  owner: { resource: party, by: name }'),
    [
      'unit.yaml:8:33: the field name of party is not a reference; expected a field of party that refers to unit; no field of party does',
    ],
  ],
  [
    'a relation by a field that does not refer back',
    {
      'unit.yaml': resource('relations:', '  note: { resource: note, by: party_id }'),
      'note.yaml': 'resource: note\nfields:\n  party_id: { type: reference, to: party }\n',
    },
    [
      'unit.yaml:8:31: the field party_id of note refers to party; expected a reference to unit; note has no reference to it',
    ],
  ],
  [
    'a timeline on a field that is no reference',
    resource('temporal: { timeline: status }'),
    [
      "unit.yaml:7:23: the timeline's first field status is of type enum; expected a field of type reference, whose row is what writers of the timeline queue on: party_id",
    ],
  ],
  [
    'a timeline on a field that is not there',
    resource('temporal: { timeline: prty_id }'),
    ['unit.yaml:7:23: there is no field prty_id in unit; expected party_id'],
  ],
  [
    'a timeline on a nullable field',
    `${fields('party_id: { type: reference, to: party, nullable: true }')}temporal: { timeline: party_id }\n`,
    ["unit.yaml:4:23: the timeline's field party_id is nullable; expected a field that every entry has"],
  ],
  [
    'a timeline aligned to a zone that is none',
    resource('temporal: { timeline: party_id, align: Europe/Olso }'),
    [
      'unit.yaml:7:40: there is no time zone "Europe/Olso" in the IANA database; expected a name such as Europe/Oslo; did you mean Europe/Oslo?',
    ],
  ],
  [
    'a timeline aligned to an abbreviation, which has no summer',
    resource('temporal: { timeline: party_id, align: CET }'),
    ['unit.yaml:7:40: there is no time zone "CET" in the IANA database; expected a name such as Europe/Oslo'],
  ],
  [
    'a service in a zone that is none',
    { 'service.yaml': 'service: Test\nzone: Europe/Olso\n' },
    [
      'service.yaml:2:7: there is no time zone "Europe/Olso" in the IANA database; expected a name such as Europe/Oslo; did you mean Europe/Oslo?',
    ],
  ],
  [
    'a service in a zone that has no summer',
    { 'service.yaml': 'service: Test\nzone: CET\n' },
    ['service.yaml:2:7: there is no time zone "CET" in the IANA database; expected a name such as Europe/Oslo'],
  ],
  [
    'a start window that ends before it begins',
    resource('temporal:', '  timeline: party_id', '  start_window: { from: P1D, to: -P7D }'),
    ['unit.yaml:9:34: the window would end before it begins, at "P1D"; expected a duration that is not shorter'],
  ],
  [
    'a timeline on a second field without equality',
    `${fields('party_id: { type: reference, to: party }', 'data: { type: json }')}temporal: { timeline: [party_id, data] }\n`,
    [
      'unit.yaml:5:34: a timeline cannot be identified by data, of type json; expected a field of type text, integer, bigint, date, uuid, enum, reference',
    ],
  ],
  [
    'unique over an unknown field',
    resource('unique:', '  - [name, stauts]'),
    [
      'unit.yaml:8:12: there is no field stauts in unit; expected one of name, power, status, party_id; did you mean status?',
    ],
  ],
  [
    'unique over a field of the engine',
    resource('unique:', '  - [name, recorded_by]'),
    ['unit.yaml:8:12: there is no field recorded_by in unit; expected one of name, power, status, party_id'],
  ],
  [
    'unique over no list',
    resource('unique: [name]'),
    ['unit.yaml:7:10: the text "name" stands here; expected a list ([a, b])'],
  ],
  [
    'the same combination twice',
    resource('unique:', '  - [name, status]', '  - [status, name]'),
    ['unit.yaml:9:5: the combination of status, name stands here a second time; expected each combination once'],
  ],
  [
    'a combination that is unique by itself',
    `${fields('name: { type: text, unique: true }')}unique:\n  - [name]\n`,
    ['unit.yaml:5:5: name has unique: true as well; expected one of the two'],
  ],
  [
    'aliases of references that are taken, or no names',
    fields(
      'name: { type: text }',
      'a_id: { type: reference, to: party, as: name }',
      'b_id: { type: reference, to: party, as: c }',
      'c_id: { type: reference, to: party }',
      'd_id: { type: reference, to: party, as: id }',
      'e_id: { type: reference, to: party, as: E }',
      'f: { type: reference, to: party, as: g }',
      'g_id: { type: text, as: h }',
    ),
    [
      'unit.yaml:4:43: the embed alias name is also a field; expected another alias',
      'unit.yaml:5:43: the embed alias c is also that of c_id; expected another alias',
      'unit.yaml:7:43: the embed alias id is reserved: the engine itself has a field id; expected another alias',
      'unit.yaml:8:43: the name "E" is not snake_case; expected small letters, digits and underscores, a letter first; did you mean e?',
      'unit.yaml:10:23: a field of type text has no as; expected one of type, min_length, max_length, pattern, format, write_only, title, description, example, nullable, default, backfill, unique, create, update, computed, access, deprecated, was; did you mean was?',
    ],
  ],
  [
    'rules of references that cannot be held',
    {
      'party.yaml':
        'resource: party\nfields: { name: { type: text }, chief_id: { type: reference, to: party, nullable: true } }\n',
      'unit.yaml': fields(
        'a_id: { type: reference, to: party, where: nme=eq.x }',
        'b_id: { type: reference, to: party, where: chief.name=eq.x }',
        'c_id: { type: reference, to: party, where: recorded_at=lt.now }',
        'd_id: { type: reference, to: party, message: m }',
        'e_id: { type: reference, to: party, where: name=eq.$title }',
        'f_id: { type: reference, to: party, where: name=is.null }',
      ),
    },
    [
      'unit.yaml:3:46: there is no field nme in party; expected one of id, name, chief_id, recorded_at, recorded_by; did you mean name?',
      'unit.yaml:4:46: the rule looks further than party, and no write there would be refused; expected a rule over fields of party',
      'unit.yaml:5:61: a word is not a datetime. The nearest form is YYYY-MM-DDTHH:MM[:SS[.FFF]]Z; expected a datetime such as 2026-01-31T12:00:00+01:00',
      'unit.yaml:6:39: the message is of no rule; expected "where: <rule>" beside it',
      'unit.yaml:7:55: there is no field title in unit; expected one of id, a_id, b_id, c_id, d_id, e_id, f_id, recorded_at, recorded_by; a text that begins with $ stands in quotes',
      'unit.yaml:8:54: name is never null, and name=is.null never holds; expected another rule, or nullable: true',
    ],
  ],
  [
    'a reference whose rows go in no way that is known, or by nobody',
    fields(
      'a_id: { type: reference, to: party, on_delete: restrict }',
      'b_id: { type: reference, to: party, on_delete: clear }',
      'c_id: { type: reference, to: party, nullable: true, update: false, on_delete: clear }',
      'd_id: { type: reference, to: party, on_delete: { action: cascade, as: writer } }',
      'e_id: { type: reference, to: party, on_delete: { action: refuse, as: service } }',
      'f: { type: text, on_delete: cascade }',
    ),
    [
      'unit.yaml:3:50: there is no on_delete "restrict"; expected one of refuse, cascade, clear',
      'unit.yaml:4:50: the field is never null, and cannot be cleared; expected cascade, or nullable: true',
      'unit.yaml:5:81: nobody may update the field, so that a row which it refers to could never be deleted; expected { action: clear, as: service }, or a field that a role may update',
      'unit.yaml:6:73: there is no as "writer"; expected service',
      'unit.yaml:7:60: there is no action "refuse"; expected one of cascade, clear',
      'unit.yaml:8:20: a field of type text has no on_delete; expected one of type, min_length, max_length, pattern, format, write_only, title, description, example, nullable, default, backfill, unique, create, update, computed, access, deprecated, was',
    ],
  ],
  [
    'rows that go with others, and that nobody may delete',
    `${fields('a_id: { type: reference, to: party, on_delete: cascade }', 'b_id: { type: reference, to: party, on_delete: { action: cascade, as: service } }')}operations: [list, read, create]\n`,
    [
      'unit.yaml:3:50: nobody may delete rows of unit, so that a row which one refers to could never be deleted; expected { action: cascade, as: service }, or delete among the operations',
    ],
  ],
  [
    'unique among some rows: over no such field, and by no such one',
    resource('unique:', '  - { fields: [name, stauts], where: powr=gt.1 }', '  - { fields: [id], where: name=eq.a }'),
    [
      'unit.yaml:8:22: there is no field stauts in unit; expected one of name, power, status, party_id; did you mean status?',
      'unit.yaml:8:38: there is no field powr in unit; expected one of id, name, power, status, party_id, recorded_at, recorded_by; did you mean power?',
      'unit.yaml:9:16: there is no field id in unit; expected one of name, power, status, party_id',
    ],
  ],
  [
    'unique among some rows, without a rule, and with more than one',
    resource('unique:', '  - { fields: [name] }', '  - { fields: [name], were: name=eq.a }'),
    [
      'unit.yaml:8:5: the key "where" is missing',
      'unit.yaml:9:23: unknown key "were"; expected one of fields, where; did you mean where?',
    ],
  ],
  [
    'unique among rows that something else than the row decides about',
    {
      'unit.yaml': resource(
        'temporal: { timeline: party_id }',
        'unique:',
        '  - { fields: [name], where: party.name=eq.a }',
        '  - { fields: [name], where: valid_from=lt.now }',
        "  - { fields: [power], where: 'power=eq.{party_id}' }",
        '  - { fields: [name], where: name=fts.a }',
        '  - { fields: [name], where: count(party)=eq.1 }',
      ),
    },
    [
      'unit.yaml:9:30: the rule looks at related rows, and which rows are compared is decided by each row alone; expected a rule over fields of this resource',
      'unit.yaml:10:44: a word is not a datetime. The nearest form is YYYY-MM-DDTHH:MM[:SS[.FFF]]Z; expected a datetime such as 2026-01-31T12:00:00+01:00',
      'unit.yaml:11:41: {party_id} is a value of the caller, and this rule is decided without a caller; expected a constant or a field; a text in braces stands in quotes',
      'unit.yaml:12:30: the text search has no language, and the setting of the database that stands for it can change; expected a language, such as fts(english).word',
      'unit.yaml:13:30: the rule looks at related rows, and which rows are compared is decided by each row alone; expected a rule over fields of this resource',
    ],
  ],
  [
    'unique among some rows what is unique anyway, or twice the same way',
    `${fields('name: { type: text, unique: true }', 'size: { type: integer }')}unique:\n  - { fields: [name], where: size=gt.1 }\n  - { fields: [size, name], where: size=gt.1 }\n  - { fields: [name, size], where: size=gt.1 }\n  - { fields: [name, size], where: size=gt.2 }\n`,
    [
      'unit.yaml:6:15: name is unique among all rows already; expected one of the two',
      'unit.yaml:8:15: the combination of name, size with this rule stands here a second time; expected it once',
    ],
  ],
  [
    'an index over an unknown field',
    resource('indexes:', '  - [stauts]'),
    [`unit.yaml:8:6: there is no field stauts in unit; expected one of ${unitFields}; did you mean status?`],
  ],
  [
    'an index over a computed field',
    `${fields('size: { type: integer }', 'big: { type: boolean, computed: size=gt.5 }')}indexes:\n  - [big]\n`,
    ['unit.yaml:6:6: big is computed, not stored; expected a stored field'],
  ],
  [
    'an index over json',
    `${fields('data: { type: json }')}indexes:\n  - [data]\n`,
    ['unit.yaml:5:6: data is of type json, which has no order; expected a field of a scalar type'],
  ],
  [
    'an index for the beginning of an unknown field, of a number, and twice of one text',
    `${fields('size: { type: integer }', 'title: { type: text }')}indexes: [{ starts: titel }, { starts: size }, { starts: title }, [title], { starts: title }]\n`,
    [
      'unit.yaml:5:21: there is no field titel in unit; expected one of id, size, title, recorded_at, recorded_by; did you mean title?',
      'unit.yaml:5:40: size is of type integer, and only text begins with text; expected a field of type text',
      'unit.yaml:5:86: starts: title stands here a second time; expected each combination once',
    ],
  ],
  [
    'a search in fields that have no words, and under a name that is taken',
    `${fields('search: { type: text }', 'size: { type: integer }', 'title: { type: text }', 'pin: { type: text, write_only: true }')}search: { fields: [titel, size, title, pin], language: norwegian }\n`,
    [
      'unit.yaml:3:3: search is the filter that the key "search" makes; expected another name',
      'unit.yaml:7:20: there is no field titel in unit; expected one of id, search, size, title, pin, recorded_at, recorded_by; did you mean title?',
      'unit.yaml:7:27: size is of type integer, and only text has words; expected a field of type text',
      'unit.yaml:7:40: pin is never shown, and this would tell of it; expected a field that can be read',
    ],
  ],
  [
    'a label of an unknown field, of one that is never shown, and of long ones',
    `${fields('title: { type: text }', 'about: { type: html }', 'data: { type: json }', 'scan: { type: file }', 'pin: { type: text, write_only: true }')}label: [titel, about, data, scan, pin]\n`,
    [
      'unit.yaml:8:9: there is no field titel in unit; expected one of id, title, about, data, scan, pin, recorded_at, recorded_by; did you mean title?',
      'unit.yaml:8:16: about is of type html, which is too long for a label; expected another field',
      'unit.yaml:8:23: data is of type json, which is too long for a label; expected another field',
      'unit.yaml:8:29: scan is of type file, which is too long for a label; expected another field',
      'unit.yaml:8:35: pin is never shown, and a label is; expected a field that can be read',
    ],
  ],
  [
    'a label by an unknown field alone',
    resource('label: nam'),
    [
      'unit.yaml:7:8: there is no field nam in unit; expected one of id, name, power, status, party_id, recorded_at, recorded_by; did you mean name?',
    ],
  ],
  [
    'a label of no field, and of one twice',
    {
      'unit.yaml': resource('label: []'),
      'box.yaml': 'resource: box\nfields: { code: { type: text } }\nlabel: [code, code]\n',
    },
    [
      'box.yaml:3:15: "code" is listed twice; expected each element once',
      'unit.yaml:7:8: an empty list stands here; expected at least one element',
    ],
  ],
  [
    'a group without a name, and one with too long a name',
    {
      'unit.yaml': resource('group: ""'),
      'box.yaml': `resource: box\nfields: { code: { type: text } }\ngroup: ${'a'.repeat(61)}\n`,
      'lid.yaml': `resource: lid\nfields: { code: { type: text } }\ngroup: ${'a'.repeat(60)}\n`,
    },
    [
      'box.yaml:3:8: a text of 61 characters stands here; expected at most 60 characters',
      'unit.yaml:7:8: an empty text stands here; expected at least one character',
    ],
  ],
  [
    'a transition of a role that stands in no list, and of a number',
    fields('state: { type: enum, values: [a, b], transitions: { a: { b: clerk }, b: { a: 1 } } }'),
    [
      'unit.yaml:3:63: the text "clerk" stands here; expected all or a list ([a, b])',
      'unit.yaml:3:80: the number 1 stands here; expected all or a list ([a, b])',
    ],
  ],
  [
    'a search in a language that PostgreSQL does not know',
    `${fields('title: { type: text }')}search: { fields: [title], language: norwegain }\n`,
    [
      `unit.yaml:4:38: there is no language "norwegain"; expected one of ${languages.join(', ')}; did you mean norwegian?`,
    ],
  ],
  [
    'an index of no kind that there is',
    `${fields('title: { type: text }')}indexes: [{ start: title }, title, { starts: [title] }]\n`,
    [
      'unit.yaml:4:13: unknown key "start"; expected starts',
      'unit.yaml:4:29: the text "title" stands here; expected a list ([a, b])',
      'unit.yaml:4:46: a list stands here; expected a name',
    ],
  ],
  [
    'a circle of one required reference',
    fields('parent_id: { type: reference, to: unit }'),
    [
      'unit.yaml:3:3: no row can be the first one: unit.parent_id -> unit; expected a nullable reference somewhere on the way round',
    ],
  ],
  [
    'a circle of two required references',
    {
      'unit.yaml': fields('plan_id: { type: reference, to: plan }'),
      'plan.yaml': 'resource: plan\nfields:\n  unit_id: { type: reference, to: unit }\n',
    },
    [
      'plan.yaml:3:3: no row can be the first one: plan.unit_id -> unit.plan_id -> plan; expected a nullable reference somewhere on the way round',
    ],
  ],
  [
    'deprecated in favour of nothing',
    resource('deprecated: { replaced_by: prty }'),
    ['unit.yaml:7:28: there is no other resource prty; expected party'],
  ],
  [
    'a field deprecated in favour of itself',
    fields('name: { type: text, deprecated: { replaced_by: name } }', 'nome: { type: text }'),
    ['unit.yaml:3:50: there is no other field name; expected nome'],
  ],
  [
    'days that are none',
    resource('deprecated: { since: 2025-02-30, sunset: soon }'),
    ['unit.yaml:7:42: "soon" is not a day; expected YYYY-MM-DD'],
  ],
  [
    'gone before it is deprecated',
    resource('deprecated: { since: 2025-06-01, sunset: 2025-05-31 }'),
    ['unit.yaml:7:42: it would go before it is deprecated; expected a day from 2025-06-01 on'],
  ],
  [
    'an identity without a subject',
    { 'identity.yaml': 'resource: identity\nfields:\n  name: { type: text, nullable: true }\n' },
    [
      'identity.yaml:2:1: identity has no field subject; expected subject: { type: text, unique: true }, by which a token finds its identity',
    ],
  ],
  [
    'an identity with a number for a subject',
    { 'identity.yaml': 'resource: identity\nfields:\n  subject: { type: integer, unique: true }\n' },
    [
      'identity.yaml:3:20: the subject of an identity is of type integer; expected subject: { type: text, unique: true }, by which a token finds its identity',
    ],
  ],
  [
    'an identity with a subject that is not unique',
    { 'identity.yaml': 'resource: identity\nfields:\n  subject: { type: text }\n' },
    [
      'identity.yaml:3:3: the subject of an identity is not unique; expected subject: { type: text, unique: true }, by which a token finds its identity',
    ],
  ],
  [
    'an identity that needs more than a subject',
    {
      'identity.yaml':
        'resource: identity\ntemporal: { timeline: party_id }\nfields:\n  subject: { type: text, unique: true }\n  party_id: { type: reference, to: party }\n',
    },
    [
      'identity.yaml:2:1: an identity is added with its subject alone, and would have no valid_from; expected no temporal',
      'identity.yaml:5:3: party_id is required, but an identity is added with its subject alone; expected a default or nullable: true',
    ],
  ],
];

const together: readonly Case[] = [
  [
    'a field of an unknown type beside others with faults, and used everywhere',
    `${fields(
      'size: { type: int }',
      'party_id: { type: reference, to: prty }',
      'big: { type: boolean, computed: size=gt.5 }',
    )}unique: [[size]]\nindexes: [[sise]]\nchecks: [{ that: size=lt.9, message: m }]\n`,
    [
      `unit.yaml:3:17: there is no type "int"; expected one of ${anyType}; did you mean integer?`,
      'unit.yaml:4:36: there is no resource prty; expected the name of a resource in this folder; did you mean party?',
      'unit.yaml:7:12: there is no field sise in unit; expected one of id, size, party_id, big, recorded_at, recorded_by; did you mean size?',
    ],
  ],
  [
    'a misspelt facet and what it would have prevented',
    fields('parent_id: { type: reference, to: unit, nulable: true, create: false }'),
    [
      'unit.yaml:3:43: unknown key "nulable"; expected one of type, to, as, where, message, unseen, acyclic, on_delete, title, description, example, nullable, default, backfill, unique, create, update, computed, access, deprecated, was; did you mean nullable?',
    ],
  ],
  [
    'a misspelt operation and what it would have prevented',
    `${fields('size: { type: integer, create: false }')}operations: [list, raed]\n`,
    [
      'unit.yaml:4:20: there is no operation "raed"; expected one of list, read, create, update, delete; did you mean read?',
    ],
  ],
  [
    'a misspelt timeline and the fields that it adds',
    resource('temporl: { timeline: party_id }', 'indexes: [[valid_from]]'),
    [`unit.yaml:7:1: unknown key "temporl"; expected one of ${resourceKeys}; did you mean temporal?`],
  ],
  [
    'a relation by a field with a fault',
    {
      'unit.yaml': resource('relations:', '  note: { resource: note, by: unit_id }'),
      'note.yaml': 'resource: note\nfields:\n  unit_id: { type: refrence, to: unit }\n',
    },
    [`note.yaml:3:20: there is no type "refrence"; expected one of ${anyType}; did you mean reference?`],
  ],
  [
    'faults in several files',
    {
      'service.yaml': 'service: Test\nlimts: {}\n',
      'unit.yaml': fields('party_id: { type: reference, to: prty }', 'size: { type: int }'),
      'note.yaml': 'resource: note\nfields:\n  unit_id: { type: reference, to: untt }\n',
    },
    [
      'note.yaml:3:35: there is no resource untt; expected the name of a resource in this folder; did you mean unit?',
      `service.yaml:2:1: unknown key "limts"; expected one of ${serviceKeys}; did you mean limits?`,
      'unit.yaml:3:36: there is no resource prty; expected the name of a resource in this folder; did you mean party?',
      `unit.yaml:4:17: there is no type "int"; expected one of ${anyType}; did you mean integer?`,
    ],
  ],
];

const service: readonly Case[] = [
  [
    'no service.yaml',
    { 'service.yaml': null },
    ['service.yaml:1:1: is missing; expected a file with "service: <title>"'],
  ],
  [
    'two services',
    { 'main.yaml': 'service: Again\n' },
    ['main.yaml:1:1: the service is defined a second time; expected one file with "service"; service.yaml has it'],
  ],
  [
    'a service.yml',
    { 'service.yaml': null, 'service.yml': 'service: Test\n' },
    ['service.yml:1:1: a file of this name is not read; expected the name service.yaml'],
  ],
  [
    'a misspelt service',
    { 'service.yaml': 'servce: Test\nlimits: { page_maximum: 50 }\n' },
    [`service.yaml:1:1: unknown key "servce"; expected one of ${serviceKeys}; did you mean service?`],
  ],
  [
    'a service without a title',
    { 'service.yaml': 'base_path: /api\n' },
    ['service.yaml:1:1: the key "service" is missing; expected service: <title>'],
  ],
  [
    'a service with nothing',
    { 'service.yaml': 'service:\n' },
    ['service.yaml:1:1: there is no value here; expected a text'],
  ],
  [
    'an unknown key of the service',
    { 'service.yaml': 'service: Test\nbasepath: /api\n' },
    [`service.yaml:2:1: unknown key "basepath"; expected one of ${serviceKeys}; did you mean base_path?`],
  ],
  [
    'a base path with a slash at its end',
    { 'service.yaml': 'service: Test\nbase_path: /api/\n' },
    [
      'service.yaml:2:12: "/api/" is not a path; expected a path such as /api/v1: small letters, a slash first and none last',
    ],
  ],
  [
    'a base path of the documentation',
    { 'service.yaml': 'service: Test\nbase_path: /docs\n' },
    [
      'service.yaml:2:12: /docs is where the service shows its documentation, Studio or its health; expected a path that begins with none of /docs, /studio, /openapi.json, /livez, /readyz and /metrics',
    ],
  ],
  [
    'a base path of Studio',
    { 'service.yaml': 'service: Test\nbase_path: /studio/api\n' },
    [
      'service.yaml:2:12: /studio/api is where the service shows its documentation, Studio or its health; expected a path that begins with none of /docs, /studio, /openapi.json, /livez, /readyz and /metrics',
    ],
  ],
  [
    'an unknown limit',
    { 'service.yaml': 'service: Test\nlimits: { page_max: 50 }\n' },
    [
      'service.yaml:2:11: unknown key "page_max"; expected one of page_default, page_maximum, payload_bytes, rows_payload_bytes, rows_per_request, response_bytes, filters, embed_depth, aliases, in_values, batch_requests, url_bytes, statement_timeout_seconds, requests_per_minute, connections, connections_per_address, database_connections, temporary_bytes, plan_cache_bytes, streams, streams_per_identity, stream_idle_seconds, file_transfers, file_transfers_per_identity, upload_timeout_seconds, statements_per_identity, followers_per_identity, waiting_requests, calls, call_requests, replica_lag_seconds, event_loop_delay_milliseconds, request_timeout_seconds, drain_seconds, shutdown_seconds',
    ],
  ],
  [
    'limits of zero, of text and past all measure',
    { 'service.yaml': 'service: Test\nlimits: { page_maximum: 0, filters: many, url_bytes: 1e12 }\n' },
    [
      'service.yaml:2:25: 0 is too small; expected at least 1',
      'service.yaml:2:37: the text "many" stands here; expected a whole number',
      'service.yaml:2:54: 1000000000000 is too large; expected at most 2147483647',
    ],
  ],
  [
    'a default page above the largest',
    { 'service.yaml': 'service: Test\nlimits: { page_default: 100, page_maximum: 50 }\n' },
    ['service.yaml:2:25: page_default 100 is above page_maximum 50; expected at most 50'],
  ],
  [
    'an empty claim',
    { 'service.yaml': "service: Test\nclaims: { scope: '' }\n" },
    ['service.yaml:2:18: an empty text stands here; expected at least one character'],
  ],
  [
    'an audience that is a map, and an empty list of them',
    { 'service.yaml': 'service: Test\ntoken: { audience: { a: b }, issuer: [], clock_tolerance_seconds: -1 }\n' },
    [
      'service.yaml:2:20: a map stands here; expected a text or a list ([a, b])',
      'service.yaml:2:38: a list stands here; expected a text',
      'service.yaml:2:67: -1 is too small; expected at least 0',
    ],
  ],
  [
    'no audience in a list',
    { 'service.yaml': 'service: Test\ntoken: { audience: [] }\n' },
    ['service.yaml:2:20: an empty list stands here; expected at least one element'],
  ],
  [
    'an address of tokens that is none',
    { 'service.yaml': 'service: Test\ntoken: { token_url: here }\n' },
    ['service.yaml:2:21: here is no URL; expected https://...'],
  ],
  [
    'a sign-in to Studio without an issuer',
    { 'service.yaml': 'service: Test\nstudio: { client_id: studio }\n' },
    ['service.yaml:2:22: there is no issuer to sign in at; expected the key token, with an issuer'],
  ],
  [
    'a sign-in to Studio at an issuer that is no address',
    { 'service.yaml': 'service: Test\ntoken: { issuer: login }\nstudio: { client_id: studio }\n' },
    [
      'service.yaml:2:18: nobody can sign in to Studio at login; expected an address that begins with https://, or with http:// on this machine',
    ],
  ],
  [
    'a sign-in to Studio at an issuer that anybody on the way can be',
    {
      'service.yaml':
        'service: Test\ntoken: { issuer: "http://127.0.0.1.example.org" }\nstudio: { client_id: studio }\n',
    },
    [
      'service.yaml:2:18: nobody can sign in to Studio at http://127.0.0.1.example.org; expected an address that begins with https://, or with http:// on this machine',
    ],
  ],
  [
    'a sign-in to Studio for an API that is no address, or a part of one',
    {
      'service.yaml':
        'service: Test\ntoken: { issuer: "http://localhost:8080" }\nstudio: { client_id: studio, resource: "https://api.example.org#x" }\n',
    },
    ['service.yaml:3:40: https://api.example.org#x is not the address of an API; expected https://...'],
  ],
  [
    'a sign-in to Studio that names no client',
    { 'service.yaml': 'service: Test\nstudio: { scope: openid }\n' },
    ['service.yaml:2:1: the key "client_id" is missing'],
  ],
  [
    'a further claim whose name no rule can speak of',
    { 'service.yaml': 'service: Test\nclaims: { others: { partyId: party_id } }\n' },
    [
      'service.yaml:2:21: the name "partyId" is not snake_case; expected small letters, digits and underscores, a letter first; did you mean party_id?',
    ],
  ],
  [
    'origins that are none',
    { 'service.yaml': 'service: Test\ncors: { origins: ["*", HTTPS://app.example.org/x, app] }\n' },
    [
      'service.yaml:2:18: "*" stands beside other origins; expected "*" alone, or origins',
      'service.yaml:2:24: HTTPS://app.example.org/x is not an origin; expected a scheme and a host in small letters, such as https://app.example.org; did you mean https://app.example.org?',
      'service.yaml:2:51: app is not an origin; expected a scheme and a host in small letters, such as https://app.example.org',
    ],
  ],
  [
    'a version that is a number',
    { 'service.yaml': 'service: Test\nversion: 1.0\n' },
    ['service.yaml:2:10: the number 1 stands here; expected a text'],
  ],
  [
    'events with a prefix that is no name, and without one',
    { 'service.yaml': 'service: Test\nevents: { prefix: Org.Example }\n' },
    [
      'service.yaml:2:19: "Org.Example" is not a prefix; expected a domain in reverse such as org.example: small letters, digits, hyphens and dots',
    ],
  ],
  [
    'events without a prefix',
    { 'service.yaml': 'service: Test\nevents: {}\n' },
    ['service.yaml:2:1: the key "prefix" is missing'],
  ],
  [
    'a resource event where events are recorded',
    { 'service.yaml': 'service: Test\nevents: { prefix: org.example }\n', 'event.yaml': named('event') },
    [
      'event.yaml:1:11: the resource event is the one that the service itself has for its events; expected another name, or no "events" in service.yaml',
    ],
  ],
  ['a resource event where none are', { 'event.yaml': named('event') }, []],
  [
    'a subject that is no field',
    { 'unit.yaml': `${fields('party_id: { type: reference, to: party }')}subject: party\n` },
    ['unit.yaml:4:10: there is no field party in unit; expected party_id'],
  ],
  [
    'a subject that is no reference, and nothing that could be',
    { 'unit.yaml': `${fields('name: { type: text }')}subject: name\n` },
    [
      'unit.yaml:4:10: the subject name of unit is not a reference; expected a field of type reference; the resource has no reference',
    ],
  ],
];

const told: Files = {
  'service.yaml': 'service: Test\nevents: { prefix: org.example }\n',
  'identity.yaml':
    'resource: identity\nfields:\n  subject: { type: text, unique: true }\n  party_id: { type: reference, to: party, nullable: true }\n',
};

/** A unit with a point behind it, and these rules from line 6 on. */
function notifying(...lines: readonly string[]): Files {
  return {
    ...told,
    'point.yaml':
      'resource: point\nfields:\n  owner_id: { type: reference, to: party }\n  operator_id: { type: reference, to: party }\n',
    'unit.yaml': [
      'resource: unit',
      'fields:',
      '  name: { type: text }',
      '  point_id: { type: reference, to: point }',
      'notify:',
      ...lines.map((line) => `  - ${line}`),
      '',
    ].join('\n'),
  };
}

const notify: readonly Case[] = [
  [
    'rules that are right',
    notifying('{ to: point.owner }', '{ on: [create], to: [point.owner, point.operator], when: name=eq.a }'),
    [],
  ],
  [
    'a way that begins, or goes on, with no relation',
    notifying('{ to: pint.owner }', '{ to: point.ownr }', '{ to: [point.owner, point.owner.nam] }', '{ to: name }'),
    [
      'unit.yaml:6:11: there is no relation pint of unit; expected one of point, recorded_by_identity; did you mean point?',
      'unit.yaml:7:17: there is no relation ownr of point; expected one of owner, operator, recorded_by_identity; did you mean owner?',
      'unit.yaml:8:37: there is no relation nam of party; expected recorded_by_identity',
      'unit.yaml:9:11: name is a field of unit, and no relation; expected one of point, recorded_by_identity',
    ],
  ],
  [
    'a way that leads to no party',
    notifying('{ to: point }'),
    [
      'unit.yaml:6:11: point leads to point, and to no party; expected one of point.owner, point.operator, point.recorded_by_identity',
    ],
  ],
  [
    'a way that is none',
    notifying('{ to: point..owner }', '{ to: [] }', '{ to: [point.owner, point.owner] }', '{ on: [create] }'),
    [
      'unit.yaml:6:11: "point..owner" is not a way to a party; expected aliases of relations with dots between them: small letters, digits and underscores',
      'unit.yaml:7:11: an empty list stands here; expected at least one element',
      'unit.yaml:8:25: "point.owner" is listed twice; expected each element once',
      'unit.yaml:9:5: the key "to" is missing; expected to: <relation>.<relation>, which leads to party or identity',
    ],
  ],
  [
    'recipients by a rule, right and wrong',
    notifying(
      '{ to: { way: point.owner, where: id=neq.$id } }',
      '{ to: [point.owner, { all: identity, where: party_id=not.is.null }] }',
      '{ to: { all: pont, way: owner } }',
      '{ to: { way: point.owner, where: nam=eq.a } }',
      '{ to: [{ where: id=eq.1 }] }',
    ),
    [
      'unit.yaml:8:18: there is no resource pont; expected the name of a resource in this folder; did you mean point?',
      'unit.yaml:9:38: there is no field nam in party; expected one of id, name, recorded_at, recorded_by; did you mean name?',
      'unit.yaml:10:12: it does not say where the parties are; expected way: <relation>.<relation>, or all: <resource>',
    ],
  ],
  [
    'a key of a recipient that is none',
    notifying('{ to: { all: point, way: owner, wher: id=eq.1 } }'),
    ['unit.yaml:6:37: unknown key "wher"; expected one of way, all, where; did you mean where?'],
  ],
  [
    'verbs that are none, or are there twice',
    notifying(
      '{ on: [insert], to: point.owner }',
      '{ on: [create, create], to: point.owner }',
      '{ on: update, to: point.owner }',
    ),
    [
      'unit.yaml:6:12: there is no event "insert"; expected one of create, update, delete; did you mean create?',
      'unit.yaml:7:20: "create" is listed twice; expected each element once',
      'unit.yaml:8:11: the text "update" stands here; expected a list ([a, b])',
    ],
  ],
  [
    'a rule that is wrong',
    notifying('{ to: point.owner, when: nam=eq.a }', '{ to: point.owner, when: name.eq.a }'),
    [
      'unit.yaml:6:30: there is no field nam in unit; expected one of id, name, point_id, recorded_at, recorded_by; did you mean name?',
      'unit.yaml:7:39: a rule is a name, `=` and a value; expected `=`',
    ],
  ],
  [
    'a delete that leaves nothing',
    notifying('{ on: [create, delete], to: point.owner }'),
    [
      'unit.yaml:6:20: a row of unit that is deleted is gone, and with it whom it concerned; expected history: true, or create and update alone',
    ],
  ],
  [
    'no events',
    { ...notifying('{ to: point.owner }'), 'service.yaml': 'service: Test\n' },
    [
      'unit.yaml:5:1: changes of unit are not events, so nobody can be notified of them; expected "events" in service.yaml',
    ],
  ],
  [
    'nobody who could read it',
    { ...notifying('{ to: point.owner }'), 'identity.yaml': null },
    [
      'unit.yaml:5:1: nobody could read a notification: callers act for no party; expected a resource identity with a field party_id that refers to party, or a claim party_id in service.yaml',
    ],
  ],
  [
    'identities that act for no party',
    {
      ...notifying('{ to: point.owner.identity }'),
      'identity.yaml':
        'resource: identity\nfields:\n  subject: { type: text, unique: true }\n  person_id: { type: reference, to: party, nullable: true }\n',
      'party.yaml':
        'resource: party\nfields:\n  name: { type: text }\nrelations:\n  identity: { resource: identity, by: person_id }\n',
    },
    [
      'unit.yaml:5:1: nobody could read a notification: callers act for no party; expected a resource identity with a field party_id that refers to party, or a claim party_id in service.yaml',
      'unit.yaml:6:11: point.owner.identity leads to identity, which does not say for which party it acts; expected a field party_id of identity that refers to party',
    ],
  ],
  [
    'a resource notification besides',
    { ...notifying('{ to: point.owner }'), 'notification.yaml': named('notification') },
    [
      'notification.yaml:1:11: the resource notification is the one that the service itself has for its events; expected another name, or no "events" in service.yaml',
    ],
  ],
  ['a resource notification where nobody is notified', { ...told, 'notification.yaml': named('notification') }, []],
];

function named(name: string): string {
  return `resource: ${name}\nfields:\n  name: { type: text }\n`;
}

const backfills: readonly Case[] = [
  [
    'a backfill of a field that may be null',
    fields('name: { type: text, nullable: true, backfill: x }'),
    ['unit.yaml:3:39: a field that may be null needs no backfill; expected a required field, or no backfill'],
  ],
  [
    'a backfill that the field would refuse',
    fields('size: { type: integer, backfill: big }'),
    ['unit.yaml:3:36: the backfill does not fit the field: "big" is not a number; expected a number'],
  ],
  [
    'a backfill from a field that is not there',
    fields('size: { type: integer, backfill: $heigth }', 'height: { type: decimal, precision: 5, scale: 2 }'),
    ['unit.yaml:3:36: the resource has no field heigth; expected a value, or $height; did you mean $height?'],
  ],
  [
    'a backfill from a field of another kind, and one from another',
    fields(
      'size: { type: integer, backfill: $seen }',
      'seen: { type: datetime }',
      'name: { type: text, backfill: $title }',
      'title: { type: text, backfill: $size }',
    ),
    [
      'unit.yaml:3:36: size cannot be filled from seen; expected a value',
      'unit.yaml:5:33: name cannot be filled from title; expected a value',
      'unit.yaml:6:34: title cannot be filled from size; expected a value',
    ],
  ],
];

const formerNames: readonly Case[] = [
  [
    'a resource that was always called so, and two that had one name',
    {
      'unit.yaml': 'resource: unit\nwas: unit\nfields:\n  a: { type: text }\n',
      'x.yaml': 'resource: x\nwas: old\nfields:\n  a: { type: text }\n',
      'y.yaml': 'resource: y\nwas: old\nfields:\n  a: { type: text }\n',
    },
    [
      'unit.yaml:2:6: unit was always called so; expected another name, or none',
      'y.yaml:2:6: x was called old as well; expected another name, or none',
    ],
  ],
  [
    'fields that had one name, and one that has its own',
    'resource: unit\nfields:\n  a: { type: text, was: c }\n  b: { type: text, was: c }\n  d: { type: text, was: d }\n',
    [
      'unit.yaml:4:25: a was called c as well; expected a name of its own',
      'unit.yaml:5:25: d was always called so; expected another name, or none',
    ],
  ],
  [
    'a field that takes the name that another had',
    'resource: unit\nfields:\n  a: { type: text, was: b }\n  b: { type: text, was: a }\n',
    [],
  ],
  [
    'an alias that it had all along',
    'resource: unit\nfields:\n  unit_of_id: { type: reference, to: unit, nullable: true }\nrelations:\n  part: { resource: unit, by: unit_of_id, was: part }\n',
    ['unit.yaml:5:48: part was always called so; expected another name, or none'],
  ],
];

/** What a rule of access says of name, in line 8. */
const moments: readonly Case[] = [
  [
    'moments of checks that cannot be',
    {
      'service.yaml': 'service: Test\nroles: [clerk]\n',
      'unit.yaml': resource(
        'checks:',
        '  - { that: power=gt.1, message: m, roles: [clrk], except: [clerk] }',
        '  - { that: power=gt.1, message: m, on: [delete], when: status=eq.new }',
        '  - { that: power=gt.1, message: m, on: [create], before: status=eq.new }',
        '  - { that: power=gt.1, message: m, before: party.name=eq.a }',
        '  - { that: power=gt.1, message: m, when: stauts=eq.new }',
        '  - { that: power=gt.1, message: m, before: status=eq.nwe }',
        '  - { that: power=gt.1, message: m, when: "name=eq.{party_id}" }',
      ),
    },
    [
      'unit.yaml:8:45: there is no role clrk; expected clerk',
      'unit.yaml:8:52: the rule says already for which roles it is; expected roles or except',
      'unit.yaml:9:51: a deleted row is nothing after the write; expected before, or a check of its own for delete',
      'unit.yaml:10:51: a new row was nothing before the write; expected when',
      'unit.yaml:11:45: the rule looks at party, whose rows may have changed before this one; expected a rule over the fields of the row itself',
      'unit.yaml:12:43: there is no field stauts in unit; expected one of id, name, power, status, party_id, recorded_at, recorded_by; did you mean status?',
      'unit.yaml:13:55: "nwe" is not one of the values; expected one of new, active; did you mean new?',
      'unit.yaml:14:52: {party_id} is a value of the caller, and this rule is decided without a caller; expected a constant or a field; a text in braces stands in quotes',
    ],
  ],
  [
    'a write that is none',
    resource('checks:', '  - { that: power=gt.1, message: m, on: [craete] }'),
    ['unit.yaml:8:42: there is no operation "craete"; expected one of create, update, delete; did you mean create?'],
  ],
  [
    'a moment of a check that is tolerated',
    {
      ...told,
      'unit.yaml': resource(
        'checks:',
        '  - { that: power=gt.1, message: m, on: [create], otherwise: { notice: weak, to: party } }',
      ),
    },
    ['unit.yaml:8:37: a notice stands for as long as a row breaks the rule; expected no on, or no otherwise'],
  ],
  [
    'roles of other rules that are not there',
    {
      'service.yaml': 'service: Test\nroles: [clerk]\n',
      'unit.yaml': [
        'resource: unit',
        'temporal:',
        '  timeline: party_id',
        '  freeze: { after: P1D, except: [clerc] }',
        '  start_window: { roles: [clerc] }',
        'fields:',
        '  party_id: { type: reference, to: party }',
        '  status: { type: enum, values: [new, old], transitions: { new: { old: [clerc], odl: all }, odl: [new] } }',
        '',
      ].join('\n'),
    },
    [
      'unit.yaml:4:34: there is no role clerc; expected clerk',
      'unit.yaml:5:3: the window has no limit; expected from, to, or both',
      'unit.yaml:5:27: there is no role clerc; expected clerk',
      'unit.yaml:8:73: there is no role clerc; expected clerk',
      'unit.yaml:8:81: odl is not among the values; expected one of new, old; did you mean old?',
      'unit.yaml:8:93: odl is not among the values; expected one of new, old; did you mean old?',
    ],
  ],
];

const access = (rule: string): Files => ({
  'service.yaml': 'service: Test\nroles: [own]\nclaims: { others: { owner: owner } }\n',
  'unit.yaml': resource('access:', `  own: { read: '${rule}' }`),
});

/** The same, where service.yaml has rules with a name from line 5 on. */
const namedRules = (rule: string, ...rules: readonly string[]): Files => ({
  ...access(rule),
  'service.yaml': [
    'service: Test',
    'roles: [own]',
    'claims: { others: { owner: owner } }',
    'rules:',
    ...rules.map((each) => `  ${each}\n`),
  ].join('\n'),
});

const claims: readonly Case[] = [
  ...['eq', 'neq', 'gte', 'isdistinct', 'starts', 'plfts', 'phfts', 'plfts(english)'].map(
    (operator): Case => [`a claim as a value of ${operator}`, access(`name=${operator}.{owner}`), []],
  ),
  ...['like', 'ilike', 'match', 'imatch', 'fts', 'wfts'].map(
    (operator): Case => [
      `a claim as an expression of ${operator}`,
      access(`name=${operator}.{owner}`),
      [
        `unit.yaml:8:${23 + operator.length}: ${operator} takes an expression, and a claim such as owner is a value; expected eq.{owner}, or plfts.{owner} for the words of a text`,
      ],
    ],
  ),
  [
    'a claim within a pattern, and as one of several',
    access('name=like.{owner}*&or=(name.match.^x{identity},name.like(any).{owner})'),
    [
      'unit.yaml:8:27: like takes an expression, and a claim such as owner is a value; expected eq.{owner}, or plfts.{owner} for the words of a text',
      'unit.yaml:8:53: match takes an expression, and a claim such as identity is a value; expected eq.{identity}, or plfts.{identity} for the words of a text',
      'unit.yaml:8:79: like takes an expression, and a claim such as owner is a value; expected eq.{owner}, or plfts.{owner} for the words of a text',
    ],
  ],
  [
    'a claim within a tree',
    access('or=(power.gt.1,name.match.^x{identity})'),
    [
      'unit.yaml:8:45: match takes an expression, and a claim such as identity is a value; expected eq.{identity}, or plfts.{identity} for the words of a text',
    ],
  ],
  [
    'an unknown claim, and braces that are none',
    access('name=eq.{ownr}&name=match.a{2}&name=like.{other}*'),
    ['unit.yaml:8:25: there is no claim ownr; expected one of identity, owner; did you mean owner?'],
  ],
  [
    'a claim in a list',
    access('name=in.(a,{owner})&or=(power.gt.1,name.not.in.({identity}))'),
    [
      'unit.yaml:8:28: in takes a list of constants, and owner is a claim; expected or=(...) with an eq.{owner} in it',
      'unit.yaml:8:65: in takes a list of constants, and identity is a claim; expected or=(...) with an eq.{identity} in it',
    ],
  ],
  [
    'what is compared of the caller, and there is no such thing',
    access(
      '{ownr}=eq.x&{owner.name}=eq.x&{owner}->a=eq.b&{owner}=is.null&{owner}=not.is.not_null&{owner}=cs.x&{owner}.a=eq.b',
    ),
    [
      'unit.yaml:8:17: there is no claim ownr; expected one of identity, owner; did you mean owner?',
      "unit.yaml:8:29: owner is a claim, and nothing stands below it; expected {owner}, or {identity.<field>} of the caller's identity",
      'unit.yaml:8:56: {owner} holds no JSON; expected {owner} alone',
      'unit.yaml:8:74: no comparison holds for a caller without {owner}; expected not.is.null, for a caller who has it',
      'unit.yaml:8:94: no comparison holds for a caller without {owner}; expected not.is.null, for a caller who has it',
      'unit.yaml:8:103: the operator cs does not apply to {owner}, of type text; expected one of eq, neq, lt, lte, gt, gte, is, isdistinct, in, starts, like, ilike, match, imatch, fts, plfts, phfts, wfts',
      "unit.yaml:8:116: {owner} is a value, and nothing stands below it; expected {identity.<field>} for a value of the caller's identity",
    ],
  ],
  [
    'a value of the identity, and there is no such thing',
    {
      ...(access(
        '{identity.x}=eq.1&{identity.party.typ}=eq.x&{identity.junior.level}=eq.1&{identity.level}=gt.x&name=eq.{identity.level}&name=like.{identity.party.name}&name=in.({identity.party.name})',
      ) as Files),
      'identity.yaml':
        'resource: identity\nfields:\n  subject: { type: text, unique: true }\n  level: { type: integer, nullable: true }\n  party_id: { type: reference, to: party, nullable: true }\n  chief_id: { type: reference, to: identity, nullable: true }\nrelations: { junior: { resource: identity, by: chief_id } }\n',
    },
    [
      'unit.yaml:8:27: there is no field x in identity; expected one of id, subject, level, party_id, chief_id, recorded_at, recorded_by',
      'unit.yaml:8:51: there is no field typ in party; expected one of id, name, recorded_at, recorded_by',
      'unit.yaml:8:71: junior leads to several rows, and the caller has one value; expected relations to one row',
      'unit.yaml:8:110: "x" is not a whole number; expected a whole number such as 12',
      'unit.yaml:8:120: {identity.level} is of type integer, and is compared with a value of type text; expected a field of the same type',
      'unit.yaml:8:147: like takes an expression, and a claim such as identity.party.name is a value; expected eq.{identity.party.name}, or plfts.{identity.party.name} for the words of a text',
      'unit.yaml:8:178: in takes a list of constants, and identity.party.name is a claim; expected or=(...) with an eq.{identity.party.name} in it',
    ],
  ],
  [
    'a value of the identity, and there is no identity',
    access('{identity.level}=eq.1'),
    [
      'unit.yaml:8:27: there is no resource identity, in which the caller has a row; expected a file that defines identity, or a claim',
    ],
  ],
  [
    'a rule with a name, used where it cannot be meant',
    namedRules(
      'party=rule.fin&party=rule.other&name=rule.fine&party=rule.fine',
      'fine: { of: party, that: name=eq.x }',
      'other: { of: unit, that: party=rule.fine }',
    ),
    [
      'unit.yaml:8:28: there is no rule fin; expected fine',
      'unit.yaml:8:43: the rule other is of unit, and party leads to party; expected a relation to unit, or a rule of party',
      'unit.yaml:8:49: name is a field, and nothing stands below it; expected name.<operator>.<value>',
    ],
  ],
  [
    'a rule with a name within a tree',
    namedRules('or=(party.rule.non,party.visibl)', 'fine: { of: party, that: name=eq.x }'),
    ['unit.yaml:8:48: unexpected `)`; expected `.` and an operator'],
  ],
  [
    'a rule with a name below JSON',
    namedRules('party->a=visible&or=(party.rule.non,party->a.visible)', 'fine: { of: party, that: name=eq.x }'),
    [
      'unit.yaml:8:24: party is a relation, and holds no JSON',
      'unit.yaml:8:49: there is no rule non; expected fine',
      'unit.yaml:8:60: party is a relation, and holds no JSON',
    ],
  ],
  [
    'rules with a name that have a fault, go round, or are of nothing',
    {
      ...namedRules(
        'party=rule.broken&party.unit=rule.one',
        'broken: { of: party, that: nam=eq.x }',
        'self: { of: unit, that: party.unit=rule.self }',
        'one: { of: unit, that: party.unit=rule.two }',
        "two: { of: unit, that: 'or=(party.unit.rule.one,name.eq.x)' }",
        'lost: { of: uni, that: name=eq.x }',
      ),
      'party.yaml': partyOfUnits,
    },
    [
      'service.yaml:5:30: there is no field nam in party; expected one of id, name, recorded_at, recorded_by; did you mean name?',
      'service.yaml:7:27: the rule self asks self; expected no way round',
      'service.yaml:9:26: the rule one asks two asks one; expected no way round',
      'service.yaml:13:15: there is no resource uni; expected the name of a resource in this folder; did you mean unit?',
    ],
  ],
  [
    'a rule with a name that is cut off',
    namedRules('party=rule.', 'fine: { of: party, that: name=eq.x }'),
    [
      'unit.yaml:8:23: unknown operator `rule`; expected [not.]operator.value, operator being one of eq, neq, lt, lte, gt, gte, is, isdistinct, in, starts, like, ilike, match, imatch, fts, plfts, phfts, wfts, cs, cd, ov, sl, sr, nxr, nxl, adj',
    ],
  ],
  [
    'a rule with a name that no rule uses',
    namedRules('name=eq.x', 'fine: { of: party, that: name=eq.x }'),
    [
      'service.yaml:5:3: no rule uses the rule fine; expected a relation to party with rule.fine, or a file without this rule',
    ],
  ],
  [
    'rules that ask each other what the caller may read',
    {
      ...access('party=visible'),
      'party.yaml': `${partyOfUnits}access: { own: { read: 'unit=visible' } }\n`,
    },
    [
      'party.yaml:5:24: own reads party if it reads unit, and unit if it reads party; expected visible without a way round, or a rule in its place',
    ],
  ],
  [
    'rules of the past that ask each other what the caller may read',
    {
      ...access('party=visible'),
      'unit.yaml': resource('history: true', 'access:', '  own: { read: all, history: { then: party=visible } }'),
      'party.yaml': `${partyOfUnits}history: true\naccess: { own: { read: 'unit=visible' } }\n`,
    },
    [
      'unit.yaml:9:38: in the past, own reads unit if it reads party, and party if it reads unit; expected visible without a way round, or a rule in its place',
    ],
  ],
  [
    'rules about rows at present that ask each other what the caller may read',
    {
      ...access('party=visible'),
      'unit.yaml': resource('history: true', 'access:', '  own: { read: all, history: { present: party=visible } }'),
      'party.yaml': `${partyOfUnits}history: true\naccess: { own: { read: all, history: { present: 'unit=visible' } } }\n`,
    },
    [
      'party.yaml:6:49: in the past, own reads party if it reads unit, and unit if it reads party; expected visible without a way round, or a rule in its place',
    ],
  ],
  [
    'access to what the service does not make, and faults of access to what it makes',
    {
      ...access('name=eq.x'),
      'service.yaml':
        'service: Test\nroles: [own]\nclaims: { others: { owner: owner } }\nevents: { prefix: a.b }\naccess:\n  evnt: { own: all }\n  party: { own: all }\n  event: { owm: all, own: { read: "sourc=eq.x" } }\n',
    },
    [
      'service.yaml:6:3: the service makes no resource evnt; expected event',
      'service.yaml:7:3: party has a file, and its access stands there; expected event',
      'service.yaml:8:12: there is no role owm; expected own',
      'service.yaml:8:36: there is no field sourc in event; expected one of id, specversion, type, source, subject, time, data, recorded_at, recorded_by; did you mean source?',
    ],
  ],
  [
    'access to what the service would make of events, without events',
    {
      ...access('name=eq.x'),
      'service.yaml':
        'service: Test\nroles: [own]\nclaims: { others: { owner: owner } }\naccess: { event: { own: all } }\n',
    },
    [
      'service.yaml:4:11: the service makes no resource event; expected no access here; without events, the service makes no resource',
    ],
  ],
  [
    'an array that is compared with numbers of another type',
    resource(
      '  counts: { type: array, of: integer, nullable: true }',
      'checks:',
      '  - { that: counts=cs.$party_id, message: m }',
      '  - { that: counts=cs.$power, message: m }',
    ),
    [
      'unit.yaml:9:23: $party_id is of type reference, and is compared with a value of type integer; expected a field of the same type',
      'unit.yaml:10:23: $power is of type decimal, and is compared with a value of type integer; expected a field of the same type',
    ],
  ],
  [
    'a check that asks what needs a caller',
    {
      ...access('name=eq.x'),
      'service.yaml': [
        'service: Test',
        'claims: { others: { owner: owner } }',
        'rules:',
        '  fine: { of: party, that: name=eq.x }',
        "  mine: { of: party, that: 'name=eq.{owner}' }",
        '  seen: { of: party, that: unit=visible }',
        "  ours: { of: party, that: 'unit.party=rule.mine' }",
        "  late: { of: unit, that: 'opened_on=lt.today' }",
        '',
      ].join('\n'),
      'party.yaml': partyOfUnits,
      'unit.yaml': resource(
        '  opened_on: { type: date }',
        '  is_late: { type: boolean, computed: party=rule.fine }',
        'checks:',
        '  - { that: party=visible, message: m }',
        '  - { that: party=rule.x, message: m }',
        '  - { that: party=rule.mine, message: m }',
        '  - { that: party=not.rule.seen, message: m }',
        "  - { that: 'or=(party.rule.ours,name.eq.a)', message: m }",
        '  - { that: party.unit=rule.late, message: m, otherwise: { notice: n, to: party } }',
        '  - { that: party=rule.fine, message: m }',
      ),
    },
    [
      'unit.yaml:8:50: a rule of service.yaml looks at all rows, and cannot be asked here; expected what the rule fine says',
      'unit.yaml:10:13: visible asks what the caller may read, and this rule is decided without a caller; expected a rule about fields and relations',
      'unit.yaml:11:24: there is no rule x; expected one of fine, mine, seen, ours',
      'unit.yaml:12:24: the rule mine asks for the caller, and this rule is decided without a caller; expected another rule',
      'unit.yaml:13:28: the rule seen asks for the caller, and this rule is decided without a caller; expected another rule',
      'unit.yaml:14:29: the rule ours asks for the caller, and this rule is decided without a caller; expected another rule',
      'unit.yaml:15:47: nobody could read a notice: callers act for no party; expected a resource identity with a field party_id that refers to party, or a claim party_id in service.yaml',
      'unit.yaml:15:47: the names of notices begin with the prefix of the events, and the service has no events; expected "events: { prefix: org.example }" in service.yaml',
    ],
  ],
  [
    'an unknown aggregate',
    counted('cuont(unit)=gte.1'),
    ['party.yaml:5:26: unknown aggregate `cuont`; expected one of count, sum, min, max; did you mean count?'],
  ],
  [
    'an aggregate that does not end',
    counted('count(unit=gte.1'),
    ['party.yaml:5:36: the text ends too early; expected `)`'],
  ],
  [
    'an aggregate of an unknown relation',
    counted('count(unti)=gte.1'),
    ['party.yaml:5:32: there is no relation unti of party; expected unit'],
  ],
  [
    'an aggregate of a field',
    counted('count(name)=gte.1'),
    ['party.yaml:5:32: name is a field, and count takes a relation; expected unit'],
  ],
  [
    'count of a field',
    counted('count(unit.power)=gte.1'),
    ['party.yaml:5:36: count counts rows, and takes no field; expected count(unit)'],
  ],
  [
    'sum of no field',
    counted('sum(unit)=gte.1'),
    ['party.yaml:5:34: sum takes a field of unit; expected sum(unit.<field>)'],
  ],
  [
    'sum of an unknown field',
    counted('sum(unit.powr)=gte.1'),
    ['party.yaml:5:35: there is no field powr in unit; expected one of id, power, recorded_by; did you mean power?'],
  ],
  [
    'sum of texts',
    counted('sum(unit.name)=gte.1'),
    [
      'party.yaml:5:35: sum does not apply to name, of type text; expected a field whose type is one of integer, bigint, decimal',
    ],
  ],
  [
    'the least of texts',
    counted('min(unit.name)=eq.a'),
    [
      'party.yaml:5:35: min does not apply to name, of type text; expected a field whose type is one of integer, bigint, decimal, date, datetime',
    ],
  ],
  [
    'an aggregate through two relations',
    counted('sum(unit.party.x)=gte.1'),
    ['party.yaml:5:40: sum looks at rows one relation away; expected sum(<relation>.<field>)'],
  ],
  [
    'a wrong filter of an aggregate',
    counted('count(unit(stauts=eq.new))=gte.1'),
    [
      'party.yaml:5:37: there is no field stauts in unit; expected one of id, name, power, status, party_id, recorded_at, recorded_by; did you mean status?',
    ],
  ],
  [
    'a wrong filter in a tree',
    counted('or=(name.eq.a,sum(unit(power=gt.x).power).gt.1)'),
    ['party.yaml:5:58: "x" is not a decimal number; expected a number such as 12.5'],
  ],
  [
    'a filter without an operator',
    counted('count(unit(status=new))=gte.1'),
    [
      `party.yaml:5:44: there is no operator before \`new\`; expected [not.]operator.value, operator being one of ${operators}`,
    ],
  ],
  [
    'text behind an aggregate',
    counted('count(unit)->a=gte.1'),
    ['party.yaml:5:39: count(unit) holds no JSON; expected `=` and an operator'],
  ],
  [
    'an aggregate with a field below it',
    counted('count(unit).power=gte.1'),
    ['party.yaml:5:37: count(unit) is a value, and nothing stands below it; expected count(unit)=<operator>.<value>'],
  ],
  [
    'an aggregate of which the value does not fit',
    counted('count(unit)=gte.many'),
    ['party.yaml:5:42: "many" is not a whole number; expected a whole number such as 12'],
  ],
  [
    'an operator that an aggregate does not have',
    counted('sum(unit.power)=like.1*'),
    [
      'party.yaml:5:26: the operator like does not apply to sum(unit.power), of type decimal; expected one of eq, neq, lt, lte, gt, gte, is, isdistinct, in',
    ],
  ],
  [
    'an aggregate and a value of another type',
    counted('sum(unit.power)=lte.$name'),
    [
      'party.yaml:5:46: $name is of type text, and is compared with a value of type decimal; expected a field of the same type',
    ],
  ],
  [
    'an aggregate of nothing',
    counted('count()=eq.0'),
    ['party.yaml:5:32: unexpected `)`; expected the name of a relation'],
  ],
  [
    'an aggregate within one that looks too far',
    counted('count(unit(count(party)=gte.1))=gte.1'),
    [
      'party.yaml:5:25: the rule looks at unit.party, and no write there would be refused; expected a rule about the row and rows one relation away; or "when" or "on"; or "otherwise: { notice: <type>, to: <relation> }"',
    ],
  ],
  [
    'an aggregate through a filter that looks too far',
    counted('count(unit(party.name=eq.a))=gte.1'),
    [
      'party.yaml:5:25: the rule looks at unit.party, and no write there would be refused; expected a rule about the row and rows one relation away; or "when" or "on"; or "otherwise: { notice: <type>, to: <relation> }"',
    ],
  ],
  [
    'an aggregate asked as a whole',
    counted('count(unit)=visible'),
    [
      'party.yaml:5:26: the operator visible does not apply to count(unit), of type bigint; expected one of eq, neq, lt, lte, gt, gte, is, isdistinct, in',
    ],
  ],
  [
    'valid_at with another operator',
    {
      ...access('or=(name.eq.a,stay.valid_at.gte.now)'),
      'unit.yaml': resource(
        'relations:',
        '  stay: { resource: stay, by: unit_id }',
        'access:',
        "  own: { read: 'or=(name.eq.a,stay.valid_at.gte.now)' }",
      ),
      'stay.yaml':
        'resource: stay\ntemporal: { timeline: unit_id }\nfields: { unit_id: { type: reference, to: unit } }\naccess: { own: all }\n',
    },
    ['unit.yaml:10:36: valid_at takes an instant, and gte compares periods; expected valid_at.eq.now, or validity.gte'],
  ],
  [
    'a check that is about a caller',
    resource('checks:', "  - { that: '{party_id}=eq.1', message: m }"),
    [
      'unit.yaml:8:14: {party_id} is a value of the caller, and this rule is decided without a caller; expected a constant or a field; a text in braces stands in quotes',
    ],
  ],
  [
    'expressions that PostgreSQL cannot read',
    resource(
      'checks:',
      ...[
        'match.(',
        'imatch.[a',
        'match.*a',
        'match.a\\q',
        'match.[[:foo:]]',
        'match.a{2',
        'match.(?<n>a)',
        'fts.a b',
        'fts(simple).a |',
        'match.a{1}{2}',
      ].map((each) => `  - { when: 'name=${each}', that: name=neq.x, message: m }`),
      // These can be read.
      ...[
        'match.^(?:[A-Z]{2,3}[[:digit:](]+|\\m\\d\\.)$',
        'match.(?i)[]a-z(]',
        'match.[^]{1][[.x.]]x{2,}',
        'fts.(a | !b:*) <-> c',
        'plfts.a b)',
      ].map((each) => `  - { when: 'name=${each}', that: name=neq.x, message: m }`),
    ),
    [
      'unit.yaml:8:25: the regular expression cannot be read: unterminated group; expected a regular expression of PostgreSQL',
      'unit.yaml:9:26: the regular expression cannot be read: unterminated character class; expected a regular expression of PostgreSQL',
      'unit.yaml:10:25: the regular expression cannot be read: nothing to repeat; expected a regular expression of PostgreSQL',
      'unit.yaml:11:25: the regular expression has \\q, which PostgreSQL cannot read; expected one without it',
      'unit.yaml:12:25: the regular expression has [:foo:], which PostgreSQL cannot read; expected one without it',
      'unit.yaml:13:25: the regular expression has {2, which PostgreSQL cannot read; expected one without it',
      'unit.yaml:14:25: the regular expression has (?<, which PostgreSQL cannot read; expected one without it',
      'unit.yaml:15:23: the search cannot be read; expected words with &, | or ! between them, or plfts for words alone',
      'unit.yaml:16:31: the search cannot be read; expected words with &, | or ! between them, or plfts for words alone',
      'unit.yaml:17:25: the regular expression cannot be read: nothing to repeat; expected a regular expression of PostgreSQL',
    ],
  ],
  [
    'a pattern that ends in a backslash',
    access('name=like.secret1%\\'),
    ['unit.yaml:8:27: the pattern ends in a single backslash; expected two, for the character itself'],
  ],
  [
    'several patterns of which one does',
    access('or=(power.gt.1,name.ilike(all).{a,"b\\\\"})'),
    ['unit.yaml:8:48: the pattern ends in a single backslash; expected two, for the character itself'],
  ],
];

function reported(files: string | Files): readonly string[] {
  const folder = { ...right, ...(typeof files === 'string' ? { 'unit.yaml': files } : files) };
  const bytes = Object.entries(folder).flatMap(([file, content]) =>
    content === null ? [] : [[file, Buffer.from(content)] as const],
  );
  const loaded = modelEitherWay(new Map(bytes));
  return loaded.ok ? [] : loaded.faults.map(formatFault);
}

for (const [group, cases] of Object.entries({
  yaml,
  shape,
  names,
  types,
  values,
  rules,
  resources,
  together,
  service,
  formerNames,
  backfills,
  notify,
  moments,
  claims,
})) {
  test(group, async (t) => {
    for (const [rule, files, faults] of cases) t.strictSame(reported(files), faults, rule);
  });
}

// Rules for units that several parties hold one after the other. The access of the reader is on line 10.
const held: Files = {
  'service.yaml': 'service: Test\nroles: [reader]\nclaims: { others: { party_id: party_id } }\n',
  'holder.yaml':
    'resource: holder\ntemporal: { timeline: unit_id }\nfields:\n  unit_id: { type: reference, to: unit }\n' +
    '  party_id: { type: reference, to: party }\n  next_id: { type: reference, to: holder, nullable: true }\n',
};

const allTimes = 'holder has entries of all times, so';
const add = 'add holder.valid_at=now, or holder.valid_from=not.is.null if you mean all times';
const nested = 'write holder.and(...,valid_at.eq.now), or valid_from.not.is.null there if you mean all times';

const hints: readonly (readonly [access: string, hints: readonly string[]])[] = [
  ['read: all', []],
  ["read: 'party_id=eq.{party_id}'", []],
  [
    "read: 'count(holder(party_id=eq.{party_id}))=gte.1'",
    [
      `:26: hint: ${allTimes} a former holder reads the row too; write holder(valid_at=now) within the parentheses, or holder(valid_from=not.is.null) if you mean all times`,
    ],
  ],
  ["read: 'count(holder(valid_at=now&party_id=eq.{party_id}))=gte.1'", []],
  ["read: 'holder.valid_at=now&count(holder(party_id=eq.{party_id}))=gte.1'", []],
  ["read: 'holder.party_id=eq.{party_id}'", [`:20: hint: ${allTimes} a former holder reads the row too; ${add}`]],
  [
    "update: 'party_id=eq.{party_id}&holder.party_id=eq.{party_id}'",
    [`:45: hint: ${allTimes} a former holder changes the row too; ${add}`],
  ],
  [
    "update: { before: 'holder.party_id=eq.{party_id}', after: 'holder.party.name=eq.a&holder.valid_at=now' }",
    [`:32: hint: ${allTimes} a former holder changes the row too; ${add}`],
  ],
  [
    "read: 'or=(party_id.eq.{party_id},holder.party_id.eq.{party_id})'",
    [`:47: hint: ${allTimes} a former holder reads the row too; ${nested}`],
  ],
  ["read: 'or=(party_id.eq.{party_id},holder.and(party_id.eq.{party_id},valid_at.eq.now))'", []],
  [
    "create: 'holder=is.null'",
    [`:22: hint: ${allTimes} an ended one counts too; write not.and=(holder.valid_at.eq.now)`],
  ],
  ["create: 'not.and=(holder.valid_at.eq.now)'", []],
  [
    "delete: 'or=(holder.not.is.null,name.eq.a)'",
    [`:26: hint: ${allTimes} a former holder deletes the row too; write holder.valid_at.eq.now`],
  ],
  [
    "read: all, history: { then: 'holder.party_id=eq.{party_id}', present: 'holder.valid_from=not.is.null' }",
    [`:42: hint: ${allTimes} a former holder reads the past of the row too; ${add}`],
  ],
  ["read: 'holder.party_id=eq.{party_id}&holder.validity=ov.$recorded'", []],
  [
    "read: 'party_id=in.$holder.party_id'",
    [
      `:32: hint: ${allTimes} a former holder reads the row too; compare through the relation, with holder.valid_at=now beside it`,
    ],
  ],
  // Behind a dated entry, one that it refers to is one entry, and one behind a unit may be any.
  ["read: 'holder.valid_at=now&holder.next.party_id=eq.{party_id}'", []],
  [
    "read: 'holder.valid_at=now&holder.unit.holder.party_id=eq.{party_id}'",
    [
      ':52: hint: holder.unit.holder has entries of all times, so a former holder reads the row too; ' +
        'add holder.unit.holder.valid_at=now, or holder.unit.holder.valid_from=not.is.null if you mean all times',
    ],
  ],
];

test('an access rule through a timeline that does not say when', async (t) => {
  const hintsOf = (folder: Files) => {
    const files = Object.entries({ ...right, ...held, ...folder });
    const loaded = buildModel(new Map(files.map(([file, text]) => [file, Buffer.from(text ?? '')])), '');
    return loaded.ok ? undatedRules(loaded).map(formatHint) : loaded.faults.map(formatFault);
  };
  t.strictSame(
    hintsOf({
      'service.yaml': `${held['service.yaml']}rules: { seen: { of: unit, that: 'holder.party_id=eq.{party_id}' } }\n`,
      'unit.yaml': resource('relations: { holder: { resource: holder, by: unit_id } }').replace(
        'type: text',
        "type: text, access: { reader: { read: 'holder.party_id=eq.{party_id}' } }",
      ),
      'holder.yaml': `${held['holder.yaml']}access:\n  reader: { read: unit=rule.seen }\n`,
    }),
    [
      `service.yaml:4:35: hint: ${allTimes} a former holder has the right too; ${add}`,
      `unit.yaml:3:50: hint: ${allTimes} a former holder reads the row too; ${add}`,
    ],
    'in a rule with a name, and in one of a field',
  );
  for (const [access, expected] of hints) {
    const unit = resource(
      'history: true',
      'relations: { holder: { resource: holder, by: unit_id } }',
      'access:',
      `  reader: { ${access} }`,
    );
    t.strictSame(
      hintsOf({ 'unit.yaml': unit }),
      expected.map((hint) => `unit.yaml:10${hint}`),
      access,
    );
  }
});

// What the rule of the reader says, at column 20 of line 10, and what is wrong with it.
const impossible: readonly (readonly [rule: string, faults: readonly string[]])[] = [
  [
    'status=eq.new&status=eq.active',
    [':44: no row has both status=eq.new and status=eq.active; expected or=(...) if one of them is enough'],
  ],
  ['status=in.(new,active)&status=eq.active', []],
  [
    'status=in.(new)&status=not.in.(new)',
    [':50: no row has both status=in.(new) and status=not.in.(new); expected or=(...) if one of them is enough'],
  ],
  [
    'status=eq.new&status=neq.new',
    [':45: no row has both status=eq.new and status=neq.new; expected or=(...) if one of them is enough'],
  ],
  ['status=neq.new&status=neq.active', []],
  [
    'power=gt.5&power=lt.3',
    [':40: no row has both power=gt.5 and power=lt.3; expected or=(...) if one of them is enough'],
  ],
  ['power=gt.3&power=lt.5', []],
  ['power=gte.3&power=lte.3', []],
  [
    'power=gte.3&power=lt.3',
    [':41: no row has both power=gte.3 and power=lt.3; expected or=(...) if one of them is enough'],
  ],
  ['power=eq.3&power=eq.3.0', []],
  [
    'and=(power.gt.5,power.not.gt.4)',
    [':49: no row has both power=gt.5 and power=not.gt.4; expected or=(...) if one of them is enough'],
  ],
  // Alternatives, and rows that the rule does not need.
  ['or=(power.gt.5,power.lt.3)', []],
  ['not.and=(power.gt.5,power.lt.3)', []],
  ['holder.and=(party_id.eq.1,party_id.eq.2)', []],
  ['and=(holder.party_id.eq.1,holder.party_id.eq.2)', []],
  [
    'holder.party_id=eq.1&holder.party_id=eq.2',
    [':60: no row has both holder.party_id=eq.1 and holder.party_id=eq.2; expected or=(...) if one of them is enough'],
  ],
  ['name=is.null', [':28: name is never null, and name=is.null never holds; expected another rule, or nullable: true']],
  [
    'holder.id=is.null',
    [':33: holder.id is never null, and holder.id=is.null never holds; expected holder=is.null for no row'],
  ],
  ['or=(name.is.null,power.gt.5)', []],
  ['level=gt.9', [':29: level is at most 9, and level=gt.9 never holds; expected a value that the field can have']],
  ['level=eq.-1', [':29: level is at least 0, and level=eq.-1 never holds; expected a value that the field can have']],
  ['level=in.(-1,5)', []],
  ['level=lte.0', []],
  [
    'level=is.null&level=eq.4',
    [':43: no row has both level=is.null and level=eq.4; expected or=(...) if one of them is enough'],
  ],
  [
    'holder.validity=cs.{party_id}',
    [
      ':39: a claim is one value, and cs takes a period; expected now, a field with an instant such as $recorded, or a written period',
    ],
  ],
];

test('a rule that no row can meet', async (t) => {
  for (const [rule, expected] of impossible) {
    const unit = resource(
      '  level: { type: integer, minimum: 0, maximum: 9, nullable: true }',
      'relations: { holder: { resource: holder, by: unit_id } }',
      'access:',
      `  reader: { read: '${rule}' }`,
    );
    t.strictSame(
      reported({ ...held, 'unit.yaml': unit }),
      expected.map((fault) => `unit.yaml:10${fault}`),
      rule,
    );
  }
});
