import type { Client } from './client.ts';
import type { Claim, Handlers, Role } from './resources.ts';

/** The function that does the work of a call: the default export of its file. */
export type Handler<Resource extends keyof Handlers, Call extends keyof Handlers[Resource]> = (
  given: Given<Handlers[Resource][Call]>,
) => Promise<AnswerOf<Handlers[Resource][Call]>>;

/** What a handler is given. */
export interface Given<Of> {
  /** The body of the call. A member that was not sent has its default, or null. */
  readonly input: Of extends { input: infer Input } ? Input : never;
  /** The row that the call is about, as its caller may read it; null for a call about none. */
  readonly row: Of extends { row: infer Held } ? Held : never;
  readonly caller: Caller;
  /** Reads and writes in the transaction of the call. */
  readonly service: Service;
}

type AnswerOf<Of> = Of extends { answer: infer Answered } ? Answered : never;

/** Who makes a call. */
export interface Caller {
  readonly role: Role | null;
  /** The id under which changes are recorded. */
  readonly identity: string | null;
  readonly claims: { readonly [Name in Claim]?: string };
}

/** The client of a handler: its requests are in one transaction already. */
export type Service = Omit<Client, 'batch' | 'dryRun' | 'call' | 'callRow'>;
