import { relatedChecks } from '../../../model/condition/check_concern.ts';
import { storedFieldsOf } from '../../../model/condition/looks.ts';
import type { Check } from '../../../model/model.ts';
import { checkNameParts } from '../check_name.ts';
import type { Attempt, ConstraintKind, Violation } from '../kind.ts';
import { brokenRule, wayStart } from './check.ts';

/** A rule of the definitions that looks at related rows. Other rows may break it, so triggers keep it (see engine/schema/check). */
export interface RelatedCheck {
  readonly kind: 'related_check';
  readonly resource: string;
  readonly check: Check;
}

/** The detail of a refusal by a check of a row that the transaction has not written itself. */
export const ofOtherRow = 'the row is not one of the rows that were written';

/** The detail of a refusal by a check of a row that is deleted. */
export const ofDeletedRow = 'the row is deleted';

export const relatedCheck: ConstraintKind<RelatedCheck> = {
  declared: {
    byRows: (table) =>
      relatedChecks(table).map((check) => [
        checkNameParts(check),
        { kind: 'related_check', resource: table.name, check },
      ]),
  },
  kept: { by: 'trigger' },
  columns: ({ check: { that } }) => [...wayStart(that), ...storedFieldsOf(that).map(({ name }) => name)],
  violation: ({ check, resource }, attempt) => brokenByWrite(check, resource, attempt),
};

/** What is wrong with a write that breaks a check which a trigger keeps, of the row that it sends or of another. */
export function brokenByWrite(check: Check, resource: string, attempt: Attempt): Violation {
  const { table, detail } = attempt;
  return table.name === resource && detail !== ofOtherRow && detail !== ofDeletedRow
    ? brokenRule(check, attempt)
    : { code: 'rule_conflict', detail: check.message, fields: [] };
}
