import type { Test } from 'tap';
import { type BatchService, batchService } from './batch_service.ts';
import type { Answer } from './service.ts';

export const count = 40;

export const ids = Array.from({ length: count }, (_, place) => place + 1);

/** Units with the ids from 1, of which a worker of the party 1 may change the odd ones. */
export async function filled(t: Test, service?: string): Promise<BatchService> {
  const made = await batchService(t, service);
  const { status, text } = await made.run([
    ...['Ada', 'Bo'].map((name) => ({ url: 'party', body: { name } })),
    ...ids.map((id) => ({ url: 'unit', body: { party_id: id % 2 === 0 ? 2 : 1, name: `unit ${id}` } })),
  ]);
  if (status !== 200) throw new Error(text);
  return made;
}

export function rename({ ask }: BatchService, id: number, name: string, token?: string): Promise<Answer> {
  return ask('PATCH', `/unit/${id}`, { body: { name }, ...(token !== undefined && { token }) });
}

/** How many transactions wrote the rows as they are now. */
export async function transactions({ database }: BatchService, table: string): Promise<number> {
  const [row] = await database.query(`select count(distinct xmin::text) as count from ${table}`);
  return Number(row?.count);
}
