import type pg from 'pg';
import type { SessionKind } from './hosts.ts';
import { connectionOf } from './own_connection.ts';

/** What a server has said of itself; null where it has said nothing. */
interface Server {
  isStandby: boolean | null;
  isReadOnly: boolean | null;
}

/** Says whether a connection leads to a server of a kind. Call it before the client connects. */
export interface KindCheck {
  /**
   * Why an open connection is not to be used; null if it leads to a server of the kind. What the server said against
   * itself is asked again: a pooler may repeat what the server was once.
   */
  refusal(kind: SessionKind): Promise<string | null>;
  /** Ends the connection once the server says that it is no longer of the kind, behind the answer that it is at. */
  hold(kind: SessionKind): void;
}

const askTimeout = 5_000;

/** Listens to what the server of a client says of itself (PostgreSQL manual, 53.2.7). */
export function checkKind(client: pg.Client): KindCheck {
  const connection = connectionOf(client);
  const server: Server = { isStandby: null, isReadOnly: null };
  let held: SessionKind = 'any';
  connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
    if (parameterName === 'in_hot_standby') server.isStandby = parameterValue === 'on';
    if (parameterName === 'default_transaction_read_only') server.isReadOnly = parameterValue === 'on';
  });
  connection.on('readyForQuery', ({ status }) => {
    const reason = status === idle ? reasonAgainst(server, held) : null;
    // In its own turn, so that the answer before it is given.
    if (reason !== null) setImmediate(() => connection.stream.destroy(new Error(`the server ${reason}`)));
  });
  return {
    refusal: async (kind) => {
      if (isTold(server) && reasonAgainst(server, kind) === null) return null;
      if (kind !== 'any') Object.assign(server, await ask(client));
      return reasonAgainst(server, kind);
    },
    hold: (kind) => {
      held = kind;
    },
  };
}

// PostgreSQL's protocol, 54.7, ReadyForQuery: no transaction is open.
const idle = 'I';

function isTold({ isStandby, isReadOnly }: Server): boolean {
  return isStandby !== null && isReadOnly !== null;
}

async function ask(client: pg.Client): Promise<Server> {
  const text = `select pg_is_in_recovery() as standby, current_setting('default_transaction_read_only') = 'on' as fixed`;
  const { rows } = await client.query<{ standby: string; fixed: string }>({
    text,
    query_timeout: askTimeout,
  } as pg.QueryConfig);
  return { isStandby: rows[0]?.standby === 't', isReadOnly: rows[0]?.fixed === 't' };
}

/** What speaks against a server, as the rest of a sentence; null for nothing. */
function reasonAgainst({ isStandby, isReadOnly }: Server, kind: SessionKind): string | null {
  switch (kind) {
    case 'any':
    case 'prefer-standby':
      return null;
    case 'read-write':
      return isStandby || isReadOnly ? 'takes no writes' : null;
    case 'read-only':
      return isStandby || isReadOnly ? null : 'takes writes';
    case 'primary':
      return isStandby ? 'is a standby' : null;
    case 'standby':
      return isStandby ? null : 'is not a standby';
  }
}
