import type { Served } from './subject.ts';

/** The bytes of memory that a server has, as it says itself. */
export async function residentBytes({ address }: Served): Promise<number> {
  const text = await (await fetch(`${new URL(address).origin}/metrics`)).text();
  const [, bytes] = /^process_resident_memory_bytes (\S+)$/m.exec(text) ?? [];
  return Number(bytes);
}
