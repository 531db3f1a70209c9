import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * A span for each request (OpenTelemetry's semantic conventions for HTTP servers), below that of the client where it
 * sends one (W3C Trace Context), and above those that the database's client makes.
 */
export function addTrace(server: FastifyInstance): void {
  const tracer = trace.getTracer('almanac');
  const spans = new WeakMap<FastifyRequest, Span>();
  server.addHook('onRequest', (request, _reply, done) => {
    const { method, routeOptions } = request;
    const route = routeOptions.url;
    const attributes = { 'http.request.method': method, ...(route !== undefined && { 'http.route': route }) };
    const parent = propagation.extract(context.active(), request.headers);
    const name = route === undefined ? method : `${method} ${route}`;
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
    span?.setAttribute('http.response.status_code', statusCode);
    if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
    done();
  });
}
