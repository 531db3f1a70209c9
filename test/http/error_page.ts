import { writeFileSync } from 'node:fs';
import type { Test } from 'tap';
import { type ProblemCode, problems } from '../../engine/http/problem.ts';
import { errorCases } from './error_cases.ts';
import { type Answer, type Method, type Request, testService } from './service.ts';

export const errorPageFile = 'docs/errors.md';

/** The page of all errors, each with a request that is answered so: `ALMANAC_WRITE=1 npx tap test/http/error_page.test.ts`. */
export async function errorPage(t: Test): Promise<string> {
  const { ask, token } = await testService(t, 'test/library');
  for (const [path, body] of rows) {
    const { status, text } = await ask('POST', path, { body });
    if (status !== 201) throw new Error(text);
  }
  await ask('PATCH', '/copy/1', { body: { condition: 'worn' } });
  const sections: string[] = [];
  for (const code of Object.keys(problems) as ProblemCode[]) {
    const example = errorCases[code];
    if (typeof example === 'string') {
      sections.push(`${heading(code)}\n${example}\n`);
      continue;
    }
    const [method, path, request = {}] = example;
    const scopes = request.token;
    const signed = typeof scopes === 'string' ? { token: token({ librarian: 1, permissions: scopes }) } : {};
    const answer = await ask(method, path, { ...request, ...signed });
    if (answer.body?.code !== code) throw new Error(`${method} ${path} is no example of ${code}: ${answer.text}`);
    sections.push(`${heading(code)}\n${shown(method, path, request, answer)}`);
  }
  return `${introduction}\n${table()}\n\n${sections.join('\n')}`;
}

export function writeErrorPage(page: string): void {
  writeFileSync(errorPageFile, page);
}

const rows = [
  ['/branch', { name: 'Old Town' }],
  ['/book', { name: 'Pan' }],
  ['/book', { name: 'Hunger' }],
  ['/copy', { book_id: 1, branch_id: 1 }],
] as const;

const introduction = `# Errors

Whatever goes wrong, the answer is \`application/problem+json\` (RFC 9457):

| member | what it says |
|---|---|
| \`type\` | the kind of problem, as a URN |
| \`title\` | the same in words |
| \`status\` | the HTTP status |
| \`code\` | the kind of problem, for programs; it is stable |
| \`detail\` | what is wrong with this request, and where; positions count characters from 1 |
| \`message\` | the same as \`detail\`, under the name that clients of PostgREST read |
| \`hint\` | what may help, where something does: the nearest name, what was expected |
| \`errors\` | each fault with its place, a JSON \`pointer\` into the body or a \`parameter\`; at most 100 |

No answer tells of SQL, of rows that the caller did not ask for, or of how the service is built.

Each code below has a request to the city library of the tests, and its answer. Long values are cut here with \`...\`.
`;

function table(): string {
  const lines = Object.entries(problems).map(
    ([code, { status, title, remedy }]) => `| [\`${code}\`](#${code}) | ${status} | ${title}. | ${remedy} |`,
  );
  return ['| code | status | what happened | what to do |', '|---|---|---|---|', ...lines].join('\n');
}

function heading(code: ProblemCode): string {
  const { status, title, remedy } = problems[code];
  return `## ${code}\n\n${status}: ${title}. ${remedy}\n`;
}

function shown(method: Method, path: string, { body, headers = {}, token }: Request, answer: Answer): string {
  const sent = [
    `${method} /library${cut(path)}`,
    ...(token === undefined ? [] : [token === null ? '(without a token)' : `(with a token for ${token})`]),
    ...Object.entries(headers).map(([name, value]) => `${titled(name)}: ${value}`),
    ...(body === undefined ? [] : ['', cut(typeof body === 'string' ? body : JSON.stringify(body))]),
  ];
  const told = ['allow', 'content-range', 'www-authenticate'].flatMap((name) =>
    answer.headers[name] === undefined ? [] : [`${titled(name)}: ${answer.headers[name]}`],
  );
  const received = [`HTTP/1.1 ${answer.status}`, ...told, '', cutValues(JSON.stringify(answer.body, null, 2))];
  return `\`\`\`http\n${sent.join('\n')}\n\`\`\`\n\n\`\`\`http\n${received.join('\n')}\n\`\`\`\n`;
}

function cut(text: string): string {
  return text.replace(/a{41,}/g, `${'a'.repeat(40)}...`);
}

function cutValues(text: string): string {
  return cut(text).replace(/("(?:[^"\\]|\\.){160})(?:[^"\\]|\\.)*"/g, '$1..."');
}

function titled(name: string): string {
  return name === 'www-authenticate' ? 'WWW-Authenticate' : name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase());
}
