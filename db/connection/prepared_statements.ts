import type { Socket } from 'node:net';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';

/** Texts of prepared statements that one connection keeps, in characters: PostgreSQL takes many times as much memory. */
const preparedCharacters = 500_000;
const longestPrepared = 20_000;

/** The statements that a connection has prepared. */
export interface PreparedStatements {
  /**
   * Whether to prepare a statement of this name and text, or whether it is prepared; others have no name for
   * PostgreSQL.
   */
  keep(name: string, text: string): boolean;
  /** Whether PostgreSQL knows the statements of these names, and is to let go of none. */
  areReady(names: readonly string[]): boolean;
  /**
   * Makes PostgreSQL close prepared statements before statements of these names are sent: the least recently used ones,
   * and these names if they must be prepared. Behind a pooler, the server may know them from another client.
   */
  close(names: readonly string[]): void;
  /** Prepares statements again before they are next sent: the ones of these names, or all. */
  forget(names: readonly string[] | 'all'): void;
}

/**
 * Bounds the prepared statements of a connection, since there are endless shapes of requests. It uses messages of the
 * protocol and not `deallocate`: to close an unknown statement is not an error then, and costs no round trip.
 */
export function preparedStatements(client: pg.Client): PreparedStatements {
  const connection = connectionOf(client);
  const { parsedStatements: parsed, submittedNamedStatements: submitted } = connection;
  const old: string[] = [];
  const kept = new LRUCache<string, string>({
    maxSize: preparedCharacters,
    maxEntrySize: longestPrepared,
    sizeCalculation: (text) => text.length,
    dispose: (_text, name) => old.push(name),
  });
  const forget = (name: string) => {
    delete parsed[name];
    delete submitted[name];
  };
  const isPrepared = (name: string) => parsed[name] !== undefined || submitted[name] !== undefined;
  return {
    areReady: (names) => old.length === 0 && names.every(isPrepared),
    keep: (name, text) => kept.get(name) !== undefined || kept.set(name, text).has(name),
    close: (names) => {
      for (const name of old) forget(name);
      for (const name of [...old, ...names.filter((name) => !isPrepared(name))]) connection.close({ type: 'S', name });
      old.length = 0;
    },
    forget: (names) => {
      for (const name of names === 'all' ? Object.keys({ ...parsed, ...submitted }) : names) forget(name);
    },
  };
}

/**
 * Whether the server does not know the prepared statement of this name, or knows another. The session was reset, or a
 * pooler has changed the server. PostgreSQL, Appendix A.
 */
export function isForgotten(sqlstate: string | undefined): boolean {
  return sqlstate === '26000' || sqlstate === '42P05';
}

interface OwnConnection {
  readonly parsedStatements: Record<string, string | undefined>;
  /** Sent to be prepared, and not answered yet. */
  readonly submittedNamedStatements: Record<string, string | undefined>;
  readonly stream: Socket;
  close(message: { readonly type: 'S'; readonly name: string }): void;
  on(event: 'parameterStatus', listener: (message: Parameter) => void): unknown;
  on(event: 'readyForQuery', listener: (message: { readonly status: string }) => void): unknown;
}

/** What a server reports of itself (ParameterStatus). */
interface Parameter {
  readonly parameterName: string;
  readonly parameterValue: string;
}

/** pg's own connection below a client, with what its types leave out. */
export function connectionOf(client: pg.Client): OwnConnection {
  return (client as unknown as { readonly connection: OwnConnection }).connection;
}
