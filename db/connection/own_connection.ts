import type { Socket } from 'node:net';
import type pg from 'pg';

/** pg's own connection below a client, with what its types leave out. */
export interface OwnConnection {
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

/** The connection of a client. */
export function connectionOf(client: pg.Client): OwnConnection {
  return (client as unknown as { readonly connection: OwnConnection }).connection;
}
