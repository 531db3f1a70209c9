import { test } from 'tap';
import { providerErrorOf } from '../../engine/studio/sign_in/provider_fault.ts';
import { pathOf, returnAddressOf } from '../../engine/studio/sign_in/return_address.ts';
import { signedFetch } from '../../engine/studio/sign_in/signed_fetch.ts';
import { contentOf, tokenOf } from '../../engine/studio/sign_in/token_text.ts';

test('a token is found in what people paste', async (t) => {
  for (const text of [
    'ey.a-b_c.d',
    '  ey.a-b_c.d\n',
    'ey.a-\n  b_c.d',
    'Bearer ey.a-b_c.d',
    'Authorization: Bearer ey.a-b_c.d',
    'TOKEN=ey.a-b_c.d',
    'export TOKEN="ey.a-b_c.d"',
  ])
    t.equal(tokenOf(text), 'ey.a-b_c.d', text);
  for (const text of ['', '  ', 'tøken', '<html>', '{"access_token": "ey"}']) t.equal(tokenOf(text), null, text);
});

test('of a token that Studio can read, it shows the subject and the end', async (t) => {
  const payload = Buffer.from(JSON.stringify({ sub: 'kåre?>@example.org', exp: 1_800_000_000 })).toString('base64url');
  t.strictSame(contentOf(`ey.${payload}.x`), { subject: 'kåre?>@example.org', ends: 1_800_000_000_000 });
  for (const text of ['opaque', 'a.b.c', `a.${Buffer.from('null').toString('base64url')}.c`, 'a.e30.c'])
    t.strictSame(contentOf(text), { subject: null, ends: null }, text);
});

test('a sign-in goes back to a page of Studio, and to no other', async (t) => {
  const address = { nextPathname: '/browse/party/7', nextSearch: '?as_of=2024-01-01T00%3A00Z' };
  t.equal(pathOf(returnAddressOf(address)), '/browse/party/7?as_of=2024-01-01T00%3A00Z');
  t.equal(pathOf(returnAddressOf({ nextPathname: '/' })), '/');
  for (const state of [
    null,
    undefined,
    'https://example.org',
    {},
    { nextPathname: 7 },
    { nextPathname: 'https://example.org' },
    { nextPathname: '//example.org' },
    { nextPathname: '/\\example.org' },
    { nextPathname: '/sign-in' },
    { nextPathname: '/signed-in' },
  ])
    t.equal(pathOf(returnAddressOf(state)), '/', JSON.stringify(state));
  t.equal(pathOf(returnAddressOf({ nextPathname: '/find', nextSearch: '//example.org' })), '/find');
});

test('what goes wrong at a provider has its cause', async (t) => {
  const answer = (parts: object) => Object.assign(new Error('x'), { name: 'ErrorResponse', ...parts });
  const kept = { nextPathname: '/find' };
  for (const [error, fault] of [
    [answer({ error: 'login_required', state: kept }), { kind: 'ask' }],
    [answer({ error: 'consent_required', error_description: 'ask them' }), { kind: 'ask' }],
    [
      answer({ error: 'access_denied', error_description: 'You may not.' }),
      { kind: 'refused', detail: 'You may not.' },
    ],
    [answer({ error: 'invalid_scope', error_description: null }), { kind: 'refused', detail: 'invalid_scope' }],
    [new Error('No matching state found in storage'), { kind: 'unknown' }],
    [new Error('No state in response'), { kind: 'unknown' }],
    [new TypeError('Failed to fetch'), { kind: 'away' }],
    [new Error('nonce in id_token does not match nonce in client storage'), { kind: 'unfit' }],
  ] as const)
    t.match(providerErrorOf(error).fault, fault);
  t.equal(providerErrorOf(answer({ error: 'login_required', state: kept })).kept, kept);
});

test('a refused token is told, with the words of the service; other answers are not', async (t) => {
  const refused: string[][] = [];
  const keeper = { refuse: (...told: string[]) => refused.push(told) };
  let status = 401;
  const ask = signedFetch(keeper, async () => Response.json({ detail: 'the token has expired' }, { status }));
  const headers = { Authorization: 'Bearer ey.x' };
  const response = await ask('https://example.org/', { headers });
  t.same(await response.json(), { detail: 'the token has expired' }, 'the answer is whole');
  t.strictSame(refused, [['ey.x', 'the token has expired']]);
  status = 403;
  await ask('https://example.org/', { headers });
  status = 401;
  await ask('https://example.org/');
  t.equal(refused.length, 1);
});
