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

/**
 * The answers to writes that come at the same time, and whether they took long. On a slow machine, few of them may wait
 * together. Where it stands still, a statement of several ends after a second, and then each is a transaction.
 */
export async function together<Each>(
  writes: readonly Promise<Each>[],
  most = 300,
): Promise<{ readonly answers: readonly Each[]; readonly isSlow: boolean }> {
  const begin = performance.now();
  const answers = await Promise.all(writes);
  return { answers, isSlow: performance.now() - begin > most };
}

/** How many transactions wrote the rows as they are now. */
export async function transactions({ database }: BatchService, table: string): Promise<number> {
  const [row] = await database.query(`select count(distinct xmin::text) as count from ${table}`);
  return Number(row?.count);
}
