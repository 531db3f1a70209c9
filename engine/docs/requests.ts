import type { Limits, Model } from '../definition/model.ts';
import { mediaTypes } from '../http/accept.ts';
import { code, heading, list, type Page, table, text } from './block.ts';

/** What holds for the requests to all resources. */
export function requestsPage(model: Model): Page {
  const { service } = model;
  return {
    path: 'requests.html',
    title: 'Requests and answers',
    blocks: [
      heading('Tokens and scopes'),
      text(
        'Each request brings a token as `Authorization: Bearer <token>` (RFC 6750, 9068). A scope is `<verb>:data:<resource>`, with the verbs `read`, `use` and `manage`, each covering those before it; a shorter scope covers what begins with it, as `read:data` covers all that is read. Lists and reads need `read`, changes `manage`. What is read along, by an embed, a filter or an order, needs its scope too. Without a token the answer is 401, without the scope 403, which names it.',
      ),
      heading('Operations'),
      table(
        ['request', 'answer'],
        [
          ['`GET /<resource>`', '200, an array of rows; 206 for a part of those that were counted'],
          ['`POST /<resource>`', '201, the row, and `Location`'],
          ['`GET /<resource>/{id}`', '200, the row with its `links`'],
          ['`PATCH /<resource>/{id}`', '200, the row'],
          ['`DELETE /<resource>/{id}`', '204'],
          ['`GET /<resource>/{id}/history`', '307 to the versions of the row'],
        ],
      ),
      text(
        `All paths are behind \`${service.basePath}\`. Every row has \`id\`, and \`recorded_at\` and \`recorded_by\`: when, and by which identity, this version was recorded.`,
      ),
      heading('Pages'),
      text(
        `\`limit\` and \`offset\` choose a page, or \`Range: 0-24\`. Without a limit a list has ${service.limits.pageDefault} rows, and never more than ${service.limits.pageMaximum}. A list that stopped at its limit has the address of the next page in \`Link\`, with \`rel="next"\`. Pages never overlap: every order ends in the id. \`Prefer: count=exact\`, \`planned\` or \`estimated\` adds to \`Content-Range\` how many rows there are.`,
      ),
      heading('Forms of a list'),
      table(
        ['`Accept`', 'form'],
        [
          ['`application/json`', 'an array'],
          [`\`${mediaTypes.csv}\``, 'a header line, then a line for each row (RFC 4180)'],
          [
            `\`${mediaTypes.csv}; formulas=escape\``,
            "the same for a spreadsheet: a text that begins with `=`, `+`, `-`, `@`, a tab or the end of a line has `'` before it, so that it is not run as a formula",
          ],
          [`\`${mediaTypes.lines}\``, 'a row to a line as JSON; all rows, as they come, where no limit is given'],
          [`\`${mediaTypes.object}\``, 'the one row there is, as an object; 406 where they are not one'],
        ],
      ),
      heading('Values'),
      list([
        'Numbers keep every digit in both directions, ids past 2^53 and decimals included.',
        'Datetimes are answered in UTC, as `2026-01-31T12:00:00+00:00`. They are sent as `2026-01-31T12:00:00+01:00`, `2026-01-31T11:00Z` or `2026-01-31 12:00 Europe/Oslo`. In a URL a plus is `%2B`.',
        'An update changes the members that it has, and leaves the others.',
      ]),
      heading('Versions'),
      text(
        `The answer to a read, a create or an update has an \`ETag\`. \`If-None-Match\` with a read gets 304 while nothing of the answer has changed. \`If-Match\` with a PATCH or DELETE gets 412 [\`precondition_failed\`](errors.html#precondition_failed) once anybody has made another version of the row, and nothing is changed: of two clients that send the same tag, one succeeds.${service.requireIfMatch ? ' This service wants it with every PATCH and DELETE.' : ''}`,
      ),
      heading('Repetitions'),
      text(
        'A POST with an `Idempotency-Key` is safe to repeat. For 24 hours the same request under the same key gets the answer of the first one and is done once, whoever lost a connection. With another role or other claims you get the row as you may read it then. Another request under the key gets 422 [`idempotency_key_reused`](errors.html#idempotency_key_reused).',
      ),
      code('http', 'Idempotency-Key: "8e03978e-40d5-43e8-bc93-6894a57f9324"'),
      heading('Limits'),
      table(['limit', 'of this service', 'past it'], limitRows(service.limits)),
      heading('Failures'),
      text(
        'Every failure is `application/problem+json` with a stable `code`, all faults at once, and a hint where one helps: see [errors](errors.html).',
      ),
    ],
  };
}

function limitRows(limits: Limits): readonly (readonly string[])[] {
  const bad = '400 [`limit_exceeded`](errors.html#limit_exceeded)';
  const late = '503 [`timeout`](errors.html#timeout)';
  return [
    ['bytes of a body', String(limits.payloadBytes), '413 [`payload_too_large`](errors.html#payload_too_large)'],
    ['bytes of an answer', String(limits.responseBytes), bad],
    ['bytes of a URL', String(limits.urlBytes), '414 [`url_too_long`](errors.html#url_too_long)'],
    ['rows of a page', String(limits.pageMaximum), bad],
    ['filters of a request', String(limits.filters), bad],
    ['values of `in`', String(limits.inValues), bad],
    ['depth of embeds', String(limits.embedDepth), bad],
    ['times that `select` names one column or relation', String(limits.aliases), bad],
    ['seconds of a statement', String(limits.statementTimeoutSeconds), late],
    [
      'lists of an identity as NDJSON at a time',
      String(limits.streamsPerIdentity),
      '429 [`rate_limited`](errors.html#rate_limited)',
    ],
    [
      'requests of an identity in a minute',
      limits.requestsPerMinute === null ? 'any number' : String(limits.requestsPerMinute),
      '429 [`rate_limited`](errors.html#rate_limited)',
    ],
    [
      'statements of an identity at work at a time',
      String(limits.statementsPerIdentity),
      'the next ones wait; [`too_many_at_once`](errors.html#too_many_at_once)',
    ],
    [
      'streams of events of an identity',
      String(limits.followersPerIdentity),
      '429 [`too_many_at_once`](errors.html#too_many_at_once)',
    ],
    [
      'seconds for a request to come in',
      String(limits.requestTimeoutSeconds),
      '408 [`request_timeout`](errors.html#request_timeout)',
    ],
  ];
}
