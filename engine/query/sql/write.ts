import { looksAtRelations } from '../../definition/looks.ts';
import type { BoundCondition } from '../../model/field.ts';
import type { Table } from '../../model/model.ts';
import { quote } from '../../sql/identifier.ts';
import { line } from '../../sql/line.ts';
import { boundedRows } from './answer_bytes.ts';
import { renderFields } from './columns.ts';
import { renderCondition } from './condition.ts';
import { isDecidedByOthers, renderCreateLock, renderDeleteLock, renderUpdateLock } from './lock.ts';
import { longestRowOf } from './longest_answer.ts';
import { operand, seenOperand } from './operand.ts';
import { type OwnValue, renderOwnValues } from './own_value.ts';
import { type Precondition, renderPrecondition } from './precondition.ts';
import { asksForRoom, isRoomLimited, renderIntended, renderRoom, renderUpdateRoom } from './room.ts';
import { accessCondition, itemOf, termsOf } from './row.ts';
import { type Statement, Values } from './statement.ts';
import { ruleFor, type Viewer } from './viewer.ts';
import type { Assignment, Writer } from './writer.ts';

/**
 * Inserts a row: its `id` and `version`, and its shown form as a JSON object in `body` (see shownBody). A row that the writer
 * may not make is an error of almanac.forbid(), which undoes it.
 */
export function renderCreate(table: Table, assignments: readonly Assignment[], writer: Writer): Statement {
  const values = new Values();
  const caller = callerExpression(values, writer.identity);
  const isLimited = isRoomLimited(table, writer);
  const intended = isLimited ? `, ${renderIntended(table, assignments, writer, values)}` : '';
  const columns = assignments.map(({ field }) => quote(field.name)).join(', ');
  const operands = assignments.map((assignment) =>
    isLimited ? `intended.${quote(assignment.field.name)}` : seenOperand(assignment, writer, values),
  );
  const from = isLimited ? `from intended where ${renderRoom(table, 'create', writer, values)}` : 'from caller';
  const insert =
    assignments.length === 0
      ? `insert into public.${quote(table.name)} (recorded_by) select null ${from}`
      : `insert into public.${quote(table.name)} (${columns}) select ${operands.join(', ')} ${from}`;
  const sql = `${caller}${intended}, written as (${insert} returning *) ${shown(table, 'create', writer, values)}`;
  const isBehindLock = isLimited || isDecidedByOthers(table, ['create'], assignments, writer);
  return { ...values.statement(sql), first: isBehindLock ? renderCreateLock(table, assignments) : null };
}

/**
 * Changes a row: the same columns as of a create, or no row when it is not there (or soft-deleted, and not restored), is none
 * that the writer may see and change, the precondition does not hold, or it lacks one of the values that are its own.
 */
export function renderUpdate(
  table: Table,
  id: string,
  assignments: readonly Assignment[],
  writer: Writer,
  precondition: Precondition,
  own: readonly OwnValue[] = [],
): Statement {
  const values = new Values();
  const caller = callerExpression(values, writer.identity);
  const parameter = `${values.add(id)}::bigint`;
  const restores = assignments.some(({ field }) => field.name === 'valid_from');
  const conditions = [
    ...allowed(table, 'update', writer, values),
    ...ownValues(own, table, writer, values),
    ...(table.temporal === null || restores ? [] : ['item.valid_from is not null']),
    ...renderPrecondition(precondition, table, values),
  ];
  const isLimited = isRoomLimited(table, writer) && asksForRoom(table, assignments);
  const isBehindLock = isLimited || isDecidedByOthers(table, ['read', 'update'], assignments, writer);
  const [lock, held] = isBehindLock ? ['', ''] : lockExpression(table, parameter, assignments, values);
  const set = setting(assignments, writer, values);
  const all = isLimited ? [renderUpdateRoom(table, assignments, conditions, writer, values)] : conditions;
  const where = [`item.id = ${parameter}`, ...all].join(' and ');
  const statement = values.statement(
    line`
      ${caller}${lock},
      written as (
        update public.${quote(table.name)} as item
        set ${set}
        from caller${held}
        where ${where}
        returning item.*
      )
      ${shown(table, 'update', writer, values)}`,
  );
  return { ...statement, first: isBehindLock ? renderUpdateLock(table, id, assignments) : null };
}

/**
 * Removes a row, or takes an entry off its timeline (specification 3): its `id`, or no row when it is not there, is none that
 * the writer may see and remove, or the precondition does not hold.
 */
export function renderDelete(table: Table, id: string, writer: Writer, precondition: Precondition): Statement {
  const values = new Values();
  const caller = callerExpression(values, writer.identity);
  const name = `public.${quote(table.name)}`;
  const parameter = `${values.add(id)}::bigint`;
  const where = [
    `item.id = ${parameter}`,
    ...allowed(table, 'delete', writer, values),
    ...renderPrecondition(precondition, table, values),
  ].join(' and ');
  const isBehindLock = isDecidedByOthers(table, ['read', 'delete'], [], writer);
  const [lock, held] = isBehindLock ? ['', ''] : lockExpression(table, parameter, [], values);
  const statement = values.statement(
    table.temporal === null
      ? `${caller} delete from ${name} as item using caller where ${where} returning item.id`
      : `${caller}${lock} update ${name} as item set valid_from = null, valid_to = null ` +
          `from caller${held} where ${where} and item.valid_from is not null returning item.id`,
  );
  return { ...statement, first: isBehindLock ? renderDeleteLock(table, id) : null };
}

/**
 * Why a write found no row, if the writer sees one: whether it is an entry that is off its timeline (`deleted`), and whether
 * the writer may do this with it (`allowed`), whether the precondition holds (`held`), and whether it has each of the values that
 * are its own (`own_0` and so on).
 */
export function renderMissing(
  table: Table,
  id: string,
  action: 'update' | 'delete',
  writer: Writer,
  precondition: Precondition = { kind: 'none' },
  own: readonly OwnValue[] = [],
): Statement {
  const { model, viewer } = writer;
  const values = new Values();
  const row = itemOf(table, model, values, null, viewer);
  const where = [`item.id = ${values.add(id)}::bigint`, ...accessCondition(table, 'read', row)].join(' and ');
  const may = accessCondition(table, action, row).join(' and ') || 'true';
  const deleted = table.temporal === null ? 'false' : 'item.valid_from is null';
  const held = renderPrecondition(precondition, table, values).join(' and ') || 'true';
  const has = ownValues(own, table, writer, values).map((sql, index) => `, ${sql} as own_${index}`);
  return values.statement(
    line`
      select ${deleted} as deleted, (${may}) is true as allowed, ${held} as held${has.join('')}
      from public.${quote(table.name)} as item
      where ${where}`,
  );
}

export function setting(assignments: readonly Assignment[], writer: Writer, values: Values): string {
  // An update of nothing still has to answer with the row: the id stays what it is.
  if (assignments.length === 0) return 'id = item.id';
  return assignments.map((each) => `${quote(each.field.name)} = ${seenOperand(each, writer, values)}`).join(', ');
}

function ownValues(
  own: readonly OwnValue[],
  table: Table,
  { model, viewer }: Writer,
  values: Values,
): readonly string[] {
  if (own.length === 0) return [];
  return renderOwnValues(own, model.resources.get(table.name) ?? table, itemOf(table, model, values, null, viewer));
}

/** The conditions that a row is one which the writer may see, and do this with. */
export function allowed(
  table: Table,
  action: 'update' | 'delete',
  { model, viewer }: Writer,
  values: Values,
): readonly string[] {
  const row = itemOf(table, model, values, null, viewer);
  return [...accessCondition(table, 'read', row), ...accessCondition(table, action, row)];
}

// The triggers read the identity from a setting of this transaction. A CTE that nothing refers to would never run.
export function callerExpression(values: Values, identity: string): string {
  return `with caller as materialized (select set_config('almanac.identity', ${values.add(identity)}, true) as identity)`;
}

/**
 * A CTE that locks the row on which writers of the entry's timeline queue, and that of the timeline it moves to; and what
 * makes the statement wait for it before it looks at its own row, as a continuation of FROM. An update locks its own row
 * before any trigger runs, and triggers alone would deadlock under mixed creates and changes.
 */
function lockExpression(
  table: Table,
  id: string,
  assignments: readonly Assignment[],
  values: Values,
): readonly [lock: string, held: string] {
  const [first] = table.temporal?.timeline ?? [];
  const field = table.fields.get(first ?? '');
  if (field?.type.kind !== 'reference') return ['', ''];
  const current = `select entry.${quote(field.name)} from public.${quote(table.name)} as entry where entry.id = ${id}`;
  const move = assignments.find((assignment) => assignment.field === field);
  const ids = move === undefined ? current : `${current} union all select ${operand(move, values)}`;
  return [
    line`, timeline as materialized (
      select owner.id
      from public.${quote(field.type.to)} as owner
      where owner.id in (${ids})
      order by owner.id
      for no key update
    )`,
    ', (select count(*) as owners from timeline) as locked',
  ];
}

/**
 * For each rule that looks at other rows, whether the row keeps it, in `rule_0` and so on. A statement of its own: that
 * which writes does not see what it has written.
 */
export function renderRules(
  table: Table,
  rules: readonly BoundCondition[],
  id: string,
  { model, viewer }: Writer,
): Statement {
  const values = new Values();
  const row = { ...itemOf(table, model, values, null, viewer), limited: false };
  const kept = rules.map((rule, index) => `(${renderCondition(rule, termsOf(row))}) is true as rule_${index}`);
  const where = `item.id = ${values.add(id)}::bigint`;
  return values.statement(`select ${kept.join(', ')} from public.${quote(table.name)} as item where ${where}`);
}

/** What refuses a row that is written as the writer may not write it, as a continuation of FROM. */
export function keeping(
  table: Table,
  action: 'create' | 'update',
  { model, viewer }: Pick<Writer, 'model' | 'viewer'>,
  values: Values,
): string {
  const rule = accessCondition(table, action, itemOf(table, model, values, null, viewer, 'written'));
  return rule.length === 0 ? '' : ` where case when ${rule.join(' and ')} then true else almanac.forbid() end`;
}

function shown(table: Table, action: 'create' | 'update', { model, viewer }: Writer, values: Values): string {
  const where = keeping(table, action, { model, viewer }, values);
  const own = model.resources.get(table.name) ?? table;
  const body = shownBody(table, { model, viewer }, values);
  const rows = line`
    select written.id, written.row_version as version, ${body} as body
    from written, lateral (select ${renderFields(own, 'written')}) as shown${where}`;
  const { responseBytes } = model.service.limits;
  return longestRowOf(own) <= responseBytes ? rows : boundedRows(['id', 'version', 'body'], rows, responseBytes);
}

/** The row as JSON; null where the writer may not read it as it is now, or another statement has to find out. */
function shownBody(table: Table, { model, viewer }: Pick<Writer, 'model' | 'viewer'>, values: Values): string {
  if (!isShownAtOnce(table, viewer)) return 'null::text';
  const rule = accessCondition(table, 'read', itemOf(table, model, values, null, viewer, 'written'));
  const row = 'row_to_json(shown.*)::text';
  return rule.length === 0 ? row : `case when ${rule.join(' and ')} then ${row} end`;
}

/**
 * Whether the statement that writes a row can tell whether its writer may read it. It sees other rows as they were before it
 * wrote, and before it waited for a lock: where the read rule looks at others, a second statement reads the row.
 */
export function isShownAtOnce(table: Table, viewer: Viewer): boolean {
  const rule = ruleFor(viewer, table, 'read');
  return rule.kind !== 'rule' || !looksAtRelations(rule.condition);
}
