import type { Model } from '../../model/model.ts';
import { mediaTypes } from '../media_type.ts';
import { type ProblemCode, problems } from '../problem.ts';

/** What the service is for, then what holds for all of its operations. */
export function descriptionOfService({ service }: Model): string {
  const { filters, inValues, payloadBytes, urlBytes } = service.limits;
  const codes = (Object.keys(problems) as ProblemCode[]).map((code) => {
    const { status, title, remedy } = problems[code];
    return `| \`${code}\` | ${status} | ${title}. | ${remedy} |`;
  });
  const conventions = `## Filters

A list is filtered by the fields of its rows, with \`field=operator.value\`. The operators are those of PostgREST:
\`eq\`, \`neq\`, \`lt\`, \`lte\`, \`gt\`, \`gte\`, \`isdistinct\`, \`in\` as in \`id=in.(1,2)\`, and \`is\` as in \`is.null\`, of every field;
of texts \`like\` and \`ilike\` (whose \`*\` stands for any text), the regular expressions \`match\` and \`imatch\`, and the searches
\`fts\`, \`plfts\`, \`phfts\` and \`wfts\` as in \`fts(english).sea\`; of lists \`cs\` (contains), \`cd\` (is contained) and \`ov\` (overlaps), the first
two of JSON too. \`eq(any).{1,2}\` and \`like(all).{a*,*b}\` take several values; \`not.\` before an operator turns it round. Into JSON
lead arrows: \`data->a->>b=eq.x\`.

All filters have to hold. Others are combined with \`or=(status.eq.new,status.is.null)\` and \`and=(...)\`, one within the other
too. Through relations, by their aliases: \`a.name=eq.x\`, \`a.b.name=eq.x\`, \`a.or=(...)\`, and \`a=is.null\` for rows without any.
Such a filter keeps the rows that have a related row like that; where the relation is embedded it narrows what is embedded.

A request has at most ${filters} filters, an \`in\` at most ${inValues} values, a URL at most ${urlBytes} bytes and a body at most
${payloadBytes} bytes.

Wherever there is a GET, there is a HEAD. A method that a path does not have is refused with 405, and \`Allow\` lists those
that it has. Text in a body holds any character but NUL (U+0000), which is refused with 422.

## Pages and forms

A list that stopped at its limit has a \`Link\` to the next page, which begins behind its last row. \`Content-Range\` tells which
rows it holds; with \`Prefer: count=exact\` also of how many, and the status of a part is then 206. Lists come as JSON, as
\`${mediaTypes.csv}\`, as \`${mediaTypes.lines}\` (a row to a line; all of them when no limit is given), or, where there is one
row alone, as \`${mediaTypes.object}\`. The types of PostgREST, \`application/vnd.pgrst.object+json\` and
\`application/vnd.pgrst.array+json\`, take \`nulls=stripped\`, which leaves out members that are null, at any depth. Of a request
that accepts one of them, a failure has the \`code\` of PostgREST or PostgreSQL, and \`details\`.

## Related rows and time

\`embed\` fetches related rows along, as in \`embed=a(b),c!\`: an object or null for one, an
array for many; \`!\` drops the rows without a match. \`select\` chooses columns too, as in \`select=id,a(name)\`. \`valid_at\` shows
what is valid at an instant, and \`as_of\` what was recorded at one, with everything embedded. A version in a history shows the
rows around it as they were recorded in its last moment. All that is read needs its scope, whether it is shown or not.

## Versions and repetitions

The ETag of a row that is read or written stands for its version. \`If-None-Match\` with a read gets 304 while nothing of the
answer has changed; \`If-Match\` with an update or a delete is refused with 412 once anybody has changed the row. A create
with an \`Idempotency-Key\` may be repeated for 24 hours: it gets the answer of the first one, or
the row as the caller may read it by now where they come with another role or other claims. An answer to a write has no body
where the caller may not read the row.

## Datetimes

Answers write them in UTC with the offset \`+00:00\`. Requests write \`2026-01-31T12:00:00+01:00\`, \`2026-01-31T11:00Z\` or
\`2026-01-31 12:00 Europe/Oslo\`; in a URL a plus is \`%2B\`.

## Failures

The body of every failure is \`application/problem+json\` (RFC 9457). Its \`code\` is stable:

| code | status | meaning | what to do |
|---|---|---|---|
${codes.join('\n')}
`;
  return service.description === '' ? conventions : `${service.description}\n\n${conventions}`;
}
