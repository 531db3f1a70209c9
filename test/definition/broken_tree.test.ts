import { test } from 'tap';
import { formatFault } from '../../engine/definition/file/fault.ts';
import { buildModel } from '../../engine/feature/load.ts';

// What is reported of trees: references that are acyclic, and relations along them.

/** Units, and parties that may refer to them; each case gives the rest of the units, from line 3 on. */
function reported(...lines: readonly string[]): readonly string[] {
  const files = {
    'service.yaml': 'service: Test\nroles: [reader]\nclaims: { others: { party_id: party_id } }\n',
    'party.yaml': 'resource: party\nfields:\n  name: { type: text }\naccess: { reader: all }\n',
    'unit.yaml': ['resource: unit', 'fields:', '  name: { type: text }', ...lines, ''].join('\n'),
  };
  const loaded = buildModel(new Map(Object.entries(files).map(([file, text]) => [file, Buffer.from(text)])), '');
  return loaded.ok ? [] : loaded.faults.map(formatFault);
}

const parent = '  parent_id: { type: reference, to: unit, nullable: true, acyclic: true }';

const cases: readonly (readonly [lines: readonly string[], faults: readonly string[]])[] = [
  [[parent], []],
  [
    [
      '  party_id: { type: reference, to: party, on_delete: delete }',
      'access: { reader: { read: "party.name=eq.a&party.nam=eq.b" } }',
    ],
    [
      'unit.yaml:4:54: there is no on_delete "delete"; expected one of refuse, cascade, clear',
      'unit.yaml:5:50: there is no field nam in party; expected one of id, name, recorded_at, recorded_by; did you mean name?',
    ],
  ],
  [
    ['  party_id: { type: reference, to: party, acyclic: true }'],
    [
      'unit.yaml:4:43: rows of unit cannot go round in a circle by a reference to party; expected "to: unit", or no "acyclic"',
    ],
  ],
  [[parent, 'relations: { above: { ancestors: parent_id }, below: { descendants: parent_id, depth: 100 } }'], []],
  [
    [parent, 'relations: { above: { ancestors: parent_id, depth: 101 } }'],
    ['unit.yaml:5:52: 101 is too large; expected at most 100'],
  ],
  [
    [parent, 'relations: { above: { ancestors: parent_id, depth: 0 } }'],
    ['unit.yaml:5:52: 0 is too small; expected at least 1'],
  ],
  [
    [parent, 'relations: { above: { ancestors: paren_id } }'],
    ['unit.yaml:5:34: there is no field paren_id in unit; expected parent_id'],
  ],
  [
    [parent.replace(', acyclic: true', ''), 'relations: { above: { ancestors: parent_id } }'],
    ['unit.yaml:5:34: rows of unit may go round in a circle by parent_id; expected acyclic: true of parent_id'],
  ],
  [
    ['  party_id: { type: reference, to: party }', 'relations: { above: { descendants: party_id } }'],
    [
      'unit.yaml:5:36: the field party_id is not a reference from unit to unit; expected a reference to unit with acyclic: true; there is none',
    ],
  ],
  [
    [parent, 'relations: { above: { ancestors: parent_id, by: parent_id } }'],
    ['unit.yaml:5:45: "by" is of no tree; expected no "by"'],
  ],
  [
    [parent, 'relations: { above: { ancestors: parent_id, descendants: parent_id } }'],
    ['unit.yaml:5:23: a relation has "ancestors" or "descendants", and not both; expected one of them'],
  ],
  [
    [parent, 'relations: { child: { resource: unit, by: parent_id, depth: 2 } }'],
    ['unit.yaml:5:54: "depth" is of a tree, and this relation goes along none; expected no "depth"'],
  ],
  // Only rules of access look along trees.
  ...[
    "checks: [{ that: 'above.name=neq.$name', message: m }]",
    "checks: [{ that: 'above=is.null', message: m }]",
    "checks: [{ that: 'count(above)=lte.3', message: m }]",
    "checks: [{ that: 'name=neq.$above.name', message: m }]",
  ].map((line): (typeof cases)[number] => [
    [parent, 'relations: { above: { ancestors: parent_id } }', line],
    [
      `unit.yaml:6:${line.indexOf('above') + 1}: above leads along a tree, and only rules of access look there; expected another relation`,
    ],
  ]),
  [[parent, 'relations: { above: { ancestors: parent_id } }', "access: { reader: { read: 'above.name=eq.a' } }"], []],
  [
    [
      parent,
      'history: true',
      'relations: { above: { ancestors: parent_id } }',
      "access: { reader: { read: { that: 'above.name=eq.{party_id}', former: last_state } } }",
    ],
    [
      'unit.yaml:7:63: the rule looks along a tree, by above, and nobody knows whose right a change in it ends; expected a rule over other relations, or no "former"',
    ],
  ],
];

test('trees', (t) => {
  for (const [lines, faults] of cases) t.strictSame(reported(...lines), faults, lines.join(' '));
  t.end();
});
