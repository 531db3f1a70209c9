/** A curl command as the request that it is. It may have the options -X, -H and -d, and words quoted as a POSIX shell reads them. */
export interface CurlRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** @throws Error for a command that is none of that kind. */
export function readCurl(line: string, variables: Readonly<Record<string, string>>): CurlRequest {
  const [command, ...words] = wordsOf(line, variables);
  if (command !== 'curl') throw new Error(`no curl command: ${line}`);
  const headers: Record<string, string> = {};
  let url: string | undefined;
  let method: string | undefined;
  let body: string | undefined;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word === '-X') method = words[++at];
    else if (word === '-d') body = words[++at];
    else if (word === '-H') {
      const [, name = '', value = ''] = /^([^:]+):\s*(.*)$/s.exec(words[++at] ?? '') ?? [];
      headers[name.toLowerCase()] = value;
    } else if (!word.startsWith('-') && url === undefined) url = word;
    else throw new Error(`unknown word ${word} in ${line}`);
  }
  if (url === undefined) throw new Error(`no URL in ${line}`);
  return { method: (method ?? (body === undefined ? 'GET' : 'POST')) as CurlRequest['method'], url, headers, body };
}

function wordsOf(line: string, variables: Readonly<Record<string, string>>): readonly string[] {
  const expanded = (text: string) => text.replace(/\$([A-Z]+)/g, (_, name: string) => variables[name] ?? '');
  const words = line.replaceAll('\\\n', ' ').match(/(?:'[^']*'|"[^"]*"|\\.|[^\s'"\\])+/g) ?? [];
  return words.map((word) =>
    word.replace(/'([^']*)'|"([^"]*)"|\\(.)/g, (_, single, double, one) => single ?? one ?? expanded(double)),
  );
}
