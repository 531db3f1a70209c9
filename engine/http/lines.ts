import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ListPlan } from '../query/plan/list_plan.ts';
import { renderFuture } from '../query/sql/instant.ts';
import type { Statement } from '../query/sql/statement.ts';
import { mediaTypes } from './accept.ts';
import type { RouteContext } from './context.ts';
import { databaseProblem, queryProblemOf } from './database_problem.ts';
import { refuseFuture } from './reads.ts';
import { runQuery } from './run.ts';
import { parametersOf } from './url.ts';

/** Who takes nothing for so long does not keep a connection of the database. */
const patienceMilliseconds = 30_000;

/**
 * Sends rows as they come, an object to a line, in memory that does not grow with their number. What goes wrong before the
 * first of them is an answer as any other; after it, the answer breaks off, which its reader sees.
 */
export async function sendLines(
  request: FastifyRequest,
  reply: FastifyReply,
  statement: Statement,
  { asOf }: ListPlan,
  context: RouteContext,
): Promise<FastifyReply> {
  if (asOf !== null) refuseFuture((await runQuery(request, context, renderFuture(asOf))).rows[0] ?? {});
  const lines = new PassThrough();
  const begun = Promise.withResolvers<void>();
  const ended = context.database.stream(statement, async (rows) => {
    begun.resolve();
    if (lines.destroyed) throw new ReaderGone();
    const text = rows.map(({ body }) => `${body}\n`).join('');
    if (lines.write(text)) return;
    const patience = AbortSignal.timeout(patienceMilliseconds);
    await Promise.race([once(lines, 'drain', { signal: patience }), once(lines, 'close')]).catch(() => {
      lines.destroy(new ReaderGone());
      throw new ReaderGone();
    });
  });
  const finished = ended.then(
    (outcome) => {
      if (outcome.ok) lines.end();
      else lines.destroy(new Error('the database gave up on the rows'));
      return outcome;
    },
    (error: unknown) => {
      if (!(error instanceof ReaderGone)) {
        request.log.error({ err: error }, 'the rows broke off');
        lines.destroy(error as Error);
      }
      return null;
    },
  );
  const early = await Promise.race([begun.promise.then(() => null), finished]);
  if (early !== null && !early.ok) {
    throw queryProblemOf(early.error, parametersOf(request)) ?? databaseProblem(early.error);
  }
  return reply.type(`${mediaTypes.lines}; charset=utf-8`).send(lines);
}

class ReaderGone extends Error {}
