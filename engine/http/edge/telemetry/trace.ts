import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Failure, isFailure, type Outcome } from '../../../../db/statement.ts';
import type { Follow } from './follow.ts';

/**
 * A span for each request and, below it, for each statement (OpenTelemetry's semantic conventions). It belongs to the
 * trace of the client if there is one (W3C Trace Context). Returns what traces the statements: spans have their texts,
 * never their values.
 */
export function addTrace(server: FastifyInstance): Follow {
  const tracer = trace.getTracer('almanac');
  const spans = new WeakMap<FastifyRequest, Span>();
  server.addHook('onRequest', (request, _reply, done) => {
    const { method, route } = request;
    const attributes = {
      'http.request.method': method,
      'url.scheme': request.protocol,
      'server.address': request.hostname,
      ...(route !== null && { 'http.route': route }),
    };
    const parent = propagation.extract(context.active(), request.headers);
    const name = route === null ? method : `${method} ${route}`;
    spans.set(request, tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent));
    done();
  });
  // Behind the parsing of the body, whose events know nothing of the request.
  server.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span === undefined) done();
    else context.with(trace.setSpan(context.active(), span), done);
  });
  server.addHook('onResponse', (request, { statusCode }, done) => {
    const span = spans.get(request);
    if (request.parts !== null) span?.setAttribute('almanac.batch.requests', request.parts);
    span?.setAttribute('http.response.status_code', statusCode);
    if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
    done();
  });
  return (share, server) => {
    const follow = async <T>(
      name: string,
      text: string | null,
      work: () => Promise<T | Failure>,
    ): Promise<T | Failure> => {
      const attributes = {
        'db.system.name': 'postgresql',
        ...(text !== null && { 'db.query.text': text }),
        ...(server !== null && { 'almanac.database': server }),
      };
      const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes });
      try {
        const outcome = await work();
        if (isFailure(outcome)) {
          const { sqlstate } = outcome.error;
          span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('db.response.status_code', sqlstate);
        }
        return outcome;
      } finally {
        span.end();
      }
    };
    return {
      ...share,
      query: (statement) => follow('query', statement.text, () => share.query(statement)) as Promise<Outcome>,
      read: (statement) => follow('query', statement.text, () => share.read(statement)) as Promise<Outcome>,
      transaction: (work, name) => follow('transaction', null, () => share.transaction(work, name)),
    };
  };
}
