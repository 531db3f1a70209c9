import type { Failure, Query } from '../../../db/statement.ts';
import { holdsScope, scopeOf } from '../../access/scope.ts';
import { Problem } from '../../contract/problem.ts';
import { type Dependant, dependantsOf } from '../../model/dependant.ts';
import type { Table } from '../../model/model.ts';
import {
  type Deletion,
  type Reached,
  renderReach,
  renderReachLock,
  renderRefused,
} from '../../query/sql/write/lock/reach.ts';
import type { Writer } from '../../query/sql/write/writer.ts';
import type { AccessRight } from '../../vocabulary/action/action_word.ts';
import { readArrayText } from '../../vocabulary/value/array_text.ts';
import type { RouteContext } from '../context.ts';
import { sightOf } from '../request/view.ts';

/** Whether the deletion of rows of a table can delete or change others. */
export function hasDependants(table: Table, { model }: Pick<RouteContext, 'model'>): boolean {
  return dependantsOf(table, model).length > 0;
}

/**
 * Deletes rows, with all that PostgreSQL deletes or clears for them. Before, it locks these others and asks for the right to
 * each of them. Where one refers to another, they are looked for again behind the locks.
 * @throws Problem, which undoes the deletion, for a row that the writer may not delete or change.
 */
export async function withDependants<Done extends object>(
  query: Query,
  context: Pick<RouteContext, 'model'>,
  deletion: Deletion,
  remove: () => Promise<Done | Failure>,
): Promise<Done | Failure> {
  const reached = await lockReached(query, context, deletion);
  if ('ok' in reached) return reached;
  const refused = await refuse(query, deletion.writer, reached);
  if (refused !== null) return refused;
  const done = await remove();
  if ('ok' in done) return done;
  const cleared = reached.filter(({ dependant }) => dependant.action === 'clear' && !dependant.asService);
  return (await refuseAfter(query, deletion.writer, cleared)) ?? done;
}

/** All rows that a deletion reaches, locked: nothing can refer to them from then on. */
async function lockReached(
  query: Query,
  { model }: Pick<RouteContext, 'model'>,
  deletion: Deletion,
): Promise<readonly Reached[] | Failure> {
  const dependants = dependantsOf(deletion.table, model);
  const most = model.service.limits.rowsPerRequest;
  let held: ReadonlySet<string> | null = null;
  let reached: readonly Reached[] = [];
  for (let round = 0; round < mostRounds; round += 1) {
    const first = held === null ? null : renderReachLock(deletion, reached, model);
    const found = await query({ ...renderReach(deletion, dependants, most), first });
    if (!found.ok) return found;
    const locked: ReadonlySet<string> | null = held === null ? null : new Set([...held, ...namesOf(reached)]);
    reached = found.rows.flatMap(({ way, ids }) => {
      const dependant = dependants[Number(way)];
      return dependant === undefined ? [] : [{ dependant, ids: (readArrayText(ids ?? '{}') ?? []).map(String) }];
    });
    const names = namesOf(reached);
    if (names.length > most) throw tooMany(most);
    if (locked !== null && names.every((name) => locked.has(name))) return reached;
    held = locked ?? new Set();
  }
  throw new Problem('concurrent_change', 'rows that refer to the deleted one were written at the same time');
}

// The first round finds the rows, the second one locks them and looks again. Others may have come up before the locks.
const mostRounds = 5;

function namesOf(reached: readonly Reached[]): readonly string[] {
  return reached.flatMap(({ dependant: { table }, ids }) => ids.map((id) => `${table.name} ${id}`));
}

async function refuse(query: Query, writer: Writer, reached: readonly Reached[]): Promise<Failure | null> {
  const goes = new Set(
    reached.flatMap(({ dependant: { table, action }, ids }) =>
      action === 'cascade' ? ids.map((id) => `${table.name} ${id}`) : [],
    ),
  );
  for (const { dependant, ids } of reached) {
    if (dependant.asService) continue;
    const isCleared = dependant.action === 'clear';
    // A row that goes as well is not changed before.
    const asked = isCleared ? ids.filter((id) => !goes.has(`${dependant.table.name} ${id}`)) : ids;
    if (asked.length === 0) continue;
    if (mayNever(dependant, writer)) throw forbidden(dependant, writer);
    const rights: readonly AccessRight[] = isCleared ? ['read', 'update'] : ['read', 'delete'];
    const failure = await requireRights(query, writer, { dependant, ids: asked }, rights);
    if (failure !== null) return failure;
  }
  return null;
}

async function refuseAfter(query: Query, writer: Writer, cleared: readonly Reached[]): Promise<Failure | null> {
  for (const each of cleared) {
    const failure = await requireRights(query, writer, each, ['updated']);
    if (failure !== null) return failure;
  }
  return null;
}

/** @throws Problem for a row for which the writer lacks a right. */
async function requireRights(
  query: Query,
  writer: Writer,
  reached: Reached,
  rights: readonly AccessRight[],
): Promise<Failure | null> {
  const asked = await query(renderRefused(reached, rights, writer));
  if (!asked.ok) return asked;
  if (asked.rows[0]?.refused === 't') throw forbidden(reached.dependant, writer);
  return null;
}

/** Whether the writer may do this with no row at all. */
function mayNever({ table, field, action }: Dependant, { principal, model }: Writer): boolean {
  const needed = action === 'cascade' ? 'delete' : 'update';
  if (!table.actions.has(needed) || !holdsScope(principal, scopeOf(needed, table.name))) return true;
  return action === 'clear' && model.resources.get(table.name)?.fields.get(field)?.update !== true;
}

function forbidden({ table, field, action }: Dependant, writer: Writer): Problem {
  const which = sightOf(writer).showsAll(table.name, field) ? `rows of ${table.name}` : 'other rows';
  const deed = action === 'cascade' ? 'delete' : 'change';
  return new Problem('forbidden', `the deletion would also ${deed} ${which}, which you may not ${deed}`);
}

function tooMany(most: number): Problem {
  return new Problem('limit_exceeded', `the deletion reaches more than ${most} other rows`, {
    hint: 'delete the rows that refer to it first, some at a time',
  });
}
