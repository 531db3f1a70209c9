import type { Test } from 'tap';
import type { Model } from '../../engine/model/model.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { type Answer, serveModel, type TestService } from './service.ts';
import { instantOf } from './timeline_client.ts';

// Resources of every kind that has versions: with history and without, on a timeline and off.

const files = {
  'owner.yaml': 'resource: owner\nfields:\n  name: { type: text, nullable: true }\n',
  'note.yaml':
    'resource: note\nfields:\n  count: { type: integer, default: 0 }\n  name: { type: text, unique: true, nullable: true }\n',
  'card.yaml':
    'resource: card\nhistory: true\nfields:\n  count: { type: integer, default: 0 }\n  owner_id: { type: reference, to: owner, nullable: true }\n' +
    'checks:\n  - { that: "or=(owner_id.is.null,owner.name.neq.nobody)", message: A card is somebody\'s. }\n',
  'spell.yaml':
    'resource: spell\ntemporal: { timeline: owner_id }\nfields:\n  owner_id: { type: reference, to: owner }\n  count: { type: integer, default: 0 }\n',
  'entry.yaml':
    'resource: entry\nhistory: true\ntemporal: { timeline: owner_id }\nfields:\n  owner_id: { type: reference, to: owner }\n  count: { type: integer, default: 0 }\n',
};

export const names = ['note', 'card', 'spell', 'entry'] as const;

export interface VersionService extends TestService {
  /** Makes a row, of a timeline of its own where it is on one: the answer to its POST. */
  make(name: string): Promise<Answer>;
  /** The entity tag of a row as it is read. */
  tagOf(path: string): Promise<string>;
}

export function versionModel(service = ''): Model {
  const all = { ...files, 'service.yaml': `service: Versions\n${service}` };
  return modelOfFiles(all);
}

/** `service` is what else service.yaml says. */
export async function versionService(t: Test, service = ''): Promise<VersionService> {
  const served = await serveModel(t, versionModel(service));
  return {
    ...served,
    make: async (name) => {
      const isEntry = name === 'spell' || name === 'entry';
      const owner_id = isEntry ? (await served.ask('POST', '/owner', { body: {} })).body.id : null;
      const body = isEntry ? { owner_id, valid_from: instantOf(0), valid_to: instantOf(10) } : {};
      const answer = await served.ask('POST', `/${name}`, { body });
      if (answer.status !== 201) throw new Error(answer.text);
      return answer;
    },
    tagOf: async (path) => (await served.ask('GET', path)).headers.etag ?? '',
  };
}

/** The part of an entity tag that stands for the version of the row. */
export function versionOf(tag: string | undefined): string {
  const [, version] = /^"(\d+)-[\w-]{22}"$/.exec(tag ?? '') ?? [];
  if (version === undefined) throw new Error(`${tag} is no tag of the service`);
  return version;
}
