import type { BoundCondition } from '../../definition/condition.ts';
import type { Field, Model, Table } from '../../definition/model.ts';
import { operandType } from './column_type.ts';
import { renderFields } from './columns.ts';
import { renderCondition } from './condition.ts';
import { quote } from './identifier.ts';
import { type Precondition, renderPrecondition } from './precondition.ts';
import { itemOf, termsOf } from './row.ts';
import { type Statement, Values } from './statement.ts';

/** A field and the value it gets, as text that PostgreSQL reads for its type. */
export interface Assignment {
  readonly field: Field;
  readonly value: string | null;
}

/** Inserts a row: its `id` and `version`, and its shown form as a JSON object in `body`. */
export function renderCreate(table: Table, assignments: readonly Assignment[], identity: string): Statement {
  const values = new Values();
  const caller = callerExpression(values, identity);
  const columns = assignments.map(({ field }) => quote(field.name)).join(', ');
  const operands = assignments.map((assignment) => operand(assignment, values)).join(', ');
  const insert =
    assignments.length === 0
      ? `insert into public.${quote(table.name)} (recorded_by) select null from caller`
      : `insert into public.${quote(table.name)} (${columns}) select ${operands} from caller`;
  return values.statement(`${caller}, written as (${insert} returning *) ${shown(table)}`);
}

/**
 * Changes a row: the same columns as of a create, or no row when it is not there (or soft-deleted, and not restored), or
 * the precondition does not hold.
 */
export function renderUpdate(
  table: Table,
  id: string,
  assignments: readonly Assignment[],
  identity: string,
  precondition: Precondition,
): Statement {
  const values = new Values();
  const caller = callerExpression(values, identity);
  const parameter = `${values.add(id)}::bigint`;
  const where = `item.id = ${parameter}`;
  const lock = lockExpression(table, parameter, assignments, values);
  const restores = assignments.some(({ field }) => field.name === 'valid_from');
  const live = table.temporal === null || restores ? '' : ' and item.valid_from is not null';
  const condition = renderPrecondition(precondition, table, values);
  // An update of nothing still has to answer with the row: the id stays what it is.
  const set =
    assignments.length === 0
      ? 'id = item.id'
      : assignments.map((each) => `${quote(each.field.name)} = ${operand(each, values)}`).join(', ');
  return values.statement(
    `${caller}${lock}, written as (update public.${quote(table.name)} as item set ${set} from caller${locked(table)} where ${where}${live}${condition} returning item.*) ${shown(table)}`,
  );
}

/**
 * Removes a row, or takes an entry off its timeline (specification 3): its `id`, or no row when it is not there or the
 * precondition does not hold.
 */
export function renderDelete(table: Table, id: string, identity: string, precondition: Precondition): Statement {
  const values = new Values();
  const caller = callerExpression(values, identity);
  const name = `public.${quote(table.name)}`;
  const parameter = `${values.add(id)}::bigint`;
  const where = `item.id = ${parameter}${renderPrecondition(precondition, table, values)}`;
  return values.statement(
    table.temporal === null
      ? `${caller} delete from ${name} as item using caller where ${where} returning item.id`
      : `${caller}${lockExpression(table, parameter, [], values)} update ${name} as item set valid_from = null, valid_to = null ` +
          `from caller${locked(table)} where ${where} and item.valid_from is not null returning item.id`,
  );
}

/** Whether a row is there, and in `deleted` whether it is an entry that was taken off its timeline. */
export function renderPresence(table: Table, id: string): Statement {
  const values = new Values();
  const deleted = table.temporal === null ? 'false' : 'item.valid_from is null';
  const where = `item.id = ${values.add(id)}::bigint`;
  return values.statement(`select ${deleted} as deleted from public.${quote(table.name)} as item where ${where}`);
}

// The triggers read the identity from a setting of this transaction. A CTE that nothing refers to would never run.
function callerExpression(values: Values, identity: string): string {
  return `with caller as materialized (select set_config('almanac.identity', ${values.add(identity)}, true) as identity)`;
}

/**
 * A CTE that locks the row on which writers of the entry's timeline queue, and that of the timeline it moves to. An
 * update locks its own row before any trigger runs, and triggers alone would deadlock under mixed creates and changes.
 */
function lockExpression(table: Table, id: string, assignments: readonly Assignment[], values: Values): string {
  const [first] = table.temporal?.timeline ?? [];
  const field = table.fields.get(first ?? '');
  if (field?.type.kind !== 'reference') return '';
  const current = `select entry.${quote(field.name)} from public.${quote(table.name)} as entry where entry.id = ${id}`;
  const move = assignments.find((assignment) => assignment.field === field);
  const ids = move === undefined ? current : `${current} union all select ${operand(move, values)}`;
  return `, timeline as materialized (select owner.id from public.${quote(field.type.to)} as owner where owner.id in (${ids}) order by owner.id for no key update)`;
}

/** What makes a statement wait for that lock before it looks at its own row. */
function locked(table: Table): string {
  return table.temporal === null ? '' : ', (select count(*) as owners from timeline) as locked';
}

/**
 * For each rule that looks at other rows, whether the row keeps it, in `rule_0` and so on. A statement of its own: that
 * which writes does not see what it has written.
 */
export function renderRules(table: Table, rules: readonly BoundCondition[], id: string, model: Model): Statement {
  const values = new Values();
  const row = itemOf(table, model, values, null);
  const kept = rules.map((rule, index) => `(${renderCondition(rule, termsOf(row))}) is true as rule_${index}`);
  const where = `item.id = ${values.add(id)}::bigint`;
  return values.statement(`select ${kept.join(', ')} from public.${quote(table.name)} as item where ${where}`);
}

function operand({ field, value }: Assignment, values: Values): string {
  return `${values.add(value)}::${operandType(field.type)}`;
}

function shown(table: Table): string {
  return `select written.id, written.row_version as version, row_to_json(shown.*)::text as body from written, lateral (select ${renderFields(table, 'written')}) as shown`;
}
