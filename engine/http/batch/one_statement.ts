import { outcomeOfRow, type Query } from '../../../db/statement.ts';
import type { Joint } from '../../query/cache/write_cache.ts';
import { compareIds, type JointStatement } from '../edge/turn/write_group.ts';
import { type Run, withinWhole } from '../run.ts';
import { answerParts, type Running } from './answers.ts';
import { type Asked, gathering, isDecided, Unjoined } from './joining.ts';
import { mayCollide } from './names.ts';
import type { Part } from './part.ts';
import type { Answers } from './result.ts';

/** The requests of a batch have turned out not to be one statement. Nothing of it was sent. */
class Several extends Error {}

/**
 * Answers a batch whose requests are one statement. That is a transaction by itself. Other batches may become part of
 * it. Null where the requests turn out to be several statements.
 * @throws Problem of the first request that is refused; Unjoined if PostgreSQL refused the statement.
 */
export async function answerAsOne(
  parts: readonly Part[],
  running: Pick<Running, 'caller' | 'model'>,
  run: Run,
): Promise<Answers | null> {
  const own = withinWhole(oneOf(parts.length, run.query));
  const within = { ...running, run: own, comparesAtEnd: false, oneByOne: false };
  try {
    const { answers } = await answerParts(parts, within, async () => {});
    return answers;
  } catch (thrown) {
    if (thrown instanceof Several) return null;
    throw thrown;
  }
}

/**
 * Whether the requests of a batch are likely to be one statement. It locks their rows as it comes to them. So they must be in the
 * order of their ids, in which all other batches lock them.
 */
export function mayBeOne(parts: readonly Part[]): boolean {
  const [first] = parts;
  if (first === undefined || parts.length < 2) return false;
  const isCreate = first.action === 'create' && first.table?.temporal === null;
  if (!isCreate && (first.action !== 'update' || mayCollide(first))) return false;
  const names = namesIn(first);
  return names !== null && parts.every((part, at) => isAlike(part, first, names) && isBehind(part, parts[at - 1]));
}

function isAlike(part: Part, { table, action }: Part, names: string): boolean {
  const isPlain = !part.refers && !part.url.includes('?') && Object.keys(part.headers).every(isOfBody);
  return isPlain && part.table === table && part.action === action && namesIn(part) === names;
}

function isOfBody(header: string): boolean {
  return header === 'content-type';
}

/** The members of a body, as one text; null for several rows, and for any other value. */
function namesIn({ body }: Part): string | null {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.keys(body).join() : null;
}

/** Whether the row of a request has a greater id. New rows have not got their ids yet. */
function isBehind({ action, params: { id } }: Part, before: Part | undefined): boolean {
  if (before === undefined || action === 'create') return true;
  return compareIds(id, before.params.id) > 0;
}

/** Makes all statements of a batch one. */
function oneOf(count: number, query: Query): Query {
  let isSent = false;
  const send = async (asked: readonly Asked[]): Promise<void> => {
    if (isSent) throw new Error('a statement came behind the one that the batch is');
    isSent = true;
    const joints = asked.filter(isDecided).flatMap(({ joint }) => joint ?? []);
    const [first] = joints as [Joint?];
    const isOne = joints.every(({ shape, mayExchange }) => shape === first?.shape && !mayExchange);
    if (first === undefined || joints.length < count || !isOne) throw new Several();
    const statement: JointStatement = { ...first.join(joints), joints };
    const outcome = await query(statement);
    if (!outcome.ok && !outcome.error.unavailable) throw new Unjoined();
    for (const [place, { resolve }] of asked.entries()) resolve(outcomeOfRow(outcome, place));
  };
  return gathering((asked) => {
    send(asked).catch((thrown: unknown) => {
      for (const { reject } of asked) reject(thrown);
    });
  });
}
