import { BlockList, isIPv6, type Socket } from 'node:net';
import type { Limits } from '../../../model/service.ts';
import { Line, type Place, placeOf } from '../turn/line.ts';
import { clientOf } from './address.ts';
import type { OpenConnection, OpenConnections } from './open_connections.ts';

/** Connections, each line in the order in which they became so. */
interface Group {
  readonly most: number;
  /** The owner of the connections; null for all. */
  readonly client: string | null;
  /** Without a request. */
  readonly idle: Line<OpenConnection>;
  readonly busy: Line<OpenConnection>;
}

/** That a connection counts in a group. */
interface Member {
  readonly group: Group;
  readonly place: Place<OpenConnection>;
  isBusy: boolean;
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
  /** All that a connection counts in. */
  const members = new WeakMap<OpenConnection, readonly Member[]>();
  const membersOf = (connection: OpenConnection): readonly Member[] => members.get(connection) ?? [];

  const join = ({ remoteAddress: address = '' }: Socket): readonly Group[] => {
    if (proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return [all];
    const client = clientOf(address);
    const own = byClient.get(client) ?? newGroup(connectionsPerAddress, client);
    byClient.set(client, own);
    return [own, all];
  };

  const remove = (connection: OpenConnection): void => {
    for (const { group, place, isBusy } of membersOf(connection)) {
      (isBusy ? group.busy : group.idle).remove(place);
      if (group.client !== null && sizeOf(group) === 0) byClient.delete(group.client);
    }
    members.delete(connection);
  };

  const move = (connection: OpenConnection, isBusy: boolean): void => {
    for (const member of membersOf(connection)) {
      const { idle, busy } = member.group;
      (member.isBusy ? busy : idle).remove(member.place);
      (isBusy ? busy : idle).add(member.place);
      member.isBusy = isBusy;
    }
  };

  open.watch({
    opened: (connection) => {
      const own = join(connection.socket);
      members.set(
        connection,
        own.map((group) => ({ group, place: placeOf(connection), isBusy: false })),
      );
      for (const { group, place } of membersOf(connection)) group.idle.add(place);
      for (const group of own) {
        if (sizeOf(group) <= group.most) continue;
        const closed = oldestToClose(group, connection);
        remove(closed);
        closed.socket.destroy();
      }
    },
    busy: (connection) => move(connection, true),
    idle: (connection) => move(connection, false),
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
  return { most, client, idle: new Line(), busy: new Line() };
}

function sizeOf({ idle, busy }: Group): number {
  return idle.length + busy.length;
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
