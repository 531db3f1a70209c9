import type { RouteContext } from '../../http/context.ts';
import type { FileStore } from '../../store/store.ts';
import type { Places } from './place.ts';

/** What the routes of files work with. */
export interface FileContext extends RouteContext {
  readonly store: FileStore;
  readonly places: Places;
}
