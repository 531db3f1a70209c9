import { SpanStatusCode, trace } from '@opentelemetry/api';
import type { FollowRun } from '../../call/handler/handlers.ts';

/** A span for each run of the handler of a call, below that of its request. */
export const followCall: FollowRun = async ({ table, call }, run) => {
  const attributes = { 'almanac.resource': table.name, 'almanac.call': call.name };
  const span = trace.getTracer('almanac').startSpan(`handler ${table.name}.${call.name}`, { attributes });
  try {
    const end = await run();
    span.setAttribute('almanac.end', end.kind);
    if (end.kind !== 'answer') span.setStatus({ code: SpanStatusCode.ERROR });
    return end;
  } finally {
    span.end();
  }
};
