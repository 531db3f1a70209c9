import fc from 'fast-check';
import { test } from 'tap';
import { serviceFor } from '../../engine/access/principal.ts';
import { restrictionsOf } from '../../engine/access/restriction.ts';
import { loadModel } from '../../engine/feature/load.ts';
import type { Model, Resource } from '../../engine/model/model.ts';
import { createPlanCache, prepare } from '../../engine/query/cache/plan_cache.ts';
import { type AnyListPlan, planList } from '../../engine/query/plan/list_plan.ts';
import { type Parameter, readQueryString } from '../../engine/query/plan/query_string.ts';
import type { UnboundPlan } from '../../engine/query/plan/unbound.ts';
import { renderBoundedCount, renderList } from '../../engine/query/sql/read/list.ts';
import { liveBytes } from '../memory.ts';
import { modelOf } from './planned.ts';
import { anyone, rowsFor } from './writer.ts';

// A request is answered by the plan of an earlier one only where both have one statement; its values are its own.

const loaded = await loadModel('test/register');
if (!loaded.ok) throw new Error('the definitions have faults');
const { model } = loaded;
const unit = model.resources.get('controllable_unit');
if (unit === undefined) throw new Error('there is no controllable_unit');

const cache = createPlanCache(1_000_000);

function parametersOf(query: string): readonly Parameter[] {
  const parameters = readQueryString(query);
  if (!parameters.ok) throw new Error(query);
  return parameters.value;
}

function fresh(query: string) {
  const plan = planList(unit as NonNullable<typeof unit>, parametersOf(query), model);
  return plan.ok ? renderList(plan.value, rowsFor(anyone, model), { total: false }) : { faults: plan.faults };
}

function cached(query: string) {
  const parameters = parametersOf(query);
  const prepared = prepare(cache, {
    kind: 'list',
    parameters,
    principal: anyone,
    id: null,
    maximumValues: model.service.limits.inValues,
    plan: () => planList(unit as NonNullable<typeof unit>, parameters, model),
    render: (plan) => renderList(plan, rowsFor(anyone, model), { total: false }),
  });
  return prepared.ok ? prepared.value.statement : { faults: prepared.faults };
}

const text = fc.oneof(fc.constantFrom('1', '2', 'active', 'a*b', 'null', '', '(1,2)', '{1,2}'), fc.string());
const instant = fc.constantFrom('2026-01-01T00:00Z', '2025-06-01 12:00 Europe/Oslo', 'now', '');
const filter = fc.oneof(
  fc.tuple(
    fc.constantFrom('id', 'name', 'status', 'maximum_active_power', 'start_date', 'accounting_point.business_id'),
    fc.constantFrom('eq.', 'not.eq.', 'in.', 'gt.', 'like.', 'eq(any).', 'is.', 'wfts(english).', 'isdistinct.', ''),
    text,
  ),
  fc.tuple(fc.constantFrom('as_of', 'service_provider.valid_at'), fc.constant(''), instant),
  fc.tuple(fc.constantFrom('or', 'and'), fc.constant(''), fc.constantFrom('(id.eq.1,name.eq.a)', '(id.eq.2)')),
  fc.tuple(
    fc.constantFrom('limit', 'offset', 'order', 'select'),
    fc.constant(''),
    fc.constantFrom('1', '2', 'name', 'id'),
  ),
);
const query = fc
  .array(filter, { maxLength: 4 })
  .map((filters) =>
    [
      ...filters.map(([name, operator, value]) => `${name}=${encodeURIComponent(operator + value.toWellFormed())}`),
      'embed=service_provider',
    ].join('&'),
  );

test('with the plans of earlier requests or without, a request becomes the same statement or the same fault', async (t) => {
  let hits = 0;
  fc.assert(
    fc.property(query, (each) => {
      const before = cache.plans.size;
      const { text: sql, values, ...rest } = { text: null, values: null, ...fresh(each) };
      const other = { text: null, values: null, ...cached(each) };
      if (sql !== null && cache.plans.size === before) hits++;
      t.equal(other.text, sql);
      t.same(other.values, values);
      if (sql === null) t.same(other, { text: null, values: null, ...rest });
      return other.text === sql && JSON.stringify(other.values) === JSON.stringify(values);
    }),
    { numRuns: process.env.ALMANAC_LONG ? 50_000 : 1_000 },
  );
  t.ok(hits > 100, `${hits} were answered by an earlier plan`);
});

test('plans are bounded by their memory, however much each takes', async (t) => {
  const bytes = 2_000_000;
  const bounded = createPlanCache(bytes);
  const wide: Model = { ...model, service: { ...model.service, limits: { ...model.service.limits, aliases: 1000 } } };
  const ask = (query: string) => {
    const parameters = parametersOf(query);
    const asked = { kind: 'list', parameters, principal: anyone, id: null, maximumValues: 200 };
    const plan = () => planList(unit as NonNullable<typeof unit>, parameters, wide);
    const render = (planned: AnyListPlan) => renderList(planned, rowsFor(anyone, wide), { total: false });
    t.ok(prepare(bounded, { ...asked, plan, render }).ok);
  };
  const columns = (at: number) => Array.from({ length: 900 }, (_, n) => `c${n}_${at}:name`).join(',');
  ask(`select=${columns(0)}`);
  const before = await liveBytes();
  for (let at = 1; at <= 100; at += 1) ask(`select=${columns(at)}`);
  const grown = (await liveBytes()) - before;
  t.comment(`100 plans, ${bounded.plans.size} kept, ${Math.round(grown / 1e6)} MB more`);
  t.ok(bounded.plans.size > 3 && bounded.plans.size < 100, 'some of the large ones are kept');
  t.ok(grown < 2 * bytes, 'in about the memory that they may take');
  for (let at = 0; at < 100; at += 1) ask(`select=a${at}:id`);
  t.ok(bounded.plans.size > 100, 'of small ones more');
});

test('another statement of a plan is rendered once, and its memory counts', (t) => {
  const plans = createPlanCache(1_000_000);
  let rendered = 0;
  const variantOf = (id: number) => {
    const parameters = parametersOf(`id=eq.${id}`);
    const render = (planned: AnyListPlan) => renderList(planned, rowsFor(anyone, model), { total: false });
    const found = prepare(plans, {
      ...{ kind: 'list', parameters, principal: anyone, id: null, maximumValues: 200, render },
      plan: () => planList(unit as NonNullable<typeof unit>, parameters, model),
    });
    if (!found.ok) throw new Error('it is right');
    const { plan, variant } = found.value;
    const before = plans.plans.calculatedSize;
    const { text, values } = variant('total', () => {
      rendered += 1;
      return renderList(plan, rowsFor(anyone, model), { total: true });
    });
    t.match(text, / as total/);
    return { values, bytes: plans.plans.calculatedSize - before, characters: text.length };
  };
  const first = variantOf(1);
  const second = variantOf(2);
  t.strictSame([rendered, plans.plans.size, plans.misses], [1, 1, 1]);
  t.ok(first.bytes >= first.characters, 'it takes memory of its plan');
  t.equal(second.bytes, 0);
  t.ok(first.values.includes('1') && second.values.includes('2'), 'each has the values of its request');
  t.end();
});

test('no value of a request is left in the plan that serves the next one', async (t) => {
  const clinic = await modelOf('test/access');
  const patient = clinic.resources.get('patient') as Resource;
  const plans = createPlanCache(1_000_000);
  const ask = (word: string, year: number) => {
    const principal = {
      ...anyone,
      role: 'patient',
      identity: `${year}1`,
      claims: new Map([['patient_id', `${year}2`]]),
    };
    const query =
      `name=eq.${word}&name=in.(${word},b)&number=like(any).{${word}*,c}&name=match.${word}&note=plfts.${word}` +
      `&treatment.doctor.name=neq.${word}&treatment.valid_at=${year}-01-01T00:00Z&as_of=${year}-01-02T00:00Z` +
      `&select=id,treatment!inner(id)&treatment.id=gt.${year}3`;
    const parameters = parametersOf(query);
    const prepared = prepare(plans, {
      kind: 'list',
      parameters,
      principal,
      id: `${year}4`,
      maximumValues: 10,
      plan: () => planList(patient, parameters, clinic),
      render: (plan) => renderList(plan, rowsFor(principal, clinic), { total: false }),
    });
    if (!prepared.ok) throw new Error(prepared.faults[0]?.detail);
    const { plan, statement, bind } = prepared.value;
    return { plan, statement, counted: bind(renderBoundedCount(plan, rowsFor(principal, clinic), 5)) };
  };
  const first = ask('Ada', 1987);
  const ofModel = reachable([clinic]);
  const kept = [...reachable([...plans.plans.entries()], ofModel)];
  t.ok(JSON.stringify(first.statement.values).includes('Ada'));
  t.same(
    kept.filter((each) => typeof each === 'string' && /Ada|1987/.test(each)),
    [],
  );
  t.same(
    kept.filter((each) => typeof each === 'function'),
    [],
    'nor does a function hold one',
  );
  const second = ask('Eve', 1991);
  t.equal(plans.hits, 1);
  t.equal(second.plan, first.plan);
  for (const { values } of [second.statement, second.counted]) {
    t.match(JSON.stringify(values), /1991.*Eve/s);
    t.notMatch(JSON.stringify(values), /Ada|1987/);
  }
  const planned = planList(patient, parametersOf('name=eq.Ada'), clinic);
  // @ts-expect-error: a plan with values is none that serves other requests.
  const other: UnboundPlan | null = planned.ok ? planned.value : null;
  t.ok(other);
});

test('the service takes no plan of a caller without a role, nor such a caller one of the service', (t) => {
  // A caller sees their own ones.
  const subscription = model.resources.get('subscription') as Resource;
  const caller = { ...anyone, identity: '7' };
  for (const order of [
    [caller, serviceFor(caller)],
    [serviceFor(caller), caller],
  ]) {
    const plans = createPlanCache(1_000_000);
    for (const principal of order) {
      const restrictions = restrictionsOf(principal, model);
      const rendered = (plan: AnyListPlan) => renderList(plan, restrictions, { total: false });
      const plan = () => planList(subscription, [], model);
      const asked = { kind: 'list', parameters: [], principal, id: null, maximumValues: 10, plan, render: rendered };
      const prepared = prepare(plans, asked);
      const planned = plan();
      if (!prepared.ok || !planned.ok) throw new Error('a list without parameters has no faults');
      t.equal(prepared.value.statement.text, rendered(planned.value).text, String(principal.isService));
    }
  }
  t.end();
});

/** All that can be reached from some values, and not by way of others. */
function reachable(from: readonly unknown[], except: ReadonlySet<unknown> = new Set()): ReadonlySet<unknown> {
  const found = new Set<unknown>();
  const next = [...from];
  while (next.length > 0) {
    const each = next.pop();
    if (found.has(each) || (typeof each === 'object' && except.has(each))) continue;
    found.add(each);
    if (each instanceof Map) next.push(...each.keys(), ...each.values());
    else if (each instanceof Set) next.push(...each);
    else if (typeof each === 'object' && each !== null)
      next.push(...Reflect.ownKeys(each), ...Reflect.ownKeys(each).map((key) => Reflect.get(each, key)));
  }
  return found;
}
