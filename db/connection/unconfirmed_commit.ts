import type pg from 'pg';

/**
 * A commit that is on this server, and perhaps on no standby: its wait for synchronous replication was cancelled. Whether it
 * stays, only a later commit can tell.
 */
class UnconfirmedCommit extends Error {
  constructor() {
    super('a commit was not confirmed by a standby: its wait was cancelled');
  }
}

// PostgreSQL's function, in any language of its messages.
const waitingRoutine = 'SyncRepWaitForLSN';

/**
 * Loses the connection on which PostgreSQL warns that a commit is not confirmed, before it reads that the statement has
 * succeeded. So no client gets a success that a failover would take back. Messages are read within guardMessages.
 */
export function refuseUnconfirmedCommits(client: pg.Client): void {
  client.on('notice', ({ routine }) => {
    if (routine === waitingRoutine) throw new UnconfirmedCommit();
  });
}
