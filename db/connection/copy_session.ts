import { once } from 'node:events';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Outcome, Query, Row } from '../statement.ts';
import { failure } from './attempt.ts';
import { ConnectionError } from './connection_error.ts';
import { openSession } from './session.ts';
import { sessionOptions } from './session_options.ts';

/** A connection of its own, without statement timeout, into whose tables rows can be copied. */
export interface CopySession {
  readonly query: Query;
  /** Several statements without values, in one round trip; the outcome of the last. */
  script(text: string): Promise<Outcome>;
  /** Runs `copy ... from stdin` with the bytes of all rows. `where` of a failure says in which line it is. */
  copy(statement: string, rows: Buffer): Promise<Outcome>;
  close(): Promise<void>;
}

/** Opens a session on a PostgreSQL URL. @throws ConnectionError */
export async function openCopySession(url: string): Promise<CopySession> {
  const options = sessionOptions({ timeoutMilliseconds: 0 });
  let lost: Error | null = null;
  const client = await openSession(url, options, (error) => {
    lost = error;
  }).catch((error: unknown) => {
    throw new ConnectionError(error as Error);
  });
  const attempt = async (work: () => Promise<{ readonly rows: readonly Row[]; readonly rowCount: number }>) => {
    try {
      return { ok: true, ...(await work()) } as const;
    } catch (thrown) {
      return failure(thrown instanceof pg.DatabaseError ? thrown : new ConnectionError(lost ?? (thrown as Error)));
    }
  };
  return {
    query: ({ text, values, name }) =>
      attempt(async () => {
        const { rows, rowCount } = await client.query<Row>({ text, values: [...values], ...(name && { name }) });
        return { rows, rowCount: rowCount ?? 0 };
      }),
    script: (text) =>
      attempt(async () => {
        const answer = await client.query(text);
        const { rows, rowCount } = Array.isArray(answer) ? answer.at(-1) : answer;
        return { rows, rowCount: rowCount ?? 0 };
      }),
    copy: (statement, rows) =>
      attempt(async () => {
        const target = client.query(copyFrom(statement));
        target.end(rows);
        await once(target, 'finish');
        return { rows: [], rowCount: target.rowCount };
      }),
    close: () => client.end(),
  };
}
