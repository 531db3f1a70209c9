import type { Database } from '../../db/database.ts';
import { type ExtensionPoint, extensionPoint } from '../model/feature.ts';
import type { Model } from '../model/model.ts';
import type { FileStore } from '../store/store.ts';
import type { Frontier } from './frontier.ts';
import type { Loop } from './loop.ts';

/** One kind of work in the background. */
export interface Work {
  readonly name: string;
  /** The table in the schema almanac from which it takes rows; null where it takes none. */
  readonly queue: string | null;
  /**
   * The SQL condition that it has something to do; null for work that only its own pauses start. The queue is a relation of its
   * own name, where `waiting` is the first id.
   */
  readonly due: string | null;
  /** What wakes it before a look finds it. */
  readonly heeds: readonly string[];
  readonly start: (context: WorkContext) => Loop;
}

/** That something was written in this process. */
export const written = 'written';

interface WorkContext extends WorkOptions {
  readonly model: Model;
  readonly database: Database;
  /** How far the queue is known to be empty. */
  readonly frontier: Frontier;
  /** Wakes the work that heeds this. */
  readonly wake: (cause: string) => void;
  /** Told what goes wrong. It is tried again. */
  readonly failed: (error: unknown) => void;
}

export interface WorkOptions {
  /** Before each attempt after a failed one to send an event; after the last, the subscription is dead. */
  readonly retrySeconds?: readonly number[];
  /** Where the bytes of files are. */
  readonly files?: FileStore | null;
  /** From one look for something to do to the next. */
  readonly lookMilliseconds: number;
}

/** The kinds of work that a feature does for a model; they are loaded when work begins. */
export const inWorker: ExtensionPoint<() => Promise<(model: Model) => readonly Work[]>> = extensionPoint();

/** All work that a model brings about. */
export async function worksOf(model: Model): Promise<readonly Work[]> {
  const parts = await Promise.all(inWorker.all(model).map((load) => load()));
  return parts.flatMap((works) => works(model));
}
