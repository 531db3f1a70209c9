import { test } from 'tap';
import { buildModel } from '../../engine/feature/load.ts';
import { missingRuleIndexes } from '../../engine/schema/rule_index.ts';

/** What a role may read of units, and the indexes that are missing for it. */
const cases: readonly (readonly [rule: string, missing: readonly string[]])[] = [
  ['all', []],
  // The planner knows what to do with a rule of the row alone.
  ['owner_id=eq.{party_id}', []],
  ['place.holding.party_id=eq.{party_id}', ['holding: party_id, place_id, valid_from']],
  [
    'place.holding.party_id=eq.{party_id}&place.holding.valid_to=is.null&place.holding.note=neq.old',
    ['holding: party_id, place_id, valid_from, valid_to, note'],
  ],
  // By its number a party is found at once; by the party, many holdings.
  ['place.holding.party.number=eq.{number}', ['holding: party_id, place_id, valid_from']],
  // A reference has an index with the id behind it.
  ['or=(owner_id.eq.{party_id},place.holding.party_id.eq.{party_id})', ['holding: party_id, place_id, valid_from']],
  // This one is there.
  ['delivery.party_id=eq.{party_id}', []],
  ['place.street=eq.{number}', ['place: street, id']],
  // Where no claim begins a way, nothing is proposed.
  ['place.street=eq.Storgata', []],
  ['or=(delivery.is.null,place.holding.party_id.eq.{party_id})', []],
];

test('an access rule through relations that begins without an index is told which one it needs', (t) => {
  for (const [rule, missing] of cases) {
    const loaded = buildModel(filesOf(rule), 'units');
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
    const found = missingRuleIndexes(loaded);
    t.same(
      found.map(({ resource, fields }) => `${resource}: ${fields.join(', ')}`),
      missing,
      rule,
    );
    for (const { file, line, column } of found)
      t.same({ file, line, column }, { file: 'unit.yaml', line: 2, column: 27 });
    const indexed = new Map<string, string>();
    for (const { resource, fields } of found)
      indexed.set(resource, `${indexed.get(resource) ?? 'indexes:\n'}  - [${fields.join(', ')}]\n`);
    const mended = buildModel(filesOf(rule, indexed), 'units');
    t.same(mended.ok ? missingRuleIndexes(mended) : mended.faults, [], `${rule}, with these indexes`);
  }
  t.end();
});

function filesOf(rule: string, indexes: ReadonlyMap<string, string> = new Map()) {
  const reference = (to: string) => `  ${to}_id: { type: reference, to: ${to} }\n`;
  const files = {
    service: 'service: Units\nroles: [reader]\nclaims: { others: { party_id: party_id, number: number } }\n',
    party: 'resource: party\nfields:\n  number: { type: text, unique: true }\n',
    place:
      'resource: place\nfields:\n  street: { type: text }\nrelations:\n  holding: { resource: holding, by: place_id }\n',
    holding:
      'resource: holding\ntemporal: { timeline: [place_id, party_id] }\nfields:\n' +
      `${reference('place')}${reference('party')}  note: { type: text }\n`,
    delivery: `resource: delivery\nfields:\n${reference('unit')}${reference('party')}indexes:\n  - [party_id, unit_id]\n`,
    unit:
      `resource: unit\naccess: { reader: "${rule}" }\nfields:\n${reference('place')}` +
      '  owner_id: { type: reference, to: party }\nrelations:\n  delivery: { resource: delivery, by: unit_id }\n',
  };
  if (rule !== 'all') files.unit = files.unit.replace(`"${rule}"`, `{ read: "${rule}" }`);
  return new Map(
    Object.entries(files).map(([name, text]) => [`${name}.yaml`, Buffer.from(text + (indexes.get(name) ?? ''))]),
  );
}
