import type { CallError, HandlerWork } from '../../model/call.ts';
import { callKeys } from '../language/call_language.ts';
import type { CallDefinition } from '../language/definition.ts';

/** The keys that only a call with a handler has. */
export const handlerKeys = ['as', 'errors', 'limits'] as const;

/** The work of a call that has a handler. */
export function buildHandler({ as, errors = {}, limits = {} }: CallDefinition, file: string): HandlerWork {
  const { milliseconds = defaults.milliseconds.default, megabytes = defaults.megabytes.default } = limits;
  const declared = Object.entries(errors).map(([code, { status = defaultStatus, title }]): [string, CallError] => [
    code,
    { status, title },
  ]);
  return { kind: 'handler', file, as: as ?? 'caller', errors: new Map(declared), milliseconds, megabytes };
}

const { limits, errors: declaredErrors } = callKeys.calls.additionalProperties.properties;
const defaults = limits.properties;
const defaultStatus = declaredErrors.additionalProperties.properties.status.default;
