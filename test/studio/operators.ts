import { studioOperators as told } from '../../engine/contract/studio/operators.ts';
import type { StudioOperator } from '../../engine/contract/studio/studio_model.ts';

/** The operators as the service tells Studio of them, by name. */
export const studioOperators: ReadonlyMap<string, StudioOperator> = new Map(
  told.map((operator) => [operator.name, operator]),
);
