import type { Model } from '../../model/model.ts';
import { noticeFunctions } from '../notice_turn.ts';
import { replaced } from './function.ts';
import { catalogOnly, catalogStep, type Planned } from './step.ts';

/**
 * Computes notices by the rules of the new model, once everything that the rules look at is noted: the service then looks
 * at all rows of a resource whose rules have changed.
 */
export function noticeSteps(before: Model, after: Model, isRetyped: boolean): readonly Planned[] {
  const old = noticeFunctions(before);
  const now = noticeFunctions(after);
  const statements = replaced(old, now, isRetyped);
  if (statements.length === 0) return [];
  return [
    catalogStep({
      stage: 'switch',
      table: 'almanac.notice',
      title: 'compute notices as the rules say',
      statements,
      locks: 'nothing',
      work: `${catalogOnly}; the service then looks at every row of a resource whose rules have changed, a thousand at a time`,
      undo: replaced(now, old, isRetyped),
    }),
  ];
}
