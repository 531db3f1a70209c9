import pg from 'pg';
import { test } from 'tap';
import { ConnectionError } from '../../db/connection/connection_error.ts';
import { databaseError } from '../../db/database_error.ts';
import { databaseProblem } from '../../engine/http/response/database_problem.ts';

// What a failover says to those who are connected, or try to be: each is a 503 that tells when to come back.

/** What PostgreSQL or a pooler sends. */
const said = (code: string, message: string, routine = ''): pg.DatabaseError =>
  Object.assign(new pg.DatabaseError(message, 0, 'error'), { code, routine });
/** What Node.js says of a socket. */
const socket = (code: string): Error => Object.assign(new Error(`connect ${code} 192.0.2.1:5432`), { code });
const lost = (cause: Error): ConnectionError => new ConnectionError(cause);

const unknown: Record<string, Error> = {
  'a server that is stopped': said('57P01', 'terminating connection due to administrator command'),
  'a server of which another process was killed': said('57P02', 'terminating connection because of crash of another'),
  'a database that is dropped': said('57P04', 'database "register" is dropped'),
  'a transaction that was idle for too long': said(
    '25P03',
    'terminating connection due to idle-in-transaction timeout',
  ),
  'a server that starts': lost(said('57P03', 'the database system is starting up')),
  'a server that stops': lost(said('57P03', 'the database system is shutting down')),
  'a standby that is not ready': lost(said('57P03', 'the database system is not yet accepting connections')),
  'a server with too many connections': lost(said('53300', 'sorry, too many clients already')),
  'nobody at the port': lost(socket('ECONNREFUSED')),
  'a server that was killed': lost(socket('ECONNRESET')),
  'a host that is away': lost(socket('ETIMEDOUT')),
  'a network without the host': lost(socket('EHOSTUNREACH')),
  'a name that is gone': lost(Object.assign(new Error('getaddrinfo ENOTFOUND one'), { code: 'ENOTFOUND' })),
  'a name server that is away': lost(Object.assign(new Error('getaddrinfo EAI_AGAIN one'), { code: 'EAI_AGAIN' })),
  'a connection that broke': lost(new Error('Connection terminated unexpectedly')),
  'several hosts': lost(new AggregateError([socket('ECONNREFUSED'), new Error('the server takes no writes')])),
  'PgBouncer without a server': said('08P01', 'server login has been failing, try again later (server_login_retry)'),
  'PgBouncer that cannot connect': said('08P01', 'pgbouncer cannot connect to server'),
  'PgBouncer whose client waited': said('08P01', 'query_wait_timeout'),
  'PgBouncer whose server is gone': said('08P01', 'server conn crashed?'),
  'PgBouncer that stops': said('57P01', 'terminating connection due to administrator command'),
};

const undone: Record<string, Error> = {
  'a standby': said('25006', 'cannot execute INSERT in a read-only transaction', 'PreventCommandIfReadOnly'),
  'a function on a standby': said('55000', 'recovery is in progress', 'pg_current_wal_lsn'),
  'a transaction on a standby': said('XX000', 'cannot assign TransactionIds during recovery', 'GetNewTransactionId'),
  'a read in the way of replay': said(
    '40001',
    'canceling statement due to conflict with recovery',
    'ProcessInterrupts',
  ),
  'the same since PostgreSQL 17': said('40001', 'canceling statement', 'ProcessRecoveryConflictInterrupt'),
};

for (const [kind, failures] of Object.entries({ unknown, undone })) {
  for (const [what, thrown] of Object.entries(failures))
    test(`503 for ${what}`, async (t) => {
      const error = databaseError(thrown);
      t.ok(error);
      if (error === null) return;
      t.equal(error.unavailable, true, 'the connection is not used again');
      t.equal(error.undone, kind === 'undone');
      const { status, code, headers, lost } = databaseProblem(error);
      t.same([status, code, headers, lost], [503, 'unavailable', { 'retry-after': '2' }, kind]);
    });
}

test('what others do to the same rows is a conflict as before', async (t) => {
  const error = databaseError(said('40001', 'could not serialize access due to concurrent update', 'ExecUpdate'));
  t.match(error, { unavailable: false, undone: false });
  t.equal(error && databaseProblem(error).code, 'concurrent_change');
  const ours = databaseError(said('55000', 'the key is not claimed, or has its answer', 'exec_stmt_raise'));
  t.match(ours, { unavailable: false, undone: false }, 'as is what a function of ours refuses');
  t.match(databaseError(said('XX000', 'invalid memory alloc request size 1', 'MemoryContextAlloc')), {
    unavailable: false,
  });
});
