import { test } from 'tap';
import { modelOfFiles } from '../model_of_files.ts';
import { serveModel } from './service.ts';

// Rules with a name, and `visible`: what a rule asks of a related row as a whole. Each role has one rule of units, and what it
// may read of systems.

const rules: Readonly<Record<string, readonly [unit: string, system: string]>> = {
  named: ['system=rule.held', 'nothing'],
  named_not: ['system=not.rule.held', 'nothing'],
  named_in_tree: ['or=(system.rule.held,name.eq.c)', 'nothing'],
  named_not_in_tree: ['not.or=(system.rule.held,name.eq.c)', 'nothing'],
  named_of_null: ['system.holding=rule.noted', 'nothing'],
  named_not_of_null: ['system.holding=not.rule.noted', 'nothing'],
  named_with: ['system=rule.held&system.name=neq.one', 'nothing'],
  named_any: ['part.system=rule.held', 'nothing'],
  named_by_named: ['system=rule.held_or_kind', 'nothing'],
  named_own: ['system=rule.like_its_owner', 'nothing'],
  visible: ['system=visible', 'holding.party_id=eq.{party_id}&holding.valid_at=now'],
  visible_all: ['system=visible', 'all'],
  visible_nothing: ['system=visible', 'nothing'],
  visible_named: ['system=visible', 'owner=rule.mine'],
  visible_not: ['system=not.visible', 'owner_id=eq.{party_id}'],
  visible_in_tree: ['or=(system.visible,name.eq.c)', 'name=eq.{kind}'],
  visible_with: ['system=visible&system.name=neq.one', 'all'],
  visible_to_many: ['part.system=visible', 'owner_id=eq.{party_id}'],
  visible_by_named: ['system=rule.whose_owner_is_seen', 'nothing'],
};

const files = {
  'service.yaml': `service: Things
roles: [all, ${Object.keys(rules).join(', ')}]
claims: { others: { party_id: party_id, kind: kind } }
rules:
  held: { of: system, that: 'holding.party_id=eq.{party_id}&holding.valid_at=now' }
  held_or_kind: { of: system, that: 'or=(name.eq.{kind},holding.system.rule.held)' }
  like_its_owner: { of: system, that: 'name=eq.$owner.name&holding.note=eq.$name' }
  noted: { of: holding, that: note=eq.x }
  mine: { of: party, that: 'id=eq.{party_id}' }
  whose_owner_is_seen: { of: system, that: owner=visible }
`,
  'party.yaml': `resource: party
history: true
fields:
  name: { type: text }
access: { all: all, visible_by_named: { read: 'id=eq.{party_id}' } }
`,
  'system.yaml': `resource: system
history: true
fields:
  name: { type: text }
  owner_id: { type: reference, to: party, nullable: true }
relations:
  holding: { resource: holding, by: system_id }
access:
  all: all
${Object.entries(rules)
  .map(([role, [, system]]) => `  ${role}: { read: '${system}' }\n`)
  .join('')}`,
  'holding.yaml': `resource: holding
history: true
temporal: { timeline: system_id }
fields:
  system_id: { type: reference, to: system }
  party_id: { type: reference, to: party }
  note: { type: text, nullable: true }
`,
  'unit.yaml': `resource: unit
history: true
fields:
  name: { type: text }
  system_id: { type: reference, to: system, nullable: true }
relations:
  part: { resource: part, by: unit_id }
access:
  all: all
${Object.entries(rules)
  .map(([role, [unit]]) => `  ${role}: { read: '${unit}', update: '${unit}' }\n`)
  .join('')}`,
  'part.yaml': `resource: part
fields:
  unit_id: { type: reference, to: unit }
  system_id: { type: reference, to: system }
`,
};

const seed = `
  insert into party (name) values ('north'), ('south');
  insert into system (name, owner_id) values ('one', 1), ('two', 2), ('north', 1);
  insert into holding (system_id, party_id, note, valid_from, valid_to) values
    (1, 1, 'x', now() - interval '9 days', null), (2, 1, null, now() - interval '9 days', now() - interval '1 day'),
    (3, 2, 'north', now() - interval '9 days', null);
  insert into unit (name, system_id) values ('a', 1), ('b', 2), ('c', null), ('d', 3);
  insert into part (unit_id, system_id) values (1, 2), (1, 3), (2, 1), (3, 2);
`;

/** What the party 1 of the kind two sees, and a caller without claims. */
const seen: Readonly<Record<string, readonly [north: readonly number[], bare: readonly number[]]>> = {
  named: [[1], []],
  named_not: [[2, 4], []],
  named_in_tree: [[1, 3], [3]],
  named_not_in_tree: [[2, 4], []],
  named_of_null: [[1], [1]],
  named_not_of_null: [[4], [4]],
  named_with: [[], []],
  named_any: [[2], []],
  named_by_named: [[1, 2], []],
  named_own: [[4], [4]],
  visible: [[1], []],
  visible_all: [
    [1, 2, 4],
    [1, 2, 4],
  ],
  visible_nothing: [[], []],
  visible_named: [[1, 4], []],
  visible_not: [[2], [1, 2, 4]],
  visible_in_tree: [[2, 3], [3]],
  visible_with: [
    [2, 4],
    [2, 4],
  ],
  visible_to_many: [[1, 2], []],
  visible_by_named: [[1, 4], []],
};

test('a rule asks another rule of a related row, or whether the caller may read it', async (t) => {
  const { ask, token, database } = await serveModel(t, modelOfFiles(files));
  await database.query(seed);
  const instant = new Date().toISOString();
  // Nobody holds or owns anything any more: as of then, and in the versions of then, everything is as it was.
  const changes = [
    "update unit set name = name || 'z'",
    'update holding set valid_to = now() where valid_to is null',
    'update system set owner_id = null',
    "update system set name = name || 'z'",
  ];
  for (const when of ['present', 'past'] as const) {
    for (const [role, [north, bare]] of Object.entries(seen)) {
      for (const [claims, expected] of [
        [{ party_id: 1, kind: 'two' }, north],
        [{}, bare],
      ] as const) {
        const bearer = token({ identity_id: 7, role, scope: 'manage:data', ...claims });
        const rows = expected.map((id) => ({ id }));
        const asOf = when === 'past' ? `&as_of=${encodeURIComponent(instant)}` : '';
        const list = await ask('GET', `/unit?select=id&order=id${asOf}`, { token: bearer });
        t.same(list.body, rows, `${role}, ${when}: ${list.text}`);
        if (when === 'past') {
          const path = '/unit_history?select=unit_id&replaced_at=not.is.null&order=unit_id';
          const versions = await ask('GET', path, { token: bearer });
          const ids = expected.map((id) => ({ unit_id: id }));
          t.same(versions.body, ids, `${role}, versions: ${versions.text}`);
          continue;
        }
        const headers = { Prefer: 'tx=rollback, return=representation' };
        const path = '/unit?id=not.is.null&select=id&order=id';
        const changed = await ask('PATCH', path, { token: bearer, body: { system_id: null }, headers });
        t.ok([200, 403].includes(changed.status), `${role} changes: ${changed.text}`);
      }
    }
    if (when === 'present') for (const change of changes) await database.query(change);
  }
});
