import type { Duplex } from 'node:stream';
import type { FastifyError, FastifyRequest } from 'fastify';
import { Problem } from '../../contract/problem.ts';
import { bodyTooLong, unsupported } from '../request/body.ts';

/** Fastify's own refusals, in our words; anything else is a defect of ours, and its message stays in the log. */
export function requestProblem(error: FastifyError, request: FastifyRequest): Problem {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return bodyTooLong(request.routeOptions.bodyLimit);
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return unsupported(request);
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new Problem('malformed_request', 'the body is not as long as Content-Length says');
    default:
      // A body that broke off is one that Fastify gives the status 400.
      return error.statusCode === 400
        ? new Problem('malformed_request', 'the request could not be read')
        : new Problem('internal', 'the service could not carry out the request');
  }
}

/** Answers on its connection what Node could not read as HTTP, and ends it. */
export function refuseMalformed(error: Error & { readonly code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy(error);
    return;
  }
  const problem = connectionProblem(error.code);
  const body = JSON.stringify(problem);
  const head = [
    `HTTP/1.1 ${problem.status} ${problem.code}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

function connectionProblem(code: string | undefined): Problem {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Problem('url_too_long', 'the URL or the headers are too long');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem('request_timeout', 'the request did not come in time');
    case 'HPE_INVALID_URL':
      return new Problem('malformed_url', 'the URL has a character outside of ASCII', {
        hint: 'percent-encode it, as curl does with -G --data-urlencode',
      });
    default:
      return new Problem('malformed_request', 'the request is not HTTP/1.1');
  }
}
