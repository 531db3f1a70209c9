import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import { project } from './project.ts';

/**
 * Definitions that make something of every kind. The script beside this file is what an earlier version made of them, with
 * the comments of today.
 */
const files = {
  'service.yaml': 'service: Library\nevents: { prefix: org.example, webhooks: { private_addresses: true } }\n',
  'party.yaml': 'resource: party\nfields:\n  name: { type: text }\n',
  'identity.yaml': `resource: identity
fields:
  subject: { type: text, unique: true }
  party_id: { type: reference, to: party, nullable: true }
`,
  'book.yaml': `resource: book
history: true
fields:
  title: { type: text, nullable: true, max_length: 80 }
  status: { type: enum, values: [new, lent], default: new, transitions: { new: [lent], lent: [new] } }
  owner_id: { type: reference, to: party, nullable: true }
checks:
  - { that: "or=(title.is.null,title.neq.x)", message: "A title is more than an x; what is it?" }
notify: [{ to: owner }]
notices: [{ type: untitled, when: title=is.null, to: owner, message: A book has a title. }]
`,
  'stay.yaml': `resource: stay
history: true
temporal: { timeline: book_id, start_window: { from: -P1D }, freeze: P10Y }
fields:
  book_id: { type: reference, to: book }
`,
};

/** A project whose migrations an earlier version made, and applied: it recorded the tables as text, which may be older still. */
export async function formerProject(t: Test, older: (script: string) => string = (script) => script) {
  const made = await project(t);
  const definitions = join(made.migrations, 'definitions');
  mkdirSync(definitions, { recursive: true });
  const script = older(readFileSync(new URL('former_schema.sql', import.meta.url), 'utf8'));
  for (const [file, text] of Object.entries(files)) {
    made.save(file, text);
    writeFileSync(join(definitions, file), text);
  }
  writeFileSync(join(definitions, 'schema.sql'), script);
  const first = `-- Step 1 of 1: make the tables\n-- Runs: in a transaction\n-- Undo: impossible: drop the database\n${script}`;
  writeFileSync(join(made.migrations, '20260101000000_first.sql'), first);
  t.match(await made.run('migrate'), { code: 0, stderr: /make the tables\n$/ });
  return { ...made, definitions };
}
