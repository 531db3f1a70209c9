import { test } from 'tap';
import { checkRefusal } from './refusal.ts';
import { type Method, testService } from './service.ts';

// What each request needs, all of it and nothing more. With one scope fewer it is refused by
// the name of that scope; each scope can be replaced by one that covers it, and by no other.

type Row = readonly [rule: string, method: Method, path: string, scopes: readonly string[]];

const requests: readonly Row[] = [
  ['list needs read', 'GET', '/book', ['read:data:book']],
  ['a filter needs no more', 'GET', '/copy?book_id=eq.1', ['read:data:copy']],
  ['read needs read', 'GET', '/book/1', ['read:data:book']],
  ['create needs manage', 'POST', '/book', ['manage:data:book']],
  ['update needs manage', 'PATCH', '/book/1', ['manage:data:book']],
  ['delete needs manage', 'DELETE', '/book/1', ['manage:data:book']],
  ['a history has a scope of its own', 'GET', '/copy_history', ['read:data:copy_history']],
  ['so has a version', 'GET', '/copy_history/1', ['read:data:copy_history']],
  ['and the way to it', 'GET', '/copy/1/history', ['read:data:copy_history']],
  ['an embed needs read', 'GET', '/copy?embed=book', ['read:data:copy', 'read:data:book']],
  ['so it does in a read', 'GET', '/copy/1?embed=book', ['read:data:copy', 'read:data:book']],
  [
    'at every depth',
    'GET',
    '/loan?embed=copy!(book,branch)',
    ['read:data:loan', 'read:data:copy', 'read:data:book', 'read:data:branch'],
  ],
  ['order by a relation needs read', 'GET', '/copy?order=book(name)', ['read:data:copy', 'read:data:book']],
  ['as_of needs the history', 'GET', `/copy?as_of=2026-01-01T00:00Z`, ['read:data:copy', 'read:data:copy_history']],
  ['so it does in a read', 'GET', '/copy/1?as_of=2026-01-01T00:00Z', ['read:data:copy', 'read:data:copy_history']],
  [
    'around a version, what is embedded is history too',
    'GET',
    '/membership_history?embed=member',
    ['read:data:membership_history', 'read:data:member', 'read:data:member_history'],
  ],
  [
    'as_of needs the history of what is embedded',
    'GET',
    '/membership?as_of=2026-01-01T00:00Z&embed=member',
    ['read:data:membership', 'read:data:membership_history', 'read:data:member', 'read:data:member_history'],
  ],
];

test('the scopes that requests need', async (t) => {
  const service = await testService(t, 'test/library');
  const ask = (method: Method, path: string, scopes: readonly string[]) =>
    service.ask(method, path, {
      token: service.token({ librarian: 1, permissions: scopes }),
      ...(['POST', 'PATCH'].includes(method) && { body: {} }),
    });
  for (const [rule, method, path, scopes] of requests) {
    await t.test(`${rule}: ${method} ${path}`, async (t) => {
      const { status, text } = await ask(method, path, scopes);
      t.ok([200, 307, 404, 422].includes(status), `${status} ${text}`);
      for (const scope of scopes) {
        const others = scopes.filter((other) => other !== scope);
        const refused = await ask(method, path, others);
        checkRefusal(t, refused, {
          code: 'insufficient_scope',
          detail: new RegExp(`lacks the scope ${scope}(,|$)`),
          headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
        });
        for (const covering of coversOf(scope))
          t.not((await ask(method, path, [...others, covering])).status, 403, covering);
        for (const useless of uselessFor(scope))
          t.equal((await ask(method, path, [...others, useless])).status, 403, useless);
      }
    });
  }
});

const verbs = ['read', 'use', 'manage'];

/** Higher verbs, and fewer parts. */
function coversOf(scope: string): readonly string[] {
  const [verb = '', ...parts] = scope.split(':');
  const higher = verbs.slice(verbs.indexOf(verb));
  return higher.flatMap((each) => parts.map((_, index) => [each, ...parts.slice(0, index + 1)].join(':')));
}

/** Lower verbs, more parts, parts cut short, and other cases. */
function uselessFor(scope: string): readonly string[] {
  const [verb = '', ...parts] = scope.split(':');
  const lower = verbs.slice(0, verbs.indexOf(verb)).map((each) => [each, ...parts].join(':'));
  return [
    ...lower,
    `${scope}:more`,
    scope.slice(0, -1),
    `${scope}x`,
    verb,
    `${verb}:`,
    scope.toUpperCase(),
    `x${scope}`,
  ];
}
