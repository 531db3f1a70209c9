import { test } from 'tap';
import { formatFault } from '../../engine/definition/file/fault.ts';
import { buildModel } from '../../engine/feature/load.ts';

// What is reported of arrays of references.

/** Units, and parties that may refer to them; each case gives the rest of the units, from line 4 on. */
function reported(...lines: readonly string[]): readonly string[] {
  const files = {
    'service.yaml': 'service: Test\n',
    'party.yaml': 'resource: party\nfields:\n  name: { type: text }\n',
    'unit.yaml': ['resource: unit', 'fields:', '  name: { type: text }', ...lines, ''].join('\n'),
  };
  const loaded = buildModel(new Map(Object.entries(files).map(([file, text]) => [file, Buffer.from(text)])), '');
  return loaded.ok ? [] : loaded.faults.map(formatFault);
}

const ids = '  party_ids: { type: array, of: { type: reference, to: party } }';
const keys = (written: string) => `  party_ids: { type: array, of: { type: reference, to: party }, ${written} }`;

const cases: readonly (readonly [lines: readonly string[], faults: readonly string[]])[] = [
  [[ids], []],
  [[keys('as: owner, on_delete: clear, unseen: true, max_length: 1000, min_length: 1, nullable: true')], []],
  [
    [
      '  unit_ids: { type: array, of: { type: reference, to: unit } }',
      'relations: { back: { resource: unit, by: unit_ids } }',
    ],
    [],
  ],
  [
    [ids, 'relations: { back: { resource: unit, by: party_ids } }'],
    [
      'unit.yaml:5:42: the field party_ids of unit refers to party; expected a reference to unit; unit has no reference to it',
    ],
  ],
  [
    ['  party_ids: { type: array, of: reference }'],
    ['unit.yaml:4:33: elements of type reference need facets; expected { type: reference, to: <resource> }'],
  ],
  [
    ['  party_ids: { type: array, of: { type: reference } }'],
    ['unit.yaml:4:29: the key "to" is missing; expected to: <resource>'],
  ],
  [
    ['  party_ids: { type: array, of: { type: reference, to: patry } }'],
    ['unit.yaml:4:56: there is no resource patry; expected the name of a resource in this folder; did you mean party?'],
  ],
  [
    ['  parties: { type: array, of: { type: reference, to: party } }'],
    [
      'unit.yaml:4:3: the array of references parties does not end in _ids; expected a name such as party_ids, which gives the embed alias party; or "as: <alias>"; did you mean parties_ids?',
    ],
  ],
  [[keys('as: name')], ['unit.yaml:4:69: the embed alias name is also a field; expected another alias']],
  [
    [ids, '  party_id: { type: reference, to: party }'],
    [
      'unit.yaml:4:3: the embed alias party of party_ids is also that of party_id; expected "as: <alias>" with another one',
    ],
  ],
  [
    [keys('on_delete: cascade')],
    [
      'unit.yaml:4:76: an array refers to several rows, and its row does not go with one of them; expected clear, which takes the element out of the array; or refuse',
    ],
  ],
  [[keys('where: name=eq.a')], []],
  [
    [keys('acyclic: true')],
    [
      'unit.yaml:4:65: an array refers to several rows, and a tree has one row above each; expected a field of type reference, or no "acyclic"',
    ],
  ],
  [
    [keys('unique: true')],
    ['unit.yaml:4:73: party_ids is of type array, which has no order; expected a field of a scalar type'],
  ],
  [
    [keys('max_length: 1001')],
    [
      'unit.yaml:4:77: an array of references has 1000 elements at most; expected at most 1000; for more, a resource whose rows are the links',
    ],
  ],
  [
    [keys('default: [1, 2, 1]')],
    ['unit.yaml:4:81: the default does not fit the field: 1 stands twice; expected each element once'],
  ],
  [
    ['  names: { type: array, of: text, on_delete: clear }'],
    [
      'unit.yaml:4:35: the elements of names refer to no rows, and on_delete is about references; expected "of: { type: reference, to: <resource> }", or no key of references',
    ],
  ],
  [
    [ids, 'temporal: { timeline: party_ids }'],
    [
      "unit.yaml:5:23: the timeline's first field party_ids is of type array; expected a field of type reference, whose row is what writers of the timeline queue on",
    ],
  ],
  [
    [ids, 'subject: party_ids'],
    [
      'unit.yaml:5:10: the subject party_ids of unit is not a reference; expected a field of type reference; the resource has no reference',
    ],
  ],
  [
    [ids, 'relations: { other: { through: unit, by: party_ids, to: party_ids } }'],
    [
      'unit.yaml:5:42: the field party_ids of unit is an array, and each link refers to one row; expected a field of type reference; or a relation with "resource: unit" and "by: party_ids"',
      'unit.yaml:5:42: the field party_ids of unit refers to party; expected a reference to unit; unit has no reference to it',
      'unit.yaml:5:57: by and to are the same field of unit; expected a second reference of unit; party_ids is the only one',
    ],
  ],
  [
    [
      '  unit_ids: { type: array, of: { type: reference, to: unit } }',
      'relations: { other: { through: unit, by: unit_ids, to: unit_ids } }',
    ],
    [
      'unit.yaml:5:42: the field unit_ids of unit is an array, and each link refers to one row; expected a field of type reference; or a relation with "resource: unit" and "by: unit_ids"',
      'unit.yaml:5:56: by and to are the same field of unit; expected a second reference of unit; unit_ids is the only one',
    ],
  ],
];

test('arrays of references', (t) => {
  for (const [lines, faults] of cases) t.strictSame(reported(...lines), faults, lines.join(' '));
  t.end();
});
