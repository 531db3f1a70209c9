import fc from 'fast-check';
import { test } from 'tap';
import { loadModel } from '../../engine/feature/load.ts';
import type { Model } from '../../engine/model/model.ts';
import { testDatabase } from '../database.ts';
import { preparationOf } from './hidden_rows.ts';
import { type Answer, type Method, serveDatabase } from './service.ts';
import { parameter } from './url_arbitrary.ts';

// A service that keeps the plans of requests answers as one that plans each request anew, whoever asked before.

/** Filters of papers by their shape: those of one shape are answered by one plan, those of two must not be. */
const filters: readonly (readonly [name: string, operator: string, values: readonly string[]])[] = [
  ['id', 'eq.', ['1', '3', '0', '99', 'x', '', '9223372036854775808']],
  ['id', 'in.', ['(1)', '(1,3,5)', '()', '(1,x)', '(null)', '1,3']],
  ['id', 'not.in.', ['(1)', '(1,3,5)']],
  ['code', 'in.', ['(1)', '("1","a,b")', '(null)', '()', '({1,2})']],
  ['code', 'eq.', ['1', 'null', '', '{1}']],
  ['code', 'eq(any).', ['{1,3}', '{}', '{"1"}', '{null}', '1']],
  ['code', 'neq(all).', ['{1,3}', '{}', '{1}']],
  ['code', 'like(any).', ['{1*,3}', '{*}', '{"*\\\\"}']],
  ['code', 'match.', ['^1', '(', 'secret', '']],
  ['code', 'starts.', ['1', 'secret', '']],
  ['code', 'isdistinct.', ['1', 'null']],
  ['body', 'is.', ['null', 'true', 'not_null', 'unknown']],
  ['body', 'not.is.', ['null']],
  ['body', 'wfts.', ['needle', 'hay or needle', '']],
  ['body', 'wfts(english).', ['needles', 'needle']],
  ['body', 'wfts(simple).', ['needles', 'needle']],
  ['size', 'gt.', ['1', '20', '-1', '1.5']],
  ['size', 'isdistinct.', ['1', 'null', '3']],
  ['price', 'lt.', ['1.5', '20', '1e3', 'x']],
  ['at', 'gte.', ['2026-01-05T00:00Z', '2026-01-05T00:00+02:00', 'now', 'null']],
  ['key', 'eq.', ['00000000-0000-0000-0000-000000000003', '3']],
  ['data', 'cs.', ['{"a":1}', '{}', '{']],
  ['data->>b', 'eq.', ['1', '3']],
  ['tags', 'ov.', ['{red}', '{x2,secret}', '{}', '{null}']],
  ['sizes', 'cs.', ['{1}', '{3}', '{1,3}', '{x}']],
  ['kind', 'eq.', ['plain', 'rare', 'odd']],
  ['kind', 'in.', ['(plain)', '(plain,rare)', '(odd)']],
  ['folder.code', 'eq.', ['f-1', 'f-3', 'secret-f-2']],
  ['folder', 'is.', ['null', 'not_null']],
  ['stay.code', 'like.', ['1*', '3*']],
  ['stay', 'is.', ['null', 'not_null']],
  ['or', '', ['(id.eq.1,code.eq.3)', '(id.eq.3,code.eq.5)', '(id.eq.3']],
  ['not.and', '', ['(id.gt.1,id.lt.9)', '(id.gt.5,id.lt.9)']],
  ['as_of', '', ['2025-06-01T00:00Z', '2024-01-01T00:00Z', '2999-01-01T00:00Z', 'x']],
  ['order', '', ['id.desc', 'size', 'size.desc.nullslast', 'code', 'folder(code),id']],
  ['limit', '', ['0', '1', '3', '9999', 'x']],
  ['offset', '', ['0', '2', '99']],
  [
    'select',
    '',
    [
      'id,code',
      'id,folder(code)',
      'id,stay(code)',
      'id,stay!inner(code,valid_from)',
      'n:size::text,id',
      'id,...folder(f:code)',
    ],
  ],
  ['embed', '', ['folder', 'stay', 'stay!']],
  ['stay.valid_at', '', ['2026-01-15T00:00Z', '2026-04-01T00:00Z', '2025-01-01T00:00Z', 'x']],
  ['stay.limit', '', ['1', '0']],
  ['stay.order', '', ['id.desc', 'code']],
  ['after', '', [cursor(0, '3'), cursor(2, '9'), cursor(1, '5', '5'), cursor(1, null, '5'), 'x']],
];

function cursor(...keys: readonly (number | string | null)[]): string {
  return Buffer.from(JSON.stringify(keys)).toString('base64url');
}

const csv = { accept: 'text/csv' };
const lines = { accept: 'application/x-ndjson' };

/** Headers of requests: a plan for some of them must not serve others. */
const headers: readonly Readonly<Record<string, string>>[] = [
  {},
  csv,
  lines,
  { accept: 'application/vnd.pgrst.object+json' },
  ...['exact', 'planned', 'estimated'].map((count) => ({ prefer: `count=${count}` })),
  { ...csv, prefer: 'count=exact' },
  { ...lines, range: '0-1' },
  ...['0-1', '2-3', '1-'].map((range) => ({ range })),
];

const everything = { scope: 'manage:data', identity_id: 7 };

/** Callers whose rules are alike but for the values of their claims, and others. */
const callers = fc.constantFrom(
  { ...everything, role: 'claimed', party: '1' },
  { ...everything, role: 'claimed', party: '2' },
  { ...everything, role: 'claimed' },
  { ...everything, role: 'many', party: '1' },
  { ...everything, role: 'many', party: 'x' },
  { ...everything, role: 'through', party: '2' },
  { ...everything, role: 'half', party: '1' },
  { ...everything, role: 'own' },
  { ...everything, role: 'half', scope: 'read:data:paper' },
);

/** Requests of one shape, or nearly: of other callers, with other values and headers. */
const alike = fc
  .record({
    path: fc.constantFrom('/paper', '/paper', '/paper', '/paper/1', '/paper/3', '/paper_history'),
    shape: fc.uniqueArray(fc.constantFrom(...filters), { maxLength: 3 }),
    // Few of them, so that some requests have the same.
    sent: fc.subarray([...headers], { minLength: 1, maxLength: 3 }),
  })
  .chain(({ path, shape, sent }) => {
    const some = shape.map(([, , all]) =>
      fc.shuffledSubarray([...all], { minLength: 1, maxLength: Math.min(2, all.length) }),
    );
    return fc.tuple(...some).chain((chosen) => {
      const values = shape.map(([name, operator], at) =>
        fc.constantFrom(...(chosen[at] ?? [])).map((value) => parameter([name, operator + value])),
      );
      const question = fc.record({
        path: fc.constant(path),
        parts: fc.tuple(...values),
        headers: fc.constantFrom(...sent),
        caller: callers,
        method: fc.constantFrom<Method>('GET', 'GET', 'GET', 'HEAD'),
      });
      return fc.array(question, { minLength: 9, maxLength: 12 });
    });
  });

/** So many at a time: more would have to wait for their share of the connections, and be refused. */
const atOnce = 3;

test('what a kept plan answers is what a new one would', { timeout: 1_200_000 }, async (t) => {
  const loaded = await loadModel('test/hidden');
  if (!loaded.ok) throw new Error('the definitions have faults');
  const { model } = loaded;
  const database = await testDatabase(t, preparationOf(model), { plan_cache_mode: 'force_custom_plan' });
  const keeping = await serveDatabase(t, model, database);
  const forgetful = await serveDatabase(t, withPlans(model, 1), database);
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(alike, async (questions) => {
      for (let at = 0; at < questions.length; at += atOnce)
        await Promise.all(
          questions.slice(at, at + atOnce).map(async ({ path, parts, headers, caller, method }) => {
            const request = { headers, token: keeping.token(caller) };
            const url = [path, ...(parts.length === 0 ? [] : [parts.join('&')])].join('?');
            const [kept, anew] = await Promise.all([
              keeping.ask(method, url, request),
              forgetful.ask(method, url, request),
            ]);
            statuses.add(anew.status);
            const [own, expected] = [toldBy(kept), toldBy(anew)];
            if (own !== expected)
              throw new Error(`${url} ${JSON.stringify(headers)} ${JSON.stringify(caller)}\n${own}\n${expected}`);
          }),
        );
    }),
    { numRuns: process.env.ALMANAC_LONG ? 1_000 : 12, includeErrorInReport: true },
  );
  t.ok(statuses.has(200), 'some were answered with rows');
  t.notOk(statuses.has(500), 'none was answered with 500');
  const { body: metrics } = await keeping.server.inject('/metrics');
  t.match(metrics, /plan_cache_requests_total\{result="hit"\} [1-9]/, 'some were answered by a kept plan');
  const { body: others } = await forgetful.server.inject('/metrics');
  t.match(others, /plan_cache_requests_total\{result="hit"\} 0/, 'and none where no plan is kept');
});

/** The model, with so much memory for plans of requests. */
function withPlans(model: Model, planCacheBytes: number): Model {
  const { service } = model;
  return { ...model, service: { ...service, limits: { ...service.limits, planCacheBytes } } };
}

function toldBy({ status, headers, text }: Answer): string {
  const told = Object.entries(headers).filter(([name]) => !['date', 'x-request-id', 'traceparent'].includes(name));
  return JSON.stringify([status, told, text]);
}
