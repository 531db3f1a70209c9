import { type Exchange, sent } from './exchange.ts';
import { rowsOf, writeRow } from './json.ts';
import type { Signalled } from './options.ts';
import type { Calls } from './resources.ts';
import type { BigintInput } from './value.ts';

/** Resources that have calls. */
export type NameWithCalls = keyof Calls & string;

/** The calls of a resource that are about one row, or the others. */
export type CallOf<N extends NameWithCalls, IsOfRow extends boolean> = {
  [C in keyof Calls[N] & string]: Calls[N][C] extends { item: IsOfRow } ? C : never;
}[keyof Calls[N] & string];

type CallInput<N extends NameWithCalls, C extends keyof Calls[N]> = Calls[N][C] extends { input: infer Sent }
  ? Sent
  : never;

type CallAnswer<N extends NameWithCalls, C extends keyof Calls[N]> = Calls[N][C] extends { answer: infer Given }
  ? Given
  : never;

export interface CallOptions extends Signalled {
  /** A random UUID. A call that is repeated with the same key runs once, and returns the same answer. */
  readonly idempotencyKey?: string;
}

/** The operations of resources that have names of their own. */
export interface Calling {
  /** Calls an operation of a resource. */
  call<N extends NameWithCalls, const C extends CallOf<N, false>>(
    name: N,
    call: C,
    input: CallInput<N, C>,
    options?: CallOptions,
  ): Promise<CallAnswer<N, C>>;

  /** Calls an operation of one row. */
  callRow<N extends NameWithCalls, const C extends CallOf<N, true>>(
    name: N,
    id: BigintInput,
    call: C,
    input: CallInput<N, C>,
    options?: CallOptions,
  ): Promise<CallAnswer<N, C>>;
}

/** A call of a resource, or of a row at a path below it. */
export function callExchange(
  [name, call]: readonly [name: string, call: string],
  below: string,
  input: object,
  { signal, idempotencyKey }: CallOptions = {},
): Exchange<unknown> {
  const values = `${name}.${call}`;
  return {
    ...sent(
      { method: 'POST', path: `/${name}${below}/${call}`, body: writeRow(`${values} input`, input) },
      { signal, idempotencyKey },
    ),
    read: ({ body }) => (body === undefined ? undefined : rowsOf(`${values} answer`, body)),
  };
}
