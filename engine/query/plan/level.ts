import type { Model } from '../../model/model.ts';
import type { GroupObstacle } from './aggregate_column.ts';

/** Where in a request a row stands: how deep in its relations, what `*` means there, and whether rows are put into groups. */
export interface Level {
  readonly model: Model;
  readonly depth: number;
  readonly withLinks: boolean;
  /** Why its rows cannot be put into groups; null if they can. */
  readonly obstacle: GroupObstacle | null;
  /** Whether they are, or it is part of what other rows are grouped by. */
  readonly isGrouped: boolean;
}
