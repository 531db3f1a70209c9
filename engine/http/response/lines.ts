import { once } from 'node:events';
import { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Stalled } from '../../../db/connection/row_stream.ts';
import { mediaTypes } from '../../contract/media_type.ts';
import { Problem } from '../../contract/problem.ts';
import type { Prepared } from '../../query/cache/plan_cache.ts';
import type { ListPlan } from '../../query/plan/list_plan.ts';
import { renderRows } from '../../query/sql/read/list.ts';
import { renderFuture } from '../../query/sql/read/past/instant.ts';
import type { RouteContext } from '../context.ts';
import { shareOf } from '../edge/turn/share.ts';
import type { ItemRoute } from '../request/action_request.ts';
import { appliedPreferences } from '../request/prefer.ts';
import { parametersOf } from '../request/url.ts';
import { databaseProblem, queryProblemOf } from './database_problem.ts';
import { failedView } from './failed_view.ts';
import { refuseFuture } from './reads.ts';
import { runQuery } from './run.ts';

/**
 * Sends rows as they come, an object to a line, in memory that does not grow with their number. What goes wrong before the
 * first of them is an answer as any other; after it, the answer breaks off, which its reader sees.
 */
export async function sendLines(
  request: FastifyRequest<ItemRoute>,
  reply: FastifyReply,
  { plan, statement: rows, bind }: Prepared<ListPlan>,
  context: RouteContext,
): Promise<FastifyReply> {
  if (plan.asOf !== null)
    refuseFuture((await runQuery(request, context.readerOf(request), bind(renderFuture(plan.asOf)))).rows[0] ?? {});
  // A HEAD runs the statement, as far as it can fail before its first row, and wants none.
  const statement = request.method === 'HEAD' ? bind(renderRows({ ...plan, limit: 0 }, request.view)) : rows;
  const idleMilliseconds = context.model.service.limits.streamIdleSeconds * 1000;
  const lines = new PassThrough();
  // An error that nobody listens for ends the process; the one who sends listens later, or never.
  lines.on('error', () => {});
  // The reader has its own time, and so has PostgreSQL, in which the connection may be silent.
  const { socket } = request.raw;
  if (socket instanceof Socket) socket.setTimeout(2 * idleMilliseconds);
  // Whoever asked may go before the first row: what PostgreSQL still sorts for them ends then.
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort(new ReaderGone()));
  const leave = context.streams.take(shareOf(request));
  const begun = Promise.withResolvers<null>();
  const ended = context
    .readerOf(request)
    .stream(
      statement,
      async (rows) => {
        begun.resolve(null);
        await writeTo(lines, rows.map(({ body }) => `${body}\n`).join(''), idleMilliseconds);
      },
      { signal: gone.signal, idleMilliseconds },
    )
    .finally(leave)
    .then((outcome) => {
      if (outcome.ok) lines.end();
      else lines.destroy(new Error(`the rows broke off with SQLSTATE ${outcome.error.sqlstate}`));
      return outcome;
    });
  const broken = ended.catch((error: unknown) => {
    if (!(error instanceof ReaderGone)) request.log.error({ err: error }, 'the rows broke off');
    lines.destroy(error as Error);
    return error instanceof Stalled ? slowDatabase() : null;
  });
  const early = await Promise.race([begun.promise, broken]);
  if (early instanceof Problem) throw early;
  if (early !== null && !early.ok) {
    throw (
      queryProblemOf(early.error, parametersOf(request)) ??
      failedView(early.error, plan, request.view) ??
      databaseProblem(early.error)
    );
  }
  const { consistency } = request.preferred;
  if (consistency !== undefined) reply.headers(appliedPreferences({ consistency }));
  return reply.type(`${mediaTypes.lines}; charset=utf-8`).send(lines);
}

function slowDatabase(): Problem {
  return new Problem('timeout', 'the database gave no row for longer than stream_idle_seconds', {
    headers: { 'retry-after': '2' },
  });
}

class ReaderGone extends Error {}

/** Writes a text, and waits until there is room for the next. @throws ReaderGone when its reader went, or takes nothing. */
async function writeTo(lines: PassThrough, text: string, patience: number): Promise<void> {
  if (lines.destroyed) throw new ReaderGone();
  if (lines.write(text)) return;
  const waited = new AbortController();
  const signal = AbortSignal.any([waited.signal, AbortSignal.timeout(patience)]);
  try {
    await Promise.race([once(lines, 'drain', { signal }), once(lines, 'close', { signal })]);
  } catch {
    throw new ReaderGone();
  } finally {
    // Takes both listeners off: of a million rows, each batch adds two.
    waited.abort();
  }
}
