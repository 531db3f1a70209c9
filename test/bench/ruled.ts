import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { register } from './register.ts';

/** The roles of the service with rules, and the party that each caller acts for. */
const parties = { operator: 5, owner: 5, neighbour: 5, either: 5, provider: 6 } as const;

export type Role = keyof typeof parties;

export function partyOf(role: Role): number {
  return parties[role];
}

const operates = 'accounting_point.system_operator_id';

/** What each role may read of which resource. */
export const rules: Readonly<
  Record<Role, { readonly resource: string; readonly read: string; readonly title: string }>
> = {
  owner: {
    resource: 'accounting_point',
    read: 'system_operator_id=eq.{party_id}',
    title: 'by a field of the row',
  },
  operator: {
    resource: 'controllable_unit',
    read: `${operates}=eq.{party_id}`,
    title: 'by a related row',
  },
  neighbour: {
    resource: 'technical_resource',
    read: `controllable_unit.${operates}=eq.{party_id}`,
    title: 'by a row two relations away',
  },
  provider: {
    resource: 'controllable_unit',
    read: 'service_provider.service_provider_id=eq.{party_id}&service_provider.valid_at=now',
    title: 'by what is valid now',
  },
  either: {
    resource: 'controllable_unit',
    read: `or=(${operates}.eq.{party_id},service_provider.service_provider_id.eq.{party_id})`,
    title: 'by either of two related rows',
  },
};

const calls: Readonly<Record<string, string>> = {
  accounting_point:
    'calls: { lookup: { input: { business_id: { type: text } }, find: "business_id=eq.{input.business_id}", answer: [id], access: [owner] } }\n',
  controllable_unit:
    'calls: { describe: { item: true, input: {}, answer: [name, status], access: [operator], handler: describe.ts } }\n',
};

const handler = 'export default async ({ row }) => ({ name: row.name, status: row.status });\n';

/** Writes the definitions with the roles and with calls. Gives their folder. */
export async function writeRuled(): Promise<string> {
  const folder = join('.data', 'bench', 'ruled');
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(register)) {
    const text = await readFile(join(register, name), 'utf8');
    await writeFile(join(folder, name), name === 'service.yaml' ? ofService(text) : text + ofResource(name));
  }
  await writeFile(join(folder, 'describe.ts'), handler);
  return folder;
}

function ofService(text: string): string {
  const claims = text.replace(/^claims: \{/m, 'claims: { others: { party_id: party_id },');
  return `${claims}roles: [${Object.keys(rules).join(', ')}]\n`;
}

function ofResource(file: string): string {
  const own = Object.entries(rules).filter(([, { resource }]) => `${resource}.yaml` === file);
  const access = own.map(([role, { read }]) => `  ${role}: { read: "${read}" }\n`);
  const [resource = ''] = file.split('.', 1);
  return own.length === 0 ? '' : `access:\n${access.join('')}${calls[resource] ?? ''}`;
}
