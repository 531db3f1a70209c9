import { test } from 'tap';
import { type Credentials, keepCredentials } from '../../engine/studio/sign_in/credentials.ts';

// Tokens are in memory, and are renewed before they end. Time here is a number that the test moves.

function open() {
  let now = 0;
  let timers: readonly { readonly at: number; readonly act: () => void }[] = [];
  const keeper = keepCredentials({
    now: () => now,
    after: (milliseconds, act) => {
      const timer = { at: now + milliseconds, act };
      timers = [...timers, timer];
      return () => {
        timers = timers.filter((each) => each !== timer);
      };
    },
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    keeper,
    waits: () => timers.map(({ at }) => at - now),
    /** Moves the clock alone, as while a machine is asleep. */
    sleep: (milliseconds: number) => {
      now += milliseconds;
    },
    pass: async (milliseconds: number) => {
      now += milliseconds;
      const due = timers.filter(({ at }) => at <= now);
      timers = timers.filter(({ at }) => at > now);
      for (const { act } of due) act();
      await settle();
    },
  };
}

const minute = 60_000;

function credentials(parts: Partial<Credentials> = {}): Credentials {
  return { token: 'first', name: null, ends: null, renew: null, signOut: null, ...parts };
}

test('a token is renewed a minute before it ends, or at half of a shorter life', async (t) => {
  for (const [life, wait] of [
    [60 * minute, 59 * minute],
    [minute, minute / 2],
    [60 * 24 * 60 * minute, 2 ** 31 - 1],
  ] as const) {
    const { keeper, waits } = open();
    keeper.keep(credentials({ ends: life, renew: async () => credentials() }));
    t.strictSame(waits(), [wait], `${life}`);
  }
  const { keeper, waits } = open();
  keeper.keep(credentials({ ends: minute }));
  t.strictSame(waits(), [], 'what nobody renews has no timer');
});

test('the renewed token takes its place, and so on', async (t) => {
  const { keeper, pass, waits } = open();
  const second = credentials({ token: 'second', ends: 120 * minute, renew: async () => credentials() });
  keeper.keep(credentials({ ends: 60 * minute, renew: async () => second }));
  let changes = 0;
  const stop = keeper.watch(() => {
    changes += 1;
  });
  await pass(59 * minute);
  t.equal(await keeper.token(), 'second');
  t.equal(changes, 1);
  t.strictSame(waits(), [60 * minute]);
  stop();
  keeper.keep(null);
  t.equal(changes, 1);
  t.strictSame(waits(), [], 'who has signed out is not renewed');
  t.equal(await keeper.token(), null);
});

test('a request waits for a newer token where the kept one has ended, and asks for it once', async (t) => {
  const { keeper, sleep } = open();
  let asked = 0;
  const renew = async () => {
    asked += 1;
    return credentials({ token: 'second', ends: 600 * minute });
  };
  keeper.keep(credentials({ ends: 60 * minute, renew }));
  sleep(61 * minute);
  t.strictSame(await Promise.all([keeper.token(), keeper.token()]), ['second', 'second']);
  t.equal(asked, 1);
});

test('a provider that is away is asked again, and one that refuses is not', async (t) => {
  const { keeper, pass, waits } = open();
  let error: unknown = new TypeError('fetch failed');
  const renew = async () => {
    throw error;
  };
  keeper.keep(credentials({ ends: 60 * minute, renew }));
  await pass(59 * minute);
  t.strictSame(waits(), [30_000]);
  t.equal(await keeper.token(), 'first', 'until then the token is good');
  await pass(2 * minute);
  t.strictSame(waits(), [30_000], 'also when it has ended');
  error = Object.assign(new Error('invalid_grant'), { error: 'invalid_grant' });
  await pass(minute);
  t.strictSame(waits(), []);
  t.equal(keeper.state().credentials?.renew, null, 'now the person is asked');
});

test('a refusal ends the token that was refused, and no other', async (t) => {
  const { keeper, waits } = open();
  keeper.keep(credentials({ ends: minute, renew: async () => credentials() }));
  keeper.refuse('an older one', 'the token has expired');
  t.equal(keeper.state().credentials?.token, 'first');
  keeper.refuse('first', 'the token has expired');
  t.strictSame(keeper.state(), { credentials: null, reason: { kind: 'token', detail: 'the token has expired' } });
  t.strictSame(waits(), []);
  keeper.keep(credentials());
  t.equal(keeper.state().reason, null, 'the reason goes with the next sign-in');
});

test('who signs in during a renewal is not replaced by it', async (t) => {
  const { keeper } = open();
  let give: (renewed: Credentials) => void = () => {};
  const renew = () =>
    new Promise<Credentials>((resolve) => {
      give = resolve;
    });
  keeper.keep(credentials({ ends: 1_000, renew }));
  const token = keeper.token();
  keeper.keep(credentials({ token: 'another' }));
  give(credentials({ token: 'late' }));
  t.equal(await token, 'another');
});
