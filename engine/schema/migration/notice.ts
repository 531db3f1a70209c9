import type { Model } from '../../definition/model.ts';
import { noticeFunctions } from '../notice_turn.ts';
import { catalogOnly, inTransaction, type Planned } from './step.ts';

/**
 * Computes notices by the rules of the new model, once everything that the rules look at is noted: the service then looks
 * at all rows of a resource whose rules have changed.
 */
export function noticeSteps(before: Model, after: Model): readonly Planned[] {
  const old = noticeFunctions(before);
  const now = noticeFunctions(after);
  const gone = [...old.keys()].filter((name) => !now.has(name));
  const made = [...now].filter(([name, text]) => old.get(name) !== text).map(([, text]) => text);
  if (gone.length === 0 && made.length === 0) return [];
  return [
    {
      stage: 'switch',
      table: 'almanac.notice',
      title: 'compute notices as the rules say',
      runs: inTransaction,
      statements: [...gone.map((name) => `drop ${name}`), ...made],
      locks: 'nothing',
      work: `${catalogOnly}; the service then looks at every row of a resource whose rules have changed, a thousand at a time`,
      loses: null,
      undo: 'a migration from the earlier definitions writes them as they were',
    },
  ];
}
