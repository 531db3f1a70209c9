import { globSync, readFileSync } from 'node:fs';
import { test } from 'tap';
import { Problem, type ProblemCode, problems } from '../../engine/contract/problem.ts';

// The catalogue of failures is complete: what is in it happens and is shown to, and what happens is in it.

const codes = Object.keys(problems) as ProblemCode[];

/** The text of all files of a pattern, without the catalogue and what merely describes it. */
function textOf(pattern: string): string {
  const files = globSync(pattern).filter(
    (file) => !/problem\.(test\.)?ts$|openapi|kind\.ts$/.test(file) || /database|request/.test(file),
  );
  return files.map((file) => readFileSync(file, 'utf8')).join('\n');
}

test('every code is raised somewhere, and every code that is raised is known', async (t) => {
  const sources = textOf('engine/{http,query,feature}/**/*.ts');
  const ofConstraints = textOf('engine/schema/constraint/**/*.ts');
  for (const code of codes) t.match(sources + ofConstraints, `'${code}'`, code);
  const raised = sources.matchAll(/(?:new Problem|refuse|conflict)\(\s*'(\w+)'/g);
  for (const [, code = ''] of raised) t.ok(code in problems, code);
});

test('every code is the answer to a request, or to a word of the database, in some test', async (t) => {
  const tests = textOf('test/{http,file,calls,fault}/*.test.ts');
  for (const code of codes) t.match(tests, `'${code}'`, code);
});

test('codes are words, titles are sentences without an end, remedies have one', async (t) => {
  for (const [code, { status, title, remedy }] of Object.entries(problems)) {
    t.match(code, /^[a-z]+(_[a-z]+)*$/);
    t.ok(status >= 400 && status < 600);
    t.match(title, /^[A-Z].*[^.]$/);
    t.match(remedy, /^[A-Z].*\.$/);
  }
  t.equal(new Set(Object.values(problems).map(({ title }) => title)).size, codes.length);
});

test('the body of an answer', async (t) => {
  const plain = new Problem('not_found', 'there is no note 1');
  t.equal(plain.status, 404);
  t.same(JSON.parse(JSON.stringify(plain)), {
    type: 'urn:almanac:problem:not_found',
    title: 'The row was not found',
    status: 404,
    detail: 'there is no note 1',
    code: 'not_found',
    message: 'there is no note 1',
  });
  const errors = [{ pointer: '/a', detail: 'is required' }];
  const full = new Problem('invalid_body', '/a: is required', { hint: 'send it', errors, headers: { allow: 'GET' } });
  t.match(full.toJSON(), { hint: 'send it', errors });
  t.notOk('headers' in full.toJSON());
});
