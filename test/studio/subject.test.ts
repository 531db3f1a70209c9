import tap from 'tap';
import type { StudioRelation } from '../../engine/contract/studio/studio_model.ts';
import type { Model, Resource } from '../../engine/studio/model/model.ts';
import { subjectOf } from '../../engine/studio/time/bar/subject.ts';

const relation = (alias: string, target: string, changes: Partial<StudioRelation> = {}): StudioRelation => ({
  alias,
  title: alias,
  target,
  cardinality: 'many',
  field: null,
  filter: { parameter: 'unit_id', value: 'eq.{value}', from: 'id' },
  isTimeline: true,
  ...changes,
});

const resource = (name: string, changes: Partial<Resource>): [string, Resource] => [
  name,
  { name, asOf: true, validAt: false, relations: new Map(), ...changes } as Resource,
];

const model = {
  resources: new Map([
    resource('unit', {
      relations: new Map(
        [
          relation('provider', 'unit_provider'),
          relation('note', 'note', { isTimeline: false }),
          relation('point', 'point', { cardinality: 'one', filter: null, isTimeline: false }),
          relation('labelled', 'label', { filter: { parameter: 'code', value: 'eq.{value}', from: 'code' } }),
        ].map((each) => [each.alias, each]),
      ),
    }),
    resource('unit_provider', { validAt: true }),
    resource('note', { asOf: false }),
    resource('point', {}),
    resource('label', { validAt: true }),
  ]),
} as Pick<Model, 'resources'> as Model;

const at = (resource: string, id?: string, tab?: string, query = '') =>
  subjectOf(model, { resource, id, tab, search: new URLSearchParams(query) });

tap.test('A list is about its filters', async (t) => {
  const query = 'status=eq.active&order=name&select=id,name&point.order=id&valid_at=2024-01-01T00:00Z&point.name=eq.A';
  t.same(at('unit', undefined, undefined, query)?.asked, [
    { resource: 'unit', query: 'status=eq.active&point.name=eq.A' },
  ]);
  t.same(at('unit')?.takes, { asOf: true, validAt: false }, 'what has no validity takes no valid_at');
});

tap.test('A row is about itself and about its timelines', async (t) => {
  const subject = at('unit', '7');
  t.same(subject?.asked, [
    { resource: 'unit', query: 'id=eq.7' },
    { resource: 'unit_provider', query: 'unit_id=eq.7' },
  ]);
  t.same(subject?.takes, { asOf: true, validAt: true }, 'its entries take valid_at');
  t.same(at('note', '1')?.takes, { asOf: false, validAt: false });
});

tap.test('A tab of related rows is about these', async (t) => {
  for (const tab of ['related/note', 'time/note'])
    t.same(at('unit', '7', tab)?.asked.slice(1), [{ resource: 'note', query: 'unit_id=eq.7' }], tab);
});

tap.test('A page of no resource is about none', async (t) => {
  t.equal(at('nothing'), null);
});
