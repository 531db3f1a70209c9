import type { ModelChange } from '../../schema/migration/change/model_change.ts';
import { replaced } from '../../schema/migration/step/function.ts';
import { catalogOnly, catalogStep, type Planned } from '../../schema/migration/step.ts';
import { noticeFunctions } from './turn.ts';

/**
 * Computes notices by the rules of the later model, once every change that the rules look at is noted. The service then looks
 * at all rows of a resource whose rules have changed.
 */
export function noticeSteps({ from, to, changes }: ModelChange): readonly Planned[] {
  const isRetyped = changes.some(({ fields }) => fields.converted.length > 0);
  const old = noticeFunctions(from);
  const now = noticeFunctions(to);
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
