import { writeFileSync } from 'node:fs';
import type { Test } from 'tap';
import { type ProblemCode, problems } from '../../engine/contract/problem.ts';
import type { ErrorExample } from '../../engine/docs/place/errors.ts';
import { errorCases } from './error_cases.ts';
import { type Answer, type Method, type Request, testService } from './service.ts';

export const errorExamplesFile = 'engine/docs/place/error_examples.json';

/** Of each error, a request that is answered so, and its answer. */
export async function errorExamples(t: Test): Promise<Readonly<Record<string, ErrorExample>>> {
  const { ask, token } = await testService(t, 'test/library');
  for (const [path, body] of rows) {
    const { status, text } = await ask('POST', path, { body });
    if (status !== 201) throw new Error(text);
  }
  await ask('PATCH', '/copy/1', { body: { condition: 'worn' } });
  const examples: Record<string, ErrorExample> = {};
  for (const code of Object.keys(problems) as ProblemCode[]) {
    const example = errorCases[code];
    if (typeof example === 'string') {
      examples[code] = { when: example };
      continue;
    }
    const [method, path, request = {}] = example;
    const scopes = request.token;
    const signed = typeof scopes === 'string' ? { token: token({ librarian: 1, permissions: scopes }) } : {};
    const answer = await ask(method, path, { ...request, ...signed });
    if (answer.body?.type !== `urn:almanac:problem:${code}`)
      throw new Error(`${method} ${path} is no example of ${code}: ${answer.text}`);
    examples[code] = shown(method, path, request, answer);
  }
  return examples;
}

export function writeErrorExamples(examples: Readonly<Record<string, ErrorExample>>): void {
  writeFileSync(errorExamplesFile, `${JSON.stringify(examples, null, 2)}\n`);
}

const rows = [
  ['/branch', { name: 'Old Town' }],
  ['/book', { name: 'Pan' }],
  ['/book', { name: 'Hunger' }],
  ['/copy', { book_id: 1, branch_id: 1 }],
] as const;

function shown(method: Method, path: string, { body, headers = {}, token }: Request, answer: Answer): ErrorExample {
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
  return { request: sent.join('\n'), answer: received.join('\n') };
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
