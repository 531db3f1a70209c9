import { test } from 'tap';
import { identifiesOnPrimary, readOnPrimary } from '../../engine/model/read_on_primary.ts';
import { modelOfFiles } from '../model_of_files.ts';

// reads_from: primary holds for all whose rows, values or rules look at such rows.

const files = {
  'service.yaml': 'service: Places\nevents: { prefix: org.example }\nroles: [guest]\n',
  'badge.yaml': `
resource: badge
reads_from: primary
history: true
fields:
  owner_id: { type: reference, to: owner }
  level: { type: integer }
`,
  'owner.yaml': `
resource: owner
fields:
  name: { type: text }
  badge_count: { type: integer, computed: count(badges) }
relations:
  badges: { resource: badge, by: owner_id }
`,
  'room.yaml': `
resource: room
fields:
  owner_id: { type: reference, to: owner }
access:
  guest: { read: owner.badges.level=gt.2 }
`,
  'chair.yaml': `
resource: chair
fields:
  name: { type: text }
access:
  guest: { read: all }
`,
};

const { 'owner.yaml': owner, ...others } = files;

test('a resource is read on the primary if its rows depend on one that is', async (t) => {
  const model = modelOfFiles({ ...others, 'owner.yaml': owner.replace(/ {2}badge_count.*\n/, '') });
  const names = readOnPrimary(model);
  const expected = { badge: true, badge_history: true, room: true, owner: false, chair: false, event: true };
  for (const [name, is] of Object.entries(expected)) t.equal(names.has(name), is, name);
  t.equal(identifiesOnPrimary(model), false);
  t.ok(readOnPrimary(modelOfFiles(files)).has('owner'), 'a value is made of such rows');
});

test('without such a resource, none is', async (t) => {
  const model = modelOfFiles({ 'service.yaml': files['service.yaml'], 'chair.yaml': files['chair.yaml'] });
  t.equal(readOnPrimary(model).size, 0);
});
