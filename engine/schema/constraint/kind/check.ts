import { ownAtoms } from '../../../model/condition/atom.ts';
import { isRelated } from '../../../model/condition/check_concern.ts';
import { fieldsOf, storedFieldsOf } from '../../../model/condition/looks.ts';
import type { BoundCondition } from '../../../model/field.ts';
import type { Check } from '../../../model/model.ts';
import { stepOf } from '../../../model/relation.ts';
import { constantTerms, renderCondition } from '../../../query/sql/condition/condition.ts';
import { identifier, sql } from '../../../sql/fragment.ts';
import { textOf } from '../../../sql/render.ts';
import { checkNameParts } from '../check_name.ts';
import { type Attempt, type ConstraintKind, invalid, type Violation } from '../kind.ts';
import { rowCheck } from '../row_check.ts';

/** A rule of the definitions over several fields. */
export interface CheckConstraint {
  readonly kind: 'check';
  readonly resource: string;
  readonly check: Check;
}

const columns = ({ check }: CheckConstraint) => storedFieldsOf(check.that).map(({ name }) => name);

export const check: ConstraintKind<CheckConstraint> = {
  declared: {
    byRows: ({ name: resource, checks }) =>
      checks
        // Triggers keep what looks at other rows, and what is asked after some writes.
        .filter((each) => !isRelated(each) && each.moment === null)
        .map((each) => [checkNameParts(each), { kind: 'check', resource, check: each }]),
  },
  kept: rowCheck({
    condition: (constraint) => textOf(sql`((${renderCondition(constraint.check.that, terms)}) is true)`),
    words: (constraint) => constraint.check.message.replaceAll('\n', ' '),
    columns,
  }),
  columns,
  violation: (constraint, attempt) => brokenRule(constraint.check, attempt),
};

/** What is wrong with a write after which a row would break a rule of its resource. */
export function brokenRule(
  { message, that, moment }: Check,
  { sent, shows }: Pick<Attempt, 'sent' | 'shows'>,
): Violation {
  // The write may have made the moment, and not what is asked then.
  const rules = [that, ...(moment === null || moment.when === null ? [] : [moment.when])];
  const fields = rules.flatMap((rule) => [...wayStart(rule), ...fieldsOf(rule).map(({ name }) => name)]);
  const shown = [...new Set(fields)].filter(shows);
  const known = shown.filter((name) => sent(name) !== null);
  // All that the rule looks at, where none of it was sent.
  return invalid(message, known.length === 0 ? shown : known);
}

/** The fields by which a row says where its rule looks: for its cover, or for the rows that it refers to. */
export function wayStart(that: BoundCondition): readonly string[] {
  const [first] = that.kind === 'covered' ? that.relations : [];
  const steps = ownAtoms(that).flatMap((atom) => (atom.kind === 'related' ? [stepOf(atom.related.relation)] : []));
  const all = first === undefined ? steps : [first, ...steps];
  return [...new Set(all.flatMap(({ from }) => (from === 'id' ? [] : [from])))];
}

const terms = constantTerms((field) => identifier(field.name));
