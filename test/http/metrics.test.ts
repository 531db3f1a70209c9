import { test } from 'tap';
import { connect } from '../../db/database.ts';
import { createAuthenticate } from '../../engine/auth/token.ts';
import { sequence } from '../../engine/feature/event/sequencer.ts';
import { createServer } from '../../engine/http/server.ts';
import { switchedProxy } from '../db/switched_proxy.ts';
import { quiet, secret, testService } from './service.ts';

// Figures of the service itself: its plans, and how far its events are behind.

test('plans that are kept, and changes that wait to be events', async (t) => {
  const { model, database, token } = await testService(t, 'test/access');
  const proxy = await switchedProxy(t, database.url);
  const own = await connect(proxy.url, { maximumConnections: 2, statementTimeoutSeconds: 10 });
  const authenticate = createAuthenticate({ kind: 'secret', secret }, model.service);
  const server = await createServer({ model, database: own, authenticate, ...quiet });
  t.teardown(() => Promise.all([server.close(), own.close()]));
  const figures = async () => {
    const { statusCode, body } = await server.inject('/metrics');
    t.equal(statusCode, 200);
    const of = (name: string) => Number(new RegExp(`^${name.replace(/[{}]/g, '\\$&')} (\\S+)$`, 'm').exec(body)?.[1]);
    return {
      hits: of('plan_cache_requests_total{result="hit"}'),
      misses: of('plan_cache_requests_total{result="miss"}'),
      plans: of('plan_cache_plans'),
      waiting: of('events_waiting'),
      seconds: of('events_lag_seconds'),
    };
  };
  t.strictSame(await figures(), { hits: 0, misses: 0, plans: 0, waiting: 0, seconds: 0 });
  const headers = { authorization: `Bearer ${token({ identity_id: 1, scope: 'read:data', role: 'clerk' })}` };
  for (const query of ['id=eq.1', 'id=eq.2', 'id=eq.x', 'name=eq.x', 'id=eq.3'])
    await server.inject({ url: `/clinic/doctor?${query}`, headers });
  t.match(await figures(), { hits: 2, misses: 3, plans: 2 }, 'the same shape is planned once; what does not fit, anew');
  await database.query("insert into doctor (name) select 'x' from generate_series(1, 3)");
  const late = await figures();
  t.equal(late.waiting, 3);
  t.ok(late.seconds > 0 && late.seconds < 60);
  await sequence(database.database);
  t.match(await figures(), { waiting: 0, seconds: 0 });
  proxy.cut();
  t.strictSame((await figures()).waiting, Number.NaN, 'nothing is said of what is not known');
});

test('requests are counted by their routes, whose values are in no label', async (t) => {
  const { model, database, token } = await testService(t, 'test/access');
  const authenticate = createAuthenticate({ kind: 'secret', secret }, model.service);
  const server = await createServer({ model, database: database.database, authenticate, ...quiet });
  t.teardown(() => server.close());
  const headers = { authorization: `Bearer ${token({ identity_id: 1, scope: 'read:data', role: 'clerk' })}` };
  const requests = [
    ['GET', '/clinic/doctor', '/clinic/doctor'],
    ['GET', '/clinic/doctor?name=eq.secret', '/clinic/doctor'],
    ['GET', '/clinic/doctor/4711', '/clinic/doctor/:id'],
    ['HEAD', '/clinic/doctor/4711', '/clinic/doctor/:id'],
    ['GET', '/clinic/doctor/', 'none'],
    ['POST', '/clinic/doctor/4711', 'none'],
    ['GET', '/clinic/secret', 'none'],
    ['GET', '/clinic/secret/4711/history', 'none'],
    ['GET', '/clinic/constructor', 'none'],
    ['GET', '/secret', 'none'],
  ] as const;
  for (const [method, url] of requests) await server.inject({ method, url, headers });
  const { body } = await server.inject('/metrics');
  const counted = [...body.matchAll(/^http_request_duration_seconds_count\{(.*)\} (\d+)$/gm)].map(
    ([, labels, count]) => {
      const of = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(labels ?? '')?.[1];
      return { method: of('method'), route: of('route'), count: Number(count) };
    },
  );
  for (const [key, same] of Map.groupBy(requests, ([method, , route]) => `${method} ${route}`)) {
    const found = counted.filter(({ method, route }) => `${method} ${route}` === key);
    t.equal(
      found.reduce((sum, { count }) => sum + count, 0),
      same.length,
      key,
    );
  }
  t.notMatch(body, /secret|4711/);
});
