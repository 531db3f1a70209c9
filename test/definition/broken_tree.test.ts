import { test } from 'tap';
import { formatFault } from '../../engine/definition/file/fault.ts';
import { buildModel } from '../../engine/feature/load.ts';

// What is reported of trees: references that are acyclic.

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
    ['  party_id: { type: reference, to: party, acyclic: true }'],
    [
      'unit.yaml:4:43: rows of unit cannot go round in a circle by a reference to party; expected "to: unit", or no "acyclic"',
    ],
  ],
];

test('trees', (t) => {
  for (const [lines, faults] of cases) t.strictSame(reported(...lines), faults, lines.join(' '));
  t.end();
});
