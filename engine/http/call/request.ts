import type { Principal } from '../../access/principal.ts';
import { inputTable } from '../../contract/call.ts';
import { invalidBody } from '../../contract/problem.ts';
import type { Call } from '../../model/call.ts';
import { inputClaim } from '../../model/call.ts';
import type { Writer } from '../../query/sql/write/writer.ts';
import type { ActionRequest } from '../request/action_request.ts';
import { textOf } from '../request/assignment.ts';
import { createValidator } from '../request/validator.ts';
import type { HandlerQueue } from './handler/handlers.ts';

/** A call whose body has been read. */
export interface CallRequest {
  readonly request: ActionRequest;
  /** With its defaults, as it may be sent in a body. */
  readonly input: Readonly<Record<string, unknown>>;
  /** The id of the row that it is about; null for a call that is about none. */
  readonly id: string | null;
  /** The restrictions of the caller, and the identity under which changes are recorded. */
  readonly writer: Writer;
  /** In which it waits to run its handler; null for a call without one. */
  readonly queue: HandlerQueue | null;
}

/** A function that reads the input of a body. @throws Problem with everything that is wrong with it. */
export function inputReader(call: Call): (body: unknown) => CallRequest['input'] {
  const validate = createValidator(inputTable(call), 'create');
  const defaults = [...call.input.values()].flatMap(({ name, default: given }) => [
    [name, given?.kind === 'value' ? given.value : null] as const,
  ]);
  return (body) => {
    const sent = body === undefined ? {} : body;
    const problem = invalidBody(validate(sent as Parameters<typeof validate>[0]));
    if (problem !== null) throw problem;
    return { ...Object.fromEntries(defaults), ...(sent as object) };
  };
}

/** A principal whose claims have the input of a call, for its rule. */
export function withInput(principal: Principal, { input: fields }: Call, input: CallRequest['input']): Principal {
  const claims = new Map(principal.claims);
  for (const { name, type } of fields.values()) {
    const text = textOf(type, input[name] ?? null);
    if (text !== null) claims.set(inputClaim(name), text);
  }
  return { ...principal, claims };
}
