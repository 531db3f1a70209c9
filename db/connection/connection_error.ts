/** A connection could not be opened, or was lost. The cause is what the server or the socket said. */
export class ConnectionError extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause });
  }
}
