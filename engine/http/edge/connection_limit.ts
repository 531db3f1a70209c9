import { BlockList, isIPv6, type Socket } from 'node:net';
import type { Limits } from '../../model/service.ts';
import { clientOf } from './address.ts';
import type { OpenConnection, OpenConnections } from './open_connections.ts';

/** Connections, each set in the order in which they became so. */
interface Group {
  readonly most: number;
  /** The owner of the connections; null for all. */
  readonly client: string | null;
  /** Without a request. */
  readonly idle: Set<OpenConnection>;
  readonly busy: Set<OpenConnection>;
}

/**
 * Bounds the connections of clients, all together and for each address. When there are too many, the oldest one that waits
 * for no answer is closed: it has sent no request, or only a part. When all wait, the new one is closed. A trusted proxy
 * stands for many clients, so its address has no bound of its own.
 */
export function boundConnections(
  open: OpenConnections,
  { connections, connectionsPerAddress }: Pick<Limits, 'connections' | 'connectionsPerAddress'>,
  trustedProxies: readonly string[],
): void {
  const proxies = listOf(trustedProxies);
  const all = newGroup(connections);
  const byClient = new Map<string, Group>();
  /** All that a connection counts among. */
  const groups = new WeakMap<OpenConnection, readonly Group[]>();
  const groupsOf = (connection: OpenConnection): readonly Group[] => groups.get(connection) ?? [];

  const join = ({ remoteAddress: address = '' }: Socket): readonly Group[] => {
    if (proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return [all];
    const client = clientOf(address);
    const own = byClient.get(client) ?? newGroup(connectionsPerAddress, client);
    byClient.set(client, own);
    return [own, all];
  };

  const remove = (connection: OpenConnection): void => {
    for (const group of groupsOf(connection)) {
      group.idle.delete(connection);
      group.busy.delete(connection);
      if (group.client !== null && sizeOf(group) === 0) byClient.delete(group.client);
    }
  };

  open.watch({
    opened: (connection) => {
      const own = join(connection.socket);
      groups.set(connection, own);
      for (const { idle } of own) idle.add(connection);
      for (const group of own) {
        if (sizeOf(group) <= group.most) continue;
        const closed = oldestToClose(group, connection);
        remove(closed);
        closed.socket.destroy();
      }
    },
    busy: (connection) => {
      for (const { idle, busy } of groupsOf(connection)) if (idle.delete(connection)) busy.add(connection);
    },
    idle: (connection) => {
      for (const { idle, busy } of groupsOf(connection)) if (busy.delete(connection)) idle.add(connection);
    },
    closed: remove,
  });
}

function oldestToClose({ idle, busy }: Group, newest: OpenConnection): OpenConnection {
  const [silent = newest] = idle;
  for (const connection of busy) {
    if (!waitsForAnswer(connection)) return connection.since < silent.since ? connection : silent;
  }
  return silent;
}

/** Whether a request has come as a whole. */
function waitsForAnswer({ requests }: OpenConnection): boolean {
  for (const { complete } of requests) if (complete) return true;
  return false;
}

function newGroup(most: number, client: string | null = null): Group {
  return { most, client, idle: new Set(), busy: new Set() };
}

function sizeOf({ idle, busy }: Group): number {
  return idle.size + busy.size;
}

/** Addresses, and networks such as 10.0.0.0/8. */
function listOf(addresses: readonly string[]): BlockList {
  const list = new BlockList();
  for (const text of addresses) {
    const [address = '', prefix] = text.split('/', 2);
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}
