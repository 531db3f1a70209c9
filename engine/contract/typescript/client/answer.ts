import type { Resources } from './resources.ts';
import type { Name } from './row.ts';

/** A row and the entity tag of its version. */
export interface Answer<R> {
  readonly row: R;
  readonly etag: string;
}

/** A row that was written, but that the caller may not read. */
export interface Unread {
  readonly row: null;
  readonly etag: null;
  readonly id: string;
}

/** The answer to a write. The row is missing if the caller may write it but not read it. */
export type Written<N extends Name, Operation extends 'create' | 'update', R> = Operation extends Resources[N]['unread']
  ? Answer<R> | Unread
  : Answer<R>;
