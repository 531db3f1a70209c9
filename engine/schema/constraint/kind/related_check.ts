import { relatedChecks } from '../../../model/condition/check_concern.ts';
import { storedFieldsOf } from '../../../model/condition/looks.ts';
import type { Check } from '../../../model/model.ts';
import type { ConstraintKind } from '../kind.ts';
import { brokenRule, wayStart } from './check.ts';

/** A rule of the definitions that looks at related rows. Other rows may break it, so triggers keep it (see engine/schema/check). */
export interface RelatedCheck {
  readonly kind: 'related_check';
  readonly resource: string;
  readonly check: Check;
}

/** The detail of a refusal by a check of a row that the transaction has not written itself. */
export const ofOtherRow = 'the row is not one of the rows that were written';

export const relatedCheck: ConstraintKind<RelatedCheck> = {
  declared: {
    byRows: (table) =>
      relatedChecks(table).map((check) => [
        check.name.split('_'),
        { kind: 'related_check', resource: table.name, check },
      ]),
  },
  kept: { by: 'trigger' },
  columns: ({ check: { that } }) => [...wayStart(that), ...storedFieldsOf(that).map(({ name }) => name)],
  violation: ({ check, resource }, attempt) =>
    attempt.table.name === resource && attempt.detail !== ofOtherRow
      ? brokenRule(check, attempt)
      : { code: 'rule_conflict', detail: check.message, fields: [] },
};
