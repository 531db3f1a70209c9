import type { FieldCheck } from '../../../vocabulary/value/field_check.ts';
import { fieldChecks } from '../field_check.ts';
import { type ConstraintKind, invalid } from '../kind.ts';
import { rowCheck } from '../row_check.ts';

/** A facet of a field. */
export interface FieldConstraint {
  readonly kind: 'field';
  readonly resource: string;
  readonly field: string;
  readonly what: FieldCheck['what'];
}

const columns = ({ field }: FieldConstraint) => [field];

export const field: ConstraintKind<FieldConstraint> = {
  declared: {
    byField: (each, { name: resource }) =>
      fieldChecks(each).map(({ what }) => [
        [resource, each.name, what, 'check'],
        { kind: 'field', resource, field: each.name, what },
      ]),
  },
  kept: rowCheck({
    condition: (constraint, table) => {
      const own = table.fields.get(constraint.field);
      const found = own && fieldChecks(own).find(({ what }) => what === constraint.what);
      if (found === undefined) throw new Error(`${table.name}.${constraint.field} has no rule ${constraint.what}`);
      return `(${found.expression})`;
    },
    words: (constraint) => `${words(constraint)} of ${constraint.field}`,
    columns,
  }),
  columns,
  violation: (constraint, { sent, shows }) => {
    if (!shows(constraint.field)) return invalid('the row would break the rule of a field that you may not read', []);
    const value = sent(constraint.field);
    const shown = value === null ? constraint.field : `${constraint.field} ${value}`;
    return invalid(`${shown} breaks its rule: ${words(constraint)}`, [constraint.field]);
  },
};

function words({ what }: FieldConstraint): string {
  return what.replaceAll('_', ' ');
}
