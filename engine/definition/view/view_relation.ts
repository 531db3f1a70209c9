import { type AnyRelation, stepsOf } from '../../model/relation.ts';
import type { Definitions } from '../definitions.ts';

/** The relations of a resource that rules may look at: a rule is asked of tables, in triggers too, and of no view. */
export function withoutViews(
  relations: ReadonlyMap<string, AnyRelation>,
  { wellFormed }: Definitions,
): ReadonlyMap<string, AnyRelation> {
  const isOfTables = (relation: AnyRelation) =>
    stepsOf(relation).every(({ target }) => wellFormed.get(target)?.definition.view === undefined);
  return new Map([...relations].filter(([, relation]) => isOfTables(relation)));
}
