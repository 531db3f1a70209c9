import type { Outcome, Query, Statement } from '../../../db/statement.ts';
import type { Joint, WriteStatement } from '../../query/cache/write_cache.ts';

/** Writes that were one statement were refused, or not done in their order: each has to be a statement of its own. */
export class Unjoined extends Error {}

/** A statement, and who waits for it. */
interface Asked {
  readonly statement: Statement;
  /** Undefined for one that runs alone. */
  readonly joint: Joint | undefined;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (thrown: unknown) => void;
}

/**
 * Runs statements in their order. If several are asked for at once, writes of one shape that follow each other are one
 * statement. It throws Unjoined unless that wrote each row, in the order of the requests: faults and events are then as one
 * by one.
 */
export function joining(query: Query): Query {
  let asked: Asked[] = [];
  const flush = (): void => {
    const all = asked;
    asked = [];
    for (const group of groupsOf(all)) {
      runGroup(group, query).catch((thrown: unknown) => {
        for (const { reject } of group) reject(thrown);
      });
    }
  };
  return (statement) =>
    new Promise((resolve, reject) => {
      asked.push({ statement, joint: (statement as WriteStatement).joint?.(), resolve, reject });
      // Behind all promises that are settled by now, which may ask for more.
      if (asked.length === 1) process.nextTick(flush);
    });
}

function groupsOf(all: readonly Asked[]): readonly (readonly Asked[])[] {
  const groups: Asked[][] = [];
  let ids = new Set<string>();
  for (const each of all) {
    const group = groups.at(-1);
    const id = each.joint?.id ?? null;
    // PostgreSQL changes a row once in a statement.
    if (group?.[0] !== undefined && isAlike(group[0], each) && (id === null || !ids.has(id))) group.push(each);
    else {
      groups.push([each]);
      ids = new Set();
    }
    if (id !== null) ids.add(id);
  }
  return groups;
}

function isAlike({ joint }: Asked, other: Asked): boolean {
  return joint !== undefined && joint.shape === other.joint?.shape;
}

async function runGroup(group: readonly Asked[], query: Query): Promise<void> {
  const joints = group.flatMap(({ joint }) => joint ?? []);
  const [first] = group;
  const [joint] = joints;
  if (first === undefined) return;
  if (joint === undefined || group.length === 1) {
    first.resolve(await query(first.statement));
    return;
  }
  const outcome = await query(joint.join(joints));
  if (!outcome.ok && !outcome.error.unavailable) throw new Unjoined();
  const { rows } = outcome.ok ? outcome : { rows: [] };
  const isInOrder =
    rows.length === joints.length && joints.every(({ id }, place) => id === null || id === rows[place]?.id);
  if (outcome.ok && !isInOrder) throw new Unjoined();
  for (const [place, { resolve }] of group.entries())
    resolve(outcome.ok ? { ok: true, rows: rows.slice(place, place + 1), rowCount: 1 } : outcome);
}
