import { test } from 'tap';
import { loadModel } from '../../engine/definition/load.ts';
import type { Limits, Model } from '../../engine/definition/model.ts';
import { planList } from '../../engine/query/plan/list_plan.ts';
import { readQueryString } from '../../engine/query/plan/query_string.ts';

const { model, limits } = await library();

async function library(): Promise<{ model: Model; limits: Limits }> {
  const loaded = await loadModel('test/library');
  if (!loaded.ok) throw new Error('test/library has faults');
  return { model: loaded.model, limits: loaded.model.service.limits };
}

function plan(query: string, more: Partial<Limits> = {}): ReturnType<typeof planList> {
  const parameters = readQueryString(query);
  const book = model.resources.get('book');
  if (!parameters.ok || book === undefined) throw new Error(query);
  const service = { ...model.service, limits: { ...limits, ...more } };
  return planList(book, parameters.value, { ...model, service });
}

test('the page', async (t) => {
  t.match(plan(''), { ok: true, value: { filters: [], limit: 20, offset: 0 } });
  t.match(plan('offset=3&limit=4'), { ok: true, value: { limit: 4, offset: 3 } });
  t.match(plan('limit=007'), { ok: true, value: { limit: 7 } });
  t.match(plan('', { pageDefault: 100, pageMaximum: 10 }), { ok: true, value: { limit: 10 } });
});

test('filters, their names resolved and their values read', async (t) => {
  const planned = plan('edition=in.(1,02)&not.or=(name.eq.x,is_long.is.true)&weight=not.gte.1e2');
  t.match(planned, {
    ok: true,
    value: {
      filters: [
        { kind: 'comparison', field: { name: 'edition' }, negated: false, operator: 'in', values: ['1', '2'] },
        {
          kind: 'logic',
          operator: 'or',
          negated: true,
          operands: [
            { field: { name: 'name' }, operator: 'eq', values: ['x'] },
            { field: { name: 'is_long' }, operator: 'is', values: ['true'] },
          ],
        },
        { field: { name: 'weight' }, negated: true, operator: 'gte', values: ['1e2'] },
      ],
    },
  });
});

test('the place of a fault', async (t) => {
  const faults: readonly (readonly [query: string, position: number | null, code: string])[] = [
    ['edition=eq.x', 3, 'invalid_parameter'],
    ['edition=in.(1,2,x)', 8, 'invalid_parameter'],
    ['or=(edition.eq.1,nam.eq.2)', 14, 'invalid_parameter'],
    ['nam=eq.2', 0, 'unknown_parameter'],
    ['name.x=eq.2', 0, 'unknown_parameter'],
    ['limit=x', 0, 'invalid_parameter'],
    ['limit=51', 0, 'limit_exceeded'],
    ['id=in.(1,2,3,4,5,6,7,8,9,10,11)', null, 'limit_exceeded'],
  ];
  for (const [query, position, code] of faults) t.match(plan(query), { ok: false, fault: { code, position } }, query);
});
