import { join } from 'node:path';
import type { Test } from 'tap';
import { loadModel } from '../../engine/feature/load.ts';
import type { Model } from '../../engine/model/model.ts';
import { rolesOf } from '../serving_role.ts';
import { almanac } from './process.ts';
import { project } from './project.ts';

/** Definitions of which something of every kind is recorded. */
export const files = {
  'service.yaml': 'service: Library\nevents: { prefix: org.example, webhooks: { private_addresses: true } }\n',
  'party.yaml': 'resource: party\nfields:\n  name: { type: text }\n',
  'identity.yaml': `
resource: identity
fields:
  subject: { type: text, unique: true }
  party_id: { type: reference, to: party, nullable: true }
`,
  'book.yaml': `
resource: book
history: true
fields:
  title: { type: text, nullable: true }
  owner_id: { type: reference, to: party, nullable: true }
  scan: { type: file }
notify: [{ to: owner }]
notices: [{ type: untitled, when: title=is.null, to: owner, message: A book has a title. }]
`,
  'stay.yaml': `
resource: stay
history: true
temporal: { timeline: book_id, start_window: { from: -P1D } }
fields:
  book_id: { type: reference, to: book }
`,
};

/** Definitions in a project, whose tables a superuser makes before there are roles. */
export async function roleProject(t: Test) {
  const made = await project(t);
  for (const [file, text] of Object.entries(files)) made.save(file, text);
  t.match(await made.run('migration', 'new', 'first'), { code: 0 });
  t.match(await made.run('migrate'), { code: 0 });
  const roles = rolesOf(t, made);
  const modelNow = async (): Promise<Model> => {
    const loaded = await loadModel(join(made.folder, 'resources'));
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
    return loaded.model;
  };
  const runAs = (role: string, ...arguments_: string[]) =>
    almanac(arguments_, { ...made.environment, DATABASE_URL: roles.urlOf(role) }, made.folder);
  return { ...made, roles, modelNow, runAs };
}
