import type { CopySession } from '../../../db/connection/copy_session.ts';
import type { DatabaseError } from '../../../db/database_error.ts';
import type { Model } from '../../model/model.ts';
import type { Constraint } from '../../schema/constraint/constraints.ts';
import type { Fault } from './fault.ts';
import type { SoundRow } from './row.ts';
import type { Shape } from './staging.ts';

/** What writing needs beside the rows. */
export interface Writing {
  readonly model: Model;
  readonly constraints: ReadonlyMap<string, Constraint>;
  /** Of the ids of the table. */
  readonly idSequence: string;
}

/** The database refused to go on, for no fault of a row. */
export class ImportRefused extends Error {
  readonly error: DatabaseError;
  constructor(error: DatabaseError) {
    super(error.message);
    this.error = error;
  }
}

/** The staged rows of a piece, and the session that writes them. */
export interface Attempt extends Writing {
  readonly session: CopySession;
  readonly shape: Shape;
  readonly rows: readonly SoundRow[];
}

/** What was found of rows, and done with them. */
export interface Attempted {
  readonly faults: readonly Fault[];
  readonly made: number;
  readonly changed: number;
}

/** @throws ImportRefused for a statement that can only fail with its connection. */
export async function settled(outcome: ReturnType<CopySession['query']>) {
  const done = await outcome;
  if (!done.ok) throw new ImportRefused(done.error);
  return done;
}
