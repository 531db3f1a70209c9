import type { Table } from '../../engine/model/model.ts';
import { strongestClaims, type TestService } from '../http/service.ts';
import { scalarOf } from '../http/valid_body.ts';
import { type Body, client, type InstanceAnswer } from './instance.ts';

let made = 0;

/** A body that creates a row. References lead to the first row of each table. */
export function bodyOf(table: Table, which: 'full' | 'least'): Body {
  made += 1;
  const n = made;
  const values: Record<string, Body[string]> = {};
  for (const field of table.fields.values()) {
    const isLeftOut = which === 'least' && (field.nullable || field.default !== null);
    if (!field.create || field.computed !== null || isLeftOut || field.name === 'valid_to') continue;
    const { type } = field;
    if (field.name === 'valid_from') values[field.name] = new Date(Date.UTC(2030, 0, 1, n)).toISOString();
    else if (type.kind === 'reference') values[field.name] = 1;
    else if (type.kind === 'array' && type.of.kind === 'reference') values[field.name] = [1];
    else values[field.name] = scalarOf(field, values, n);
  }
  return values;
}

export function tablesOf({ model }: TestService): readonly Table[] {
  return [...model.resources.values()].filter(
    (each) => each.kind === 'table' && each.madeBy === null && each.actions.has('create'),
  ) as readonly Table[];
}

/** A version of the service, and a client of it. */
export interface Instance {
  readonly service: TestService;
  readonly ask: ReturnType<typeof client>;
}

export function instanceOf(service: TestService): Instance {
  return { service, ask: client(service, { ...strongestClaims(service.model) } as Body) };
}

/** Makes the first row of each table, in an order in which each finds what it refers to. */
export async function seed({ service, ask }: Instance): Promise<void> {
  const left = new Set(tablesOf(service));
  for (let round = left.size; round > 0; round -= 1) {
    for (const table of left) {
      const { status } = await ask('POST', `/${table.name}`, bodyOf(table, 'least'));
      if (status === 201) left.delete(table);
      else await service.database.query(`alter sequence "${table.name}_id_seq" restart`);
    }
  }
}

/** Asks for everything that clients ask of a table. Gives the answers, the one to the create first. */
async function useTable({ ask }: Instance, table: Table): Promise<readonly InstanceAnswer[]> {
  const path = `/${table.name}`;
  const created = await ask('POST', path, bodyOf(table, 'full'));
  const own = `${path}/${created.status === 201 ? created.body.id : 1}`;
  const update = Object.fromEntries(
    Object.entries(bodyOf(table, 'least')).filter(([name]) => table.fields.get(name)?.update),
  );
  const requests = [
    { id: 'a', method: 'POST', url: table.name, body: bodyOf(table, 'least') },
    { id: 'b', method: 'GET', url: `${table.name}?id=eq.$a.id` },
    { id: 'c', method: 'DELETE', url: `${table.name}/$a.id` },
  ];
  return [
    created,
    await ask('GET', `${path}?limit=3&order=id.desc`),
    await ask('GET', own),
    await ask('PATCH', own, update),
    ...(table.temporal === null ? [] : [await ask('GET', `${path}?valid_at=2030-01-02T00:00:00Z`)]),
    ...(table.history ? [await ask('GET', `${path}_history?limit=3`)] : []),
    await ask('POST', '/batch', { requests }),
    await ask('GET', `${path}/1`),
    ...(created.status === 201 ? [await ask('DELETE', own)] : []),
  ];
}

/** Asks for everything of each table, as one client for each. */
export async function use(instance: Instance): Promise<readonly InstanceAnswer[]> {
  return (await Promise.all(tablesOf(instance.service).map((table) => useTable(instance, table)))).flat();
}
