import { test } from 'tap';
import { coversScope, holdsScope, scopeOf } from '../../engine/access/scope.ts';

// Verbs read < use < manage, and a shorter scope covers what begins with it on whole parts.

const covered: readonly (readonly [granted: string, needed: string, covers: boolean])[] = [
  ['read:data:party', 'read:data:party', true],
  ['use:data:party', 'read:data:party', true],
  ['manage:data:party', 'read:data:party', true],
  ['manage:data:party', 'use:data:party', true],
  ['manage:data:party', 'manage:data:party', true],
  ['read:data:party', 'use:data:party', false],
  ['read:data:party', 'manage:data:party', false],
  ['use:data:party', 'manage:data:party', false],
  ['read:data', 'read:data:party', true],
  ['manage:data', 'use:data:party:merge', true],
  ['manage:data:party', 'use:data:party:merge', true],
  ['use:data:party:merge', 'use:data:party', false],
  ['read:data:controllable_unit', 'read:data:controllable_unit_history', false],
  ['read:data:controllable_unit_history', 'read:data:controllable_unit', false],
  ['read:dat', 'read:data:party', false],
  ['read:data:par', 'read:data:party', false],
  ['read:data:', 'read:data:party', false],
  ['read:data:party:', 'read:data:party', false],
  ['read:', 'read:data:party', false],
  ['read', 'read:data:party', false],
  ['manage', 'read:data:party', false],
  ['', 'read:data:party', false],
  [':data:party', 'read:data:party', false],
  ['READ:data:party', 'read:data:party', false],
  ['read:Data:party', 'read:data:party', false],
  ['write:data:party', 'read:data:party', false],
  ['*:data:party', 'read:data:party', false],
  ['read:*', 'read:data:party', false],
  ['read:data:party ', 'read:data:party', false],
  ['read:auth', 'read:data:party', false],
  ['manage:data', 'write:data:party', false],
];

test('which scopes cover which', async (t) => {
  for (const [granted, needed, covers] of covered)
    t.equal(coversScope(granted, needed), covers, `${granted} ${needed}`);
});

test('the scope that an operation needs', async (t) => {
  const needed = { list: 'read', read: 'read', create: 'manage', update: 'manage', delete: 'manage' } as const;
  for (const [operation, verb] of Object.entries(needed))
    t.equal(scopeOf(operation as keyof typeof needed, 'party'), `${verb}:data:party`);
});

test('a caller holds what one of its scopes covers', async (t) => {
  const caller = {
    identity: null,
    subject: 'x',
    scopes: new Set(['openid', 'read:data:party', 'use:data:notice']),
    role: null,
    claims: new Map(),
  };
  t.ok(holdsScope(caller, 'read:data:party'));
  t.ok(holdsScope(caller, 'read:data:notice'));
  t.notOk(holdsScope(caller, 'manage:data:party'));
  t.notOk(holdsScope({ ...caller, scopes: new Set() }, 'read:data:party'));
});
