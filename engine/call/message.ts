/** What a worker process is told first. */
interface Opening {
  readonly kind: 'open';
  /** The client of the service, in TypeScript. */
  readonly client: string;
  /** The most memory that a call may need. */
  readonly megabytes: number;
}

/** A call that a handler is to answer. Values are texts of JSON, so that no number loses a digit. */
export interface CallMessage {
  readonly kind: 'call';
  readonly id: number;
  /** The file of the handler, as a URL. */
  readonly file: string;
  /** The names by which the client knows the input, the row and the answer. */
  readonly names: { readonly input: string; readonly row: string; readonly answer: string };
  readonly input: string;
  /** Null for a call that is about no row. */
  readonly row: string | null;
  readonly caller: CallCaller;
  /** The call that it waits for in the process; null for a call that begins at once. */
  readonly behind: Behind | null;
}

/** A call before another one in the same process. What waits behind it begins only if nothing of that call goes on. */
interface Behind {
  readonly id: number;
  /** A call that could not begin by then, as clock() tells it, does not begin in this process. */
  readonly beginBy: number;
}

/** Who makes a call, as its handler sees them. */
interface CallCaller {
  readonly role: string | null;
  /** The id under which changes are recorded. */
  readonly identity: string | null;
  readonly claims: Readonly<Record<string, string>>;
}

/** A request of the client of a handler. */
export interface ServiceRequest {
  readonly method: string;
  /** The path with its query, base path included. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A text of JSON; null without a body. */
  readonly body: string | null;
}

export interface ServiceResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** What a process is told. */
export type ToWorker =
  | Opening
  | CallMessage
  | { readonly kind: 'response'; readonly id: number; readonly number: number; readonly response: ServiceResponse };

/** What a process tells. `id` is that of the call. */
export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'request'; readonly id: number; readonly number: number; readonly request: ServiceRequest }
  /** A call that waited behind another one was not begun. */
  | { readonly kind: 'left'; readonly id: number }
  | ({ readonly kind: 'answer'; readonly text: string; readonly milliseconds: number } & Ended)
  | ({ readonly kind: 'thrown' } & Thrown & Ended);

/** A call that has ended. */
interface Ended {
  readonly id: number;
  /** How many requests of the handler were not answered yet. */
  readonly unanswered: number;
  /** Whether nothing of the call goes on, so that the process may take another one. */
  readonly isClean: boolean;
  /** How many bytes the process has written so far. Lines of the call are among them. */
  readonly written: { readonly output: number; readonly error: number };
}

/** What a handler threw. */
export interface Thrown {
  /** Its member `code`, where that is a text. */
  readonly code: string | null;
  readonly message: string;
  /** For the log. */
  readonly stack: string;
}
