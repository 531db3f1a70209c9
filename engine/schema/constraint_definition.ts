import type { Table } from '../model/model.ts';
import { constantTerms, renderCondition } from '../query/sql/condition.ts';
import { quote } from '../sql/identifier.ts';
import { textLiteral } from '../sql/literal.ts';
import type { Constraint } from './constraint.ts';
import { fieldChecks } from './field_check.ts';

/** `constraint <name> <definition>`, as it stands in `create table` and after `alter table ... add`. */
export function constraintDefinition(name: string, constraint: Constraint, table: Table): string {
  return `constraint ${quote(name)} ${constraintRule(constraint, table)}`;
}

/** Where a constraint stands in the schema: in its table, beside it as an index, in a trigger, or after all tables. */
export function placeOf(constraint: Constraint, table: Table): 'table' | 'index' | 'trigger' | 'end' {
  if (constraint.kind === 'transition' || constraint.kind === 'freeze' || constraint.kind === 'start_window')
    return 'trigger';
  if (constraint.kind === 'reference') return 'end'; // references may go round in a circle
  // Only live entries are unique, and only an index can be partial.
  return constraint.kind === 'unique' && table.temporal !== null ? 'index' : 'table';
}

/** Column names in parentheses. */
export function columnList(names: readonly string[]): string {
  return `(${names.map(quote).join(', ')})`;
}

/** What a constraint demands, without its name. */
export function constraintRule(constraint: Constraint, table: Table): string {
  switch (constraint.kind) {
    case 'primary_key':
      return 'primary key (id)';
    case 'unique':
      return `unique ${columnList(constraint.fields)}`;
    case 'reference':
      return `foreign key ${columnList([constraint.field])} references public.${quote(constraint.to)} (id)`;
    case 'check':
    case 'field':
    case 'validity':
    case 'align':
      return `check ${checkedCondition(constraint, table)}`;
    case 'transition':
    case 'freeze':
    case 'start_window':
      throw new Error(`the rule ${constraint.kind} of ${table.name} is kept by a trigger`);
    case 'overlap': {
      const timeline = constraint.timeline.map((name) => `${quote(name)} with =`).join(', ');
      // An entry without validity is a deleted one, and its range would be unbounded.
      return `exclude using gist (${timeline}, tstzrange(valid_from, valid_to) with &&) where (valid_from is not null)`;
    }
  }
}

/** A constraint that PostgreSQL checks row by row. */
export type RowConstraint = Constraint & { readonly kind: 'check' | 'field' | 'validity' | 'align' };

/** What it checks of a row, in parentheses. */
export function checkedCondition(constraint: RowConstraint, table: Table): string {
  switch (constraint.kind) {
    case 'check':
      return `((${renderCondition(constraint.check.that, terms)}) is true)`;
    case 'field': {
      const field = table.fields.get(constraint.field);
      const check = field && fieldChecks(field).find(({ what }) => what === constraint.what);
      if (check === undefined) throw new Error(`${table.name}.${constraint.field} has no rule ${constraint.what}`);
      return `(${check.expression})`;
    }
    case 'validity':
      // Null where a bound is null, which a check lets pass: what is left to refuse is infinity.
      return '(isfinite(valid_from) and isfinite(valid_to) and (valid_to is null or (valid_from is not null and valid_from < valid_to)))';
    case 'align':
      return `(${alignment(constraint.bound, constraint.zone)})`;
  }
}

/**
 * That an instant is the beginning of a day in a zone. Where the clocks skip midnight, PostgreSQL resolves it to the
 * instant at which they do.
 */
export function alignment(instant: string, zone: string): string {
  return `date_trunc('day', ${instant} at time zone ${textLiteral(zone)}) at time zone ${textLiteral(zone)} = ${instant}`;
}

const terms = constantTerms((field) => quote(field.name));
