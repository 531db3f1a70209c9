import { cpSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Test } from 'tap';
import { writeProject } from '../../codegen/init.ts';
import { writeResource } from '../../codegen/new.ts';
import { readField } from '../../codegen/project/field_argument.ts';
import { signToken } from '../../codegen/serve/development_key.ts';
import { strongestRole } from '../../codegen/serve/strongest_role.ts';
import type { Model } from '../../engine/model/model.ts';
import { secret } from '../http/service.ts';
import type { Page } from './page.ts';
import { openPageService } from './page_service.ts';
import { openSession, type Ran } from './page_session.ts';

/** Where the commands of a page are run: a folder, a shell in it, and a service. */
export interface PageGround {
  /** Runs commands. Those of curl take these options besides. */
  run(commands: string, curlOptions?: string): Promise<Ran>;
  /** What is written in the text for where the service is, as it is here; and back. */
  localised(text: string): string;
  generalised(text: string): string;
  /** Where the shell is at present. */
  folder(): string;
  /** A folder for what the page does not see. */
  readonly notes: string;
  /** Of the service; null when none was started. */
  model(): Model | null;
  /** Why the definitions, as they are now, cannot be served; empty when they are. */
  fault(): Promise<string>;
}

const checkout = fileURLToPath(new URL('../..', import.meta.url));
const addressInText = 'http://127.0.0.1:3000';

/** Prepares the ground of a page in an empty folder; all of it ends with the test. */
export async function openGround(t: Test, { ground, fences }: Page, parent: string): Promise<PageGround> {
  const notes = join(parent, 'notes');
  mkdirSync(notes);
  const service = await openPageService(t);
  const startsItself = fences.some(({ text }) => /\balmanac init\b/.test(text));
  let folder = await (ground === 'register'
    ? copyRegister(parent)
    : startsItself
      ? emptyFolder(parent)
      : newProject(parent));
  const session = openSession(folder, notes, {
    PATH: process.env.PATH ?? '',
    HOME: parent,
    CHECKOUT: checkout.replace(/\/$/, ''),
    SERVICE: service.address,
    JWT_SECRET: secret,
    PORT: '0',
  });
  t.teardown(() => session.close());
  if (ground === 'register' || !startsItself) await service.serve(folder);

  let told = '';
  let token = '';
  /** Tells the shell of the service as it is now. A token that the page has made itself is left alone. */
  const tell = async () => {
    if (service.current() === null && existsSync(join(folder, 'resources/service.yaml'))) await service.serve(folder);
    const served = service.current();
    if (served === null) return;
    const { model, databaseUrl } = served;
    const role = strongestRole(model);
    const news = [model.service.basePath, databaseUrl, role].join('\n');
    if (news === told) return;
    told = news;
    const next = signToken(secret, model.service, { ...allRights, role });
    await session.run(
      `export API='${service.address}${model.service.basePath}' DATABASE_URL='${databaseUrl}'
if [ "\${TOKEN:-}" = '${token}' ]; then export TOKEN='${next}'; fi`,
    );
    token = next;
  };
  const host = new URL(service.address).host;
  return {
    notes,
    run: async (commands, curlOptions = '') => {
      await tell();
      const ran = await session.run(`export CURL_OPTIONS='${curlOptions}'\n${commands}`);
      folder = ran.folder;
      return ran;
    },
    localised: (text) => text.replaceAll(addressInText, service.address),
    generalised: (text) => text.replaceAll(host, new URL(addressInText).host),
    folder: () => folder,
    model: () => service.current()?.model ?? null,
    fault: async () => (service.current() === null ? '' : service.follow()),
  };
}

const allRights = { identity: 0, scope: 'manage:data', seconds: 3600, claims: new Map<string, string>() };

function emptyFolder(parent: string): string {
  const folder = join(parent, 'work');
  mkdirSync(folder);
  return folder;
}

/** What the first steps of the tutorial make: `almanac init library`, `npm install`, and the resource note. */
async function newProject(parent: string): Promise<string> {
  const folder = join(parent, 'library');
  await writeProject(folder, 'empty');
  const fields = [readField('text:text=500')];
  await writeResource(join(folder, 'resources'), { resource: 'note', history: true, fields });
  symlinkSync(join(checkout, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** What of this repository a reader works with, as after `npm ci`. */
function copyRegister(parent: string): string {
  const folder = join(parent, 'almanac');
  for (const path of ['resources', 'db/migrations', 'docs/openapi.json', 'package.json'])
    cpSync(join(checkout, path), join(folder, path), { recursive: true });
  symlinkSync(join(checkout, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}
