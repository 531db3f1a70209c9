import type { Test } from 'tap';
import type { Database } from '../db/database.ts';

/** Keeps everybody from a table, readers too, until the function is called that this gives, or the test ends. */
export async function holdTable(t: Test, database: Database, table: string): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const holding = database.transaction(async (run) => {
    await run({ text: `lock table public.${table}`, values: [] });
    held.resolve();
    await released.promise;
  });
  await held.promise;
  t.teardown(() => released.resolve());
  return async () => {
    released.resolve();
    await holding;
  };
}
