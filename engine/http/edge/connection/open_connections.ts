import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A connection of a client. */
export interface OpenConnection {
  /** Of HTTPS the one that is decrypted, once the handshake is done. */
  socket: Socket;
  /** Requests that are not answered yet. */
  readonly requests: IncomingMessage[];
  /** When it became idle or busy. */
  since: number;
  /** Bytes that had come when the last request was answered. What comes after them is the next one. */
  answeredBytes: number;
}

interface ConnectionEvents {
  readonly opened?: (connection: OpenConnection) => void;
  /** It has its first request. */
  readonly busy?: (connection: OpenConnection) => void;
  /** All its requests are answered. */
  readonly idle?: (connection: OpenConnection) => void;
  readonly closed?: (connection: OpenConnection) => void;
  /** A request is answered, or its client is gone. */
  readonly ended?: (response: ServerResponse) => void;
}

export interface OpenConnections {
  readonly all: ReadonlySet<OpenConnection>;
  /** Reports what happens from now on. */
  watch(events: ConnectionEvents): void;
}

/**
 * The open connections of a server and the requests on them. Every request passes here, so there is one listener for all
 * who need to know. Call it before requests are handled.
 */
export function openConnections(server: Server): OpenConnections {
  const all = new Set<OpenConnection>();
  const bySocket = new WeakMap<Socket, OpenConnection>();
  // The two sockets of a TLS connection have the client's address and port in common.
  const byPeer = new Map<string, OpenConnection>();
  const watches: ConnectionEvents[] = [];

  server.on('connection', (socket: Socket) => {
    // It has gone already, or is no connection of a network.
    if (socket.remoteAddress === undefined) return;
    const { bytesRead } = socket;
    const connection = {
      socket,
      requests: [],
      since: performance.now(),
      answeredBytes: bytesRead,
    };
    const peer = peerOf(socket);
    all.add(connection);
    bySocket.set(socket, connection);
    byPeer.set(peer, connection);
    socket.once('close', () => {
      all.delete(connection);
      if (byPeer.get(peer) === connection) byPeer.delete(peer);
      for (const { closed } of watches) closed?.(connection);
    });
    for (const { opened } of watches) opened?.(connection);
  });

  server.on('secureConnection', (socket: Socket) => {
    const connection = byPeer.get(peerOf(socket));
    if (connection === undefined) return;
    connection.socket = socket;
    connection.answeredBytes = socket.bytesRead;
    bySocket.set(socket, connection);
  });

  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    response.on('close', ended);
    const connection = bySocket.get(request.socket);
    if (connection === undefined) return;
    connection.requests.push(request);
    if (connection.requests.length > 1) return;
    connection.since = performance.now();
    for (const { busy } of watches) busy?.(connection);
  });

  // One function for all responses: a closure for each, and what `once` makes of it, cost a microsecond.
  function ended(this: ServerResponse): void {
    for (const watch of watches) watch.ended?.(this);
    const { req } = this;
    const connection = bySocket.get(req.socket);
    const place = connection?.requests.indexOf(req) ?? -1;
    if (connection === undefined || place < 0) return;
    connection.requests.splice(place, 1);
    connection.answeredBytes = connection.socket.bytesRead;
    if (connection.requests.length > 0) return;
    connection.since = performance.now();
    for (const { idle } of watches) idle?.(connection);
  }

  return { all, watch: (events) => watches.push(events) };
}

function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
