import type { Model } from '../../engine/model/model.ts';
import { modelOfFiles } from '../model_of_files.ts';

const resources = {
  'owner.yaml': 'resource: owner\nfields:\n  name: { type: text }\n',
  'note.yaml': `
resource: note
fields:
  name: { type: text }
  count: { type: integer, default: 0 }
`,
  'card.yaml': `
resource: card
history: true
fields:
  name: { type: text }
  count: { type: integer, default: 0 }
  owner_id: { type: reference, to: owner, nullable: true }
checks:
  - { that: "or=(owner_id.is.null,owner.name.neq.nobody)", message: A card is somebody's. }
`,
  'entry.yaml': `
resource: entry
history: true
temporal: { timeline: owner_id }
fields:
  owner_id: { type: reference, to: owner }
  name: { type: text }
`,
};

/** Definitions of every kind of resource that is written in another way; `service` is what else service.yaml says. */
export function faultFiles(service = ''): Readonly<Record<string, string>> {
  return { ...resources, 'service.yaml': `service: Fault\nevents: { prefix: org.example }\n${service}` };
}

export function faultModel(service = ''): Model {
  return modelOfFiles(faultFiles(service));
}
