import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import type { Limits } from '../definition/model.ts';
import { clientOf } from './address.ts';

interface Connection {
  readonly socket: Socket;
  /** All connections that it counts among. */
  readonly groups: readonly Group[];
  /** Requests that are not answered yet. */
  readonly requests: Set<IncomingMessage>;
  /** When it became idle or busy. */
  since: number;
}

/** Connections, each set in the order in which they became so. */
interface Group {
  readonly most: number;
  /** Without a request. */
  readonly idle: Set<Connection>;
  readonly busy: Set<Connection>;
}

/**
 * Bounds the connections of clients, all together and for each address. When there are too many, the oldest one that waits
 * for no answer is closed: it has sent no request, or only a part. When all wait, the new one is closed. A trusted proxy
 * stands for many clients, so its address has no bound of its own.
 */
export function boundConnections(
  server: Server,
  { connections, connectionsPerAddress }: Pick<Limits, 'connections' | 'connectionsPerAddress'>,
  trustedProxies: readonly string[],
): void {
  const proxies = listOf(trustedProxies);
  const all = newGroup(connections);
  const byClient = new Map<string, Group>();
  // The request of a TLS connection has another socket than the connection, from the same address and port.
  const byPeer = new Map<string, Connection>();
  const bySocket = new WeakMap<Socket, Connection>();

  const groupsOf = (address: string): readonly Group[] => {
    if (proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return [all];
    const client = clientOf(address);
    const own = byClient.get(client) ?? newGroup(connectionsPerAddress);
    byClient.set(client, own);
    return [own, all];
  };

  server.on('connection', (socket: Socket) => {
    const { remoteAddress: address } = socket;
    // It has gone already, or is no connection of a network.
    if (address === undefined) return;
    const connection: Connection = { socket, groups: groupsOf(address), requests: new Set(), since: performance.now() };
    const peer = peerOf(socket);
    byPeer.set(peer, connection);
    for (const { idle } of connection.groups) idle.add(connection);
    socket.once('close', () => {
      if (byPeer.get(peer) === connection) byPeer.delete(peer);
      remove(connection);
      const [own] = connection.groups;
      if (own !== all && sizeOf(own) === 0) byClient.delete(clientOf(address));
    });
    for (const group of connection.groups) {
      if (sizeOf(group) <= group.most) continue;
      const closed = oldestToClose(group, connection);
      remove(closed);
      closed.socket.destroy();
    }
  });

  // Before the request is answered.
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = bySocket.get(request.socket) ?? byPeer.get(peerOf(request.socket));
    if (connection === undefined) return;
    bySocket.set(request.socket, connection);
    const { requests, groups } = connection;
    if (requests.size === 0) {
      connection.since = performance.now();
      for (const { idle, busy } of groups) if (idle.delete(connection)) busy.add(connection);
    }
    requests.add(request);
    response.once('close', () => {
      requests.delete(request);
      if (requests.size > 0) return;
      connection.since = performance.now();
      for (const { idle, busy } of groups) if (busy.delete(connection)) idle.add(connection);
    });
  });
}

function oldestToClose({ idle, busy }: Group, newest: Connection): Connection {
  const [silent = newest] = idle;
  for (const connection of busy) {
    if (!waitsForAnswer(connection)) return connection.since < silent.since ? connection : silent;
  }
  return silent;
}

/** Whether a request has come as a whole. */
function waitsForAnswer({ requests }: Connection): boolean {
  for (const { complete } of requests) if (complete) return true;
  return false;
}

function remove(connection: Connection): void {
  for (const { idle, busy } of connection.groups) {
    idle.delete(connection);
    busy.delete(connection);
  }
}

function newGroup(most: number): Group {
  return { most, idle: new Set(), busy: new Set() };
}

function sizeOf(group: Group | undefined): number {
  return group === undefined ? 0 : group.idle.size + group.busy.size;
}

function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
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
