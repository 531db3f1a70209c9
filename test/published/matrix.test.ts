import { readFile, writeFile } from 'node:fs/promises';
import { test } from 'tap';
import { computeNotices } from '../../engine/feature/notice/compute.ts';
import { notifyAll } from '../events/notification_service.ts';
import { type Person, type Register, register } from './ground.ts';
import { freeIds, stepsOf, take } from './steps.ts';

// Who sees which row of the published register at which step of its stories, and what each write answers to whom. The tables
// in matrix.txt are the law, and a change of a rule shows there. A cell has the rows, and behind the stroke the number
// of versions in the history. With ALMANAC_WRITE the file is written anew; read each cell that has changed.

const file = new URL('matrix.txt', import.meta.url);

const people: readonly Person[] = [
  ...(['admin', 'nett', 'annet', 'effekt', 'fleksi', 'tredje', 'kari', 'ole', 'per', 'lys', 'kraft'] as const),
  ...(['balanse', 'motvekt', 'left', 'roleless'] as const),
];

type Cell = (person: Person) => Promise<string>;
type Line = readonly [name: string, cell: Cell];

/** A table with a line for each name and a column for each person. */
async function table(title: string, lines: readonly Line[]): Promise<string> {
  const rows = [[title, ...people]];
  for (const [name, cell] of lines) rows.push([name, ...(await Promise.all(people.map(cell)))]);
  return aligned(rows);
}

function aligned(rows: readonly (readonly string[])[]): string {
  const width = (at: number) => Math.max(...rows.map((row) => row[at]?.length ?? 0));
  const lineOf = (row: readonly string[]) => row.map((text, at) => text.padEnd(width(at))).join('  ');
  return rows.map((row) => lineOf(row).trimEnd()).join('\n');
}

type Row = Readonly<Record<string, unknown>>;
type Text = (row: Row) => string;
const names: Readonly<Record<string, string>> = { 3: 'Effekt', 4: 'Fleksi', 6: 'Kari', 7: 'Ole', 8: 'Per', 9: 'Lys' };
const own =
  (field: string): Text =>
  (row) =>
    String(row[field]);
const party =
  (field: string): Text =>
  (row) =>
    names[String(row[field])] ?? '?';

/** The paths of the tables, and what they show of a row. */
const shown: readonly (readonly [resource: string, query: string, text: Text])[] = [
  ['party', 'type=eq.end_user&order=id', own('name')],
  ['accounting_point', 'order=id', own('id')],
  ['accounting_point_end_user', 'accounting_point_id=eq.1&order=valid_from', party('end_user_id')],
  ['accounting_point_energy_supplier', 'accounting_point_id=eq.1&order=valid_from', party('energy_supplier_id')],
  ['accounting_point_system_operator', 'order=accounting_point_id', own('accounting_point_id')],
  ['contract', 'order=id', own('status')],
  ['controllable_unit', 'order=id', own('name')],
  ['technical_resource', 'order=id', own('name')],
  ['controllable_unit_service_provider', 'order=valid_from', party('service_provider_id')],
  ['controllable_unit_suspension', 'order=id', own('status')],
  ['bidding_zone_capacity', '', own('unit_count')],
];
const withoutHistory = ['party', 'accounting_point_system_operator', 'bidding_zone_capacity'];

/** What somebody reads there: a dash for nothing, or the status of a refusal. */
async function read(register: Register, person: Person, path: string, text: Text): Promise<string> {
  const answer = await register.as(person, 'GET', path);
  return answer.status === 200 ? answer.body.map(text).join('+') || '-' : String(answer.status);
}

async function versions(register: Register, person: Person, resource: string): Promise<string> {
  const answer = await register.as(person, 'GET', `/${resource}_history?select=id`);
  return answer.status === 200 ? `/${answer.body.length}` : '';
}

const seen = (register: Register, title: string) =>
  table(
    title,
    shown.map(([resource, query, text]) => [
      resource,
      async (person) => {
        const rows = await read(register, person, `/${resource}?${query}`, text);
        return withoutHistory.includes(resource) ? rows : rows + (await versions(register, person, resource));
      },
    ]),
  );

/** Steps after which nobody sees other rows of these resources than before, or a step later. */
const quietSteps = ['equip', 'judge', 'validate', 'sign again', 'take over', 'move out'];

test('who sees which row at which step of the stories', async (t) => {
  const service = await register(t);
  const writes: Line[] = [];
  const tables: string[] = [];
  const instants: (readonly [step: string, instant: string])[] = [];
  for (const step of stepsOf(service)) {
    const [method, path, body] = step.write;
    const tried = await Promise.all(
      people.map(async (person) => {
        const answer = await service.as(person, method, path, body, { prefer: 'tx=rollback' });
        return [person, String(answer.status)] as const;
      }),
    );
    const status = new Map(tried);
    writes.push([`${step.name} (${step.by})`, async (person) => status.get(person) ?? '']);
    await freeIds(service);
    await take(service, step);
    const [{ now } = { now: '' }] = await service.database.query(
      `select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as now`,
    );
    instants.push([step.name, String(now)]);
    if (!quietSteps.includes(step.name)) tables.push(await seen(service, `AFTER ${step.name}`));
  }
  const recorded = (title: string, resource: string, text: Text) =>
    table(
      title,
      instants.map(([step, instant]) => [
        step,
        (person) => read(service, person, `/${resource}?order=id&as_of=${instant}`, text),
      ]),
    );
  await notifyAll(service.model, service);
  while ((await computeNotices(service.database.database)) > 0);
  const told = (resource: string, query: string, text: Text): Cell => {
    return async (person) =>
      [...new Set((await read(service, person, `/${resource}?${query}`, text)).split('+'))].join('+');
  };
  const count = (resource: string): Cell => {
    return async (person) => {
      const answer = await service.as(person, 'GET', `/${resource}?select=id&limit=1000`);
      return answer.status === 200 ? String(answer.body.length) : String(answer.status);
    };
  };
  const found = [
    await table('WRITES: answer', writes),
    ...tables,
    await recorded('UNIT, as of', 'controllable_unit', (row) => `${row.name}:${row.status}`),
    await recorded('PROVIDER, as of', 'controllable_unit_service_provider', party('service_provider_id')),
    await table('TOLD in the end', [
      ['notifications', count('notification')],
      ['events', count('event')],
      ['notices', told('notice', 'order=type', (row) => String(row.type).replace('no.flexibility.', ''))],
    ]),
  ];
  if (process.env.ALMANAC_WRITE !== undefined) await writeFile(file, `${found.join('\n\n')}\n`);
  const law = (await readFile(file, 'utf8')).trimEnd().split('\n\n');
  t.equal(found.length, law.length);
  for (const [at, text] of law.entries()) t.equal(found[at], text, text.slice(0, text.indexOf('  ')));
});
