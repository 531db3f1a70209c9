import type { Model } from '../../model/model.ts';
import type { Limits } from '../../model/service.ts';
import { type Page, table, text } from '../block.ts';

/** The limits of this service for a request and for a caller. */
export function limitsPage({ service }: Model): Page {
  return {
    path: 'limits.html',
    title: 'Limits',
    blocks: [
      text(
        'Each limit has the value of this service. A request that goes beyond it gets the answer in the last column. [Errors](errors.html) says what to do then.',
      ),
      table(['limit', 'of this service', 'beyond it'], rows(service.limits)),
      ...(service.requireIfMatch
        ? [text('Every PATCH and DELETE needs [`If-Match`](http.html#entity-tags). Without it the answer is 428.')]
        : []),
    ],
  };
}

function rows(limits: Limits): readonly (readonly string[])[] {
  const bad = '400 [`limit_exceeded`](errors.html#limit_exceeded)';
  const often = '429 [`rate_limited`](errors.html#rate_limited)';
  const many = '429 [`too_many_at_once`](errors.html#too_many_at_once)';
  return [
    ['rows of a page without `limit`', String(limits.pageDefault), 'the next page is in [`Link`](http.html#pages)'],
    ['rows of a page', String(limits.pageMaximum), bad],
    ['filters of a request', String(limits.filters), bad],
    ['values of one `in`', String(limits.inValues), bad],
    ['levels of embedded relations', String(limits.embedDepth), bad],
    ['times that `select` names one column or relation', String(limits.aliases), bad],
    ['requests of a batch', String(limits.batchRequests), bad],
    ['bytes of a URL', String(limits.urlBytes), '414 [`url_too_long`](errors.html#url_too_long)'],
    [
      'bytes of a request body',
      String(limits.payloadBytes),
      '413 [`payload_too_large`](errors.html#payload_too_large)',
    ],
    [
      'bytes of a request body with many rows',
      String(Math.max(limits.payloadBytes, limits.rowsPayloadBytes)),
      '413 [`payload_too_large`](errors.html#payload_too_large)',
    ],
    [
      'rows of a request body',
      String(limits.rowsPerRequest),
      '413 [`payload_too_large`](errors.html#payload_too_large)',
    ],
    ['bytes of a response', String(limits.responseBytes), bad],
    [
      'seconds to send a request',
      String(limits.requestTimeoutSeconds),
      '408 [`request_timeout`](errors.html#request_timeout)',
    ],
    ['seconds of a database statement', String(limits.statementTimeoutSeconds), '503 [`timeout`](errors.html#timeout)'],
    [
      'requests of an identity in a minute',
      limits.requestsPerMinute === null ? 'no limit' : String(limits.requestsPerMinute),
      often,
    ],
    ['statements of an identity at a time', String(limits.statementsPerIdentity), 'the next ones wait'],
    ['NDJSON lists of an identity at a time', String(limits.streamsPerIdentity), often],
    ['event streams of an identity at a time', String(limits.followersPerIdentity), many],
  ];
}
