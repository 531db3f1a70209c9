import type { Json } from '../vocabulary/json.ts';

/** A request as a curl command. It reads the base of the API and the token from the environment. */
export function curlGet(path: string, headers: readonly string[] = []): string {
  return curl([`"$API${path}"`, ...headerOptions(headers)]);
}

export function curlSend(method: 'POST' | 'PATCH', path: string, body: Json, headers: readonly string[] = []): string {
  const options = method === 'POST' ? [] : [`-X ${method}`];
  return curl([
    ...options,
    `"$API${path}"`,
    ...headerOptions(['Content-Type: application/json', ...headers]),
    `-d ${quoted(JSON.stringify(body, null, 2))}`,
  ]);
}

export function curlDelete(path: string): string {
  return curl(['-X DELETE', `"$API${path}"`, ...headerOptions([])]);
}

function headerOptions(headers: readonly string[]): readonly string[] {
  return ['-H "Authorization: Bearer $TOKEN"', ...headers.map((header) => `-H ${quoted(header)}`)];
}

function curl(parts: readonly string[]): string {
  return `curl ${parts.join(' \\\n  ')}`;
}

/** For a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
