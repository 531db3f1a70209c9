import pg from 'pg';
import { ConnectionError } from './connection/connection_error.ts';
import { MessageTooLong } from './connection/message_guard.ts';

/** What PostgreSQL said about a statement it refused, or why it could not be asked. */
export interface DatabaseError {
  /** The five characters of PostgreSQL's Appendix A. Where the connection broke without a word from the server: 08006. */
  readonly sqlstate: string;
  readonly message: string;
  readonly detail: string | null;
  readonly hint: string | null;
  readonly constraint: string | null;
  readonly table: string | null;
  readonly column: string | null;
  /** The functions in which it came up, the innermost first, in the words of PostgreSQL. */
  readonly within: string | null;
  /** Where in the statement's text, counted in characters from 1. */
  readonly position: number | null;
  /** The connection failed or was lost; the statement is not wrong. It may or may not have run. */
  readonly unavailable: boolean;
  /** Nothing of it was done, for sure: its connection never opened or broke before the commit, or the server takes no writes. */
  readonly undone: boolean;
  /** Whether what a statement makes is longer than an answer may be, or than PostgreSQL can make it. */
  readonly tooLong: boolean;
}

const connectionFailure = '08006';

// program_limit_exceeded. The connection is lost.
export const messageTooLong = '54000';

/**
 * Whether PostgreSQL refused to build a text because of its size. For a text above the bound (see boundedSum), it names
 * the place in its sources. For a text of 1 GB, it uses these words in any language.
 */
function isTooLong({ code, routine, message }: pg.DatabaseError): boolean {
  if (code === '22003') return routine === 'float_overflow_error';
  if (code === 'XX000') return message.startsWith('invalid memory alloc request size');
  return code === '54000' && routine === 'enlargeStringInfo';
}

/** What an error has that is not PostgreSQL's own. */
const nothingNamed = {
  detail: null,
  hint: null,
  constraint: null,
  table: null,
  column: null,
  within: null,
  position: null,
};

/** A statement got no turn on a connection: too many of its share wait, or it has waited too long. No state of PostgreSQL. */
export const turnRefused: DatabaseError = {
  sqlstate: 'ZZ001',
  message: 'no connection was free for this share in time',
  ...nothingNamed,
  unavailable: false,
  undone: true,
  tooLong: false,
};

/** A server has said nothing for too long. */
export const serverSilent: DatabaseError = {
  sqlstate: connectionFailure,
  message: 'the server does not answer',
  ...nothingNamed,
  unavailable: true,
  undone: false,
  tooLong: false,
};

/**
 * States after which a connection is unusable: class 08, shutdown (57P0x), and the timeouts of an idle or a long
 * transaction. The sqlstate decides, since a server writes the severity in its own language.
 */
const endOfSession = /^(08|57P0|25P0[34])/;

/** The routine behind `raise` in PL/pgSQL. */
const raisedByFunction = 'exec_stmt_raise';

/**
 * A server that takes no writes: the former primary after a failover, and a new connection finds the new one. In recovery,
 * PostgreSQL says 25006 of most statements, 55000 of some functions, and XX000 where a transaction would get its id.
 */
function takesNoWrites({ code = '', routine = '' }: pg.DatabaseError): boolean {
  switch (code) {
    case '25006':
      return true;
    case '55000':
      return routine !== raisedByFunction;
    default:
      return code === 'XX000' && routine === 'GetNewTransactionId';
  }
}

/** A standby ends statements that stand in the way of its replay, with the state of a serialization failure. */
function isRecoveryConflict({ code, routine = '' }: pg.DatabaseError): boolean {
  return code === '40001' && /^Process(Interrupts|RecoveryConflict)/.test(routine);
}

/** The database error in something thrown by a connection or by pg; null when it is some other error. */
export function databaseError(thrown: unknown): DatabaseError | null {
  const isConnectionError = thrown instanceof ConnectionError;
  const answer = isConnectionError ? thrown.cause : thrown;
  if (answer instanceof pg.DatabaseError) {
    const sqlstate = answer.code ?? connectionFailure;
    return {
      sqlstate,
      message: answer.message,
      detail: answer.detail ?? null,
      hint: answer.hint ?? null,
      constraint: answer.constraint ?? null,
      table: answer.table ?? null,
      column: answer.column ?? null,
      within: answer.where ?? null,
      position: answer.position === undefined ? null : Number(answer.position),
      unavailable:
        isConnectionError || endOfSession.test(sqlstate) || takesNoWrites(answer) || isRecoveryConflict(answer),
      undone: takesNoWrites(answer) || isRecoveryConflict(answer),
      tooLong: isTooLong(answer),
    };
  }
  if (!isConnectionError) return null;
  const tooLong = thrown.cause instanceof MessageTooLong;
  return {
    sqlstate: tooLong ? messageTooLong : connectionFailure,
    message: reason(thrown.cause) || thrown.message,
    ...nothingNamed,
    unavailable: true,
    undone: false,
    tooLong,
  };
}

/** A name with several addresses fails with one error for each, in an AggregateError without a message. */
function reason(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(reason).join('; ');
  return cause instanceof Error ? cause.message : '';
}
