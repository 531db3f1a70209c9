import { Problem } from '../../contract/problem.ts';
import { createdFrom } from '../../model/created_from.ts';
import type { Model, Resource } from '../../model/model.ts';
import { ofOtherRow } from '../../schema/constraint/kind/related_check.ts';
import { type Constraint, kindOf } from '../../schema/constraint/kinds.ts';
import { endlessState, forbiddenState } from '../../schema/record_time.ts';
import type { Refusal, RefusedWrite } from './refused_write.ts';

/** The answer to a write that is refused for what follows from it; null where something else is wrong with it. */
export function consequenceProblem(
  refusal: Refusal,
  write: RefusedWrite,
  constraints: ReadonlyMap<string, Constraint>,
): Problem | null {
  const { sqlstate, column } = refusal;
  if (sqlstate === endlessState)
    return new Problem(
      'endless_consequences',
      'the rows that the change would create would create more rows, and so on',
    );
  const constraint = constraints.get(refusal.constraint ?? '');
  const name = constraint?.resource ?? refusal.table ?? createdWithin(refusal, write.model) ?? '';
  if (isOfCreation(refusal) || isCreatedRow(refusal, constraint, write)) {
    if (constraint === undefined && withoutRule(refusal) === null) return null;
    const reason = constraint === undefined ? withoutRule(refusal) : ruleWords(refusal, write, constraint);
    // The caller may not read such rows, and not know of them.
    const isShown = reason !== null && write.sight.reads(name);
    const created = isShown ? `a row of ${name} that is refused: ${reason}` : 'a row that is refused';
    return new Problem('rule_conflict', `the change would create ${created}`);
  }
  const { table, sight } = write;
  if (sqlstate.startsWith('22') && table.sets.length > 0 && stamp.test(refusal.within ?? ''))
    return unset('a value that the service sets does not fit its field', '');
  const isSet = column !== null && refusal.table === table.name && table.sets.some(({ values }) => values.has(column));
  if (sqlstate !== '23502' || !isSet) return null;
  return sight.shows(table.name, column)
    ? unset(`the service sets ${column} to null, and it is required`, `/${column}`)
    : unset('the service sets a field to null that is required', '');
}

function unset(detail: string, pointer: string): Problem {
  return new Problem('invalid_body', detail, { errors: [{ pointer, detail }] });
}

const stamp = /almanac\.\w+_stamp\(\)/;

/** Of the innermost function that creates rows: the table whose writes call it, and its number there. */
const creation = /almanac\.(\w+)_creates_(\d{3})\(\)/;

/** Whether it came up in a function that creates rows. */
function isOfCreation({ within }: Refusal): boolean {
  return creation.test(within ?? '');
}

/** The resource of the row that was created; null if the name of the function is cut. */
function createdWithin({ within }: Refusal, { resources }: Model): string | null {
  const [, name = '', number = ''] = creation.exec(within ?? '') ?? [];
  const table = resources.get(name);
  return (table?.kind === 'table' && table.creates[Number(number) - 1]?.resource) || null;
}

/** Whether it is of a row of another resource that follows from the write, and that is checked at the end. */
function isCreatedRow(
  { detail }: Refusal,
  constraint: Constraint | undefined,
  { table, model }: RefusedWrite,
): boolean {
  if (constraint?.kind !== 'related_check' || constraint.resource === table.name || detail === ofOtherRow) return false;
  return createdFrom(table, model).has(constraint.resource);
}

/** What the created row breaks, as its writer would be told. */
function ruleWords(refusal: Refusal, { model, sight }: RefusedWrite, constraint: Constraint): string | null {
  const table: Resource | undefined = model.resources.get(constraint.resource);
  if (table?.kind !== 'table') return null;
  const violation = kindOf(constraint).violation(constraint, {
    table,
    sent: () => null,
    shows: (field) => sight.shows(table.name, field),
    showsAll: sight.showsAll,
    detail: refusal.detail,
    isForbidden: refusal.sqlstate === forbiddenState,
  });
  return violation?.detail ?? null;
}

/** What is wrong with a created row that breaks no rule with a name; null for a fault that is not the row's. */
function withoutRule({ sqlstate, column }: Refusal): string | null {
  if (sqlstate === '23502') return `it has no ${column ?? 'value that is required'}`;
  return sqlstate.startsWith('22') ? 'a value does not fit its field' : null;
}
