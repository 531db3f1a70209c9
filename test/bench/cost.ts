import { processorTime, processorTimeOf } from '../processor_time.ts';
import type { Loaded } from './load.ts';
import type { Served } from './subject.ts';

/** What a server did under load, and what each request took of the processors. */
export interface Measured extends Loaded {
  /** In microseconds: it lasts, whatever else the machine does. */
  readonly processor: { readonly server: number; readonly database: number };
}

/** Puts load on a server, and counts the time that its process and PostgreSQL's processes, with data in these folders, take. */
export async function withCost(
  { program }: Served,
  data: readonly string[],
  work: () => Promise<Loaded>,
): Promise<Measured> {
  const taken = () => ({ server: processorTimeOf(program.pid ?? 0), database: processorTime(...data) });
  const before = taken();
  const loaded = await work();
  const after = taken();
  const each = (of: keyof typeof before) => ((after[of] - before[of]) * 1000) / loaded.requests;
  return { ...loaded, processor: { server: each('server'), database: each('database') } };
}
