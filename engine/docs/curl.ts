import type { ActionWord } from '../vocabulary/action/action_word.ts';
import type { Json } from '../vocabulary/value/json.ts';

/** A request as a curl command. It reads the base of the API and the token from the environment. */
export function curlGet(path: string, headers: readonly string[] = []): string {
  return curlRequest('GET', path, null, headers);
}

/** The same of any method, with a body where there is one. */
export function curlRequest(
  method: ActionWord['method'],
  path: string,
  body: Json,
  headers: readonly string[] = [],
): string {
  // curl posts what has a body, and gets what has none.
  const isPlain = method === (body === null ? 'GET' : 'POST');
  const type = body === null ? [] : ['Content-Type: application/json'];
  const parts = [
    ...(isPlain ? [] : [`-X ${method}`]),
    `"$API${path}"`,
    '-H "Authorization: Bearer $TOKEN"',
    ...[...type, ...headers].map((header) => `-H ${quoted(header)}`),
    ...(body === null ? [] : [`-d ${quoted(JSON.stringify(body, null, 2))}`]),
  ];
  return `curl ${parts.join(' \\\n  ')}`;
}

/** For a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
