import { LRUCache } from 'lru-cache';

/** Texts of prepared statements that one connection keeps, in characters: PostgreSQL takes many times as much memory. */
const preparedCharacters = 500_000;
const longestPrepared = 50_000;

/** A statement that a connection prepares once. */
export interface Prepared {
  readonly name: string;
  readonly text: string;
  /** Whether PostgreSQL was told to prepare it; false again to have it prepared before it is next sent. */
  isSent: boolean;
  /** The names of its columns; null until PostgreSQL has said them. They stay for what is in flight. */
  columns: readonly string[] | null;
}

/** The statements that a connection has prepared. */
export interface PreparedStatements {
  /** The statement of this name and text; null for one that is too long to keep, and has no name for PostgreSQL. */
  keep(name: string, text: string): Prepared | null;
  /** The names of statements that PostgreSQL is to close, once: the least recently used ones. */
  released(): readonly string[];
  /** Prepares all statements again before they are next sent. */
  forgetAll(): void;
}

/**
 * Bounds the prepared statements of a connection, since there are endless shapes of requests. Messages of the protocol
 * close them, not `deallocate`: to close an unknown statement is then not an error, and costs no round trip.
 */
export function preparedStatements(): PreparedStatements {
  let old: string[] = [];
  const kept = new LRUCache<string, Prepared>({
    maxSize: preparedCharacters,
    maxEntrySize: longestPrepared,
    sizeCalculation: ({ text }) => text.length,
    dispose: (statement) => {
      statement.isSent = false;
      old.push(statement.name);
    },
  });
  return {
    keep: (name, text) => {
      const known = kept.get(name);
      if (known !== undefined) return known;
      if (text.length > longestPrepared) return null;
      const statement = { name, text, isSent: false, columns: null };
      kept.set(name, statement);
      return statement;
    },
    released: () => {
      if (old.length === 0) return old;
      const names = old;
      old = [];
      return names;
    },
    forgetAll: () => {
      for (const statement of kept.values()) statement.isSent = false;
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
