import type { Resources } from './resources.ts';
import type { Name } from './row.ts';

/** A row and the entity tag of its version. */
export interface Answer<R> {
  readonly row: R;
  readonly etag: string;
}

/** A row that was written, and that the caller may not read. */
export interface Unread {
  readonly row: null;
  readonly etag: null;
  readonly id: string;
}

/** The answer to a write: without the row where some role may write it and not read it, and the caller has such a role. */
export type Written<N extends Name, Operation extends 'create' | 'update', R> = Operation extends Resources[N]['unread']
  ? Answer<R> | Unread
  : Answer<R>;
