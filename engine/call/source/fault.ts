import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** What is wrong with the file of a handler, and where. Lines and columns count from 1. */
export interface SourceFault {
  readonly message: string;
  readonly expected: string | null;
  readonly line: number;
  readonly column: number;
}

/** Why a worker process could not run these texts, each; null for one that it can. */
export async function sourceFaults(texts: readonly string[]): Promise<readonly (SourceFault | null)[]> {
  if (texts.length === 0) return [];
  const file = new URL(import.meta.url.endsWith('.ts') ? './strip.ts' : './strip.js', import.meta.url);
  // In a thread, where Node can be told not to say that stripping of types is new.
  const thread = new Worker(file, { workerData: texts, execArgv: ['--disable-warning=ExperimentalWarning'] });
  const [faults] = await once(thread, 'message');
  return faults as readonly (SourceFault | null)[];
}
