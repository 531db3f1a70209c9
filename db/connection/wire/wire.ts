import type pg from 'pg';
import { headerBytes } from '../message_guard.ts';
import { connectionOf, type OwnConnection } from '../own_connection.ts';
import type { Prepared, PreparedStatements } from '../prepared_statements.ts';
import { createAnswerTimer } from './answer_timer.ts';
import { createMessageReader } from './incoming.ts';
import { createOutgoing } from './outgoing.ts';
import { Flight, type Round } from './round.ts';

/** The statements of one connection. Several rounds may be in flight, which PostgreSQL answers in their order. */
export interface Wire {
  send(round: Round): void;
  /** Whether a transaction is open, by the last answer. */
  isWithin(): boolean;
  /** Whether something is in flight. */
  isBusy(): boolean;
}

interface WireOptions {
  readonly messageBytes: number;
  readonly prepared: PreparedStatements;
  /** Whether all rounds of one turn of the event loop go out together. */
  readonly gathers: boolean;
  /** Whether a statement that is prepared has the same columns each time. */
  readonly keepsColumns: boolean;
}

// PostgreSQL's protocol, 54.7.
const parameterStatus = 'S'.charCodeAt(0);
const readyForQuery = 'Z'.charCodeAt(0);
/** The state of ReadyForQuery where no transaction is open. */
const idle = 'I'.charCodeAt(0);

/**
 * Takes an open connection over from pg. Each round leaves in one write, without what PostgreSQL has been told before. What
 * belongs to no statement, such as a notice, still goes to pg.
 */
export function createWire(client: pg.Client, { messageBytes, prepared, gathers, keepsColumns }: WireOptions): Wire {
  const connection = connectionOf(client);
  const { stream } = connection;
  const outgoing = createOutgoing();
  const flights: Flight[] = [];
  const waits = client as unknown as Waits;
  let isGathering = false;
  let isWithin = false;
  let lost: Error | null = null;
  /** The server has said something of itself, which pg weighs at the end of the round. */
  let hasNews = false;

  const lose = (reason: Error): void => {
    lost ??= reason;
    stream.destroy(reason);
    timer.stop();
    for (const flight of flights.splice(0)) flight.land(lost);
  };

  const timer = createAnswerTimer(() => lose(new Error('the server has not answered in time')));

  const land = (): void => {
    timer.answered();
    const flight = flights.shift();
    waits.readyForQuery = flights.length === 0;
    flight?.land(null);
  };

  const take = (kind: number, bytes: Buffer<ArrayBuffer>, start: number, end: number): void => {
    const isReady = kind === readyForQuery;
    if (!isReady && flights[0]?.read(kind, bytes, start, end)) return;
    hasNews ||= kind === parameterStatus;
    if (!isReady || hasNews) {
      toPg(bytes.subarray(start - headerBytes, end));
      if (stream.destroyed) throw new Error('pg has given the connection up');
    }
    if (!isReady) return;
    hasNews = false;
    isWithin = bytes[start] !== idle;
    land();
  };

  const toPg = takeOver(connection, createMessageReader(messageBytes, take), lose);
  client.on('error', lose);
  stream.once('close', () => lose(new Error('Connection terminated')));

  /** Gives the statements that PostgreSQL is told to prepare, by their places. */
  const write = ({ parts, isSimple }: Round): readonly (Prepared | null)[] | null => {
    if (isSimple) {
      outgoing.query(parts[0]?.text ?? '');
      return null;
    }
    for (const name of prepared.released()) outgoing.close(name);
    let prepares: (Prepared | null)[] | null = null;
    for (const [place, { text, values, prepared: statement }] of parts.entries()) {
      const name = statement?.name ?? '';
      const isDescribed = keepsColumns && statement?.isSent && statement.columns !== null;
      if (!statement?.isSent) outgoing.prepare(name, text);
      if (statement !== null && !statement.isSent) {
        statement.isSent = true;
        prepares ??= parts.map(() => null);
        prepares[place] = statement;
      }
      outgoing.run(name, values, !isDescribed);
    }
    outgoing.sync();
    return prepares;
  };

  const flush = (): void => {
    isGathering = false;
    outgoing.flush(stream);
  };

  return {
    send: (round) => {
      if (lost !== null) {
        round.done(lost, []);
        return;
      }
      flights.push(new Flight(round, write(round)));
      waits.readyForQuery = false;
      timer.sent(round.patience);
      if (!gathers) flush();
      else if (!isGathering) {
        isGathering = true;
        setImmediate(flush);
      }
    },
    isWithin: () => isWithin,
    isBusy: () => flights.length > 0,
  };
}

/** What pg says of a client that has a statement to be answered; silence.ts reads it. */
interface Waits {
  readyForQuery: boolean;
}

/** Reads from the socket instead of pg. Gives the function that lets pg read a message. */
function takeOver(
  { stream }: OwnConnection,
  read: (chunk: Buffer<ArrayBuffer>) => void,
  lose: (error: Error) => void,
): (message: Buffer) => void {
  const [toPg, other] = stream.listeners('data') as ((bytes: Buffer) => void)[];
  if (toPg === undefined || other !== undefined) throw new Error('pg reads its socket in another way');
  stream.off('data', toPg);
  stream.on('data', (chunk: Buffer<ArrayBuffer>) => {
    try {
      read(chunk);
    } catch (error) {
      lose(error as Error);
    }
  });
  return toPg;
}
