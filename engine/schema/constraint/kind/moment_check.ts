import { askedChecks, isRelated } from '../../../model/condition/check_concern.ts';
import { storedFieldsOf } from '../../../model/condition/looks.ts';
import type { Check } from '../../../model/model.ts';
import { checkNameParts } from '../check_name.ts';
import type { ConstraintKind } from '../kind.ts';
import { brokenByWrite } from './related_check.ts';

/** A rule over the fields of a row that is asked after some writes of it. Triggers keep it (see engine/schema/check). */
export interface MomentCheck {
  readonly kind: 'moment_check';
  readonly resource: string;
  readonly check: Check;
}

export const momentCheck: ConstraintKind<MomentCheck> = {
  declared: {
    byRows: ({ name: resource, checks }) =>
      askedChecks(checks)
        .filter((check) => !isRelated(check))
        .map((check) => [checkNameParts(check), { kind: 'moment_check', resource, check }]),
  },
  kept: { by: 'trigger' },
  columns: ({ check: { that } }) => storedFieldsOf(that).map(({ name }) => name),
  violation: ({ check, resource }, attempt) => brokenByWrite(check, resource, attempt),
};
