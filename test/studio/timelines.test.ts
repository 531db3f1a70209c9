import tap from 'tap';
import type { StudioField, StudioRelation } from '../../engine/contract/studio/studio_model.ts';
import type { Model, Resource } from '../../engine/studio/model/model.ts';
import { hasTime, timelinesOf } from '../../engine/studio/time/entries/timelines.ts';

const relation = (alias: string, target: string): [string, StudioRelation] => [
  alias,
  {
    ...{ alias, title: alias, target, cardinality: 'many', field: null, isTimeline: true },
    filter: { parameter: 'unit_id', value: 'eq.{value}', from: 'id' },
  },
];

const reference = (name: string, to: string | null): [string, StudioField] => [name, { name, to } as StudioField];

const resource = (name: string, changes: Partial<Resource>): [string, Resource] => [
  name,
  { name, title: name, history: null, timeline: null, fields: new Map(), relations: new Map(), ...changes } as Resource,
];

const unit = reference('unit_id', 'unit');
const model = {
  resources: new Map([
    resource('unit', { relations: new Map([relation('provider', 'unit_provider'), relation('hidden', 'secret')]) }),
    resource('unit_provider', { timeline: ['unit_id'], fields: new Map([unit]), history: 'unit_provider_history' }),
    resource('unit_provider_history', {}),
    resource('contract', { timeline: ['unit_id', 'party_id'], fields: new Map([unit, reference('party_id', null)]) }),
    resource('note', {}),
  ]),
} as Pick<Model, 'resources'> as Model;

const on = (name: string, row: Readonly<Record<string, unknown>> | null) => {
  const found = model.resources.get(name);
  if (found === undefined) throw new Error(name);
  return timelinesOf(model, { resource: found, id: '7', row }).map(({ alias, filters, page, history }) => ({
    ...{ alias, page, history: history?.name ?? null },
    query: new URLSearchParams(filters.map((each) => [...each])).toString(),
  }));
};

tap.test('A row has the timelines of its relations that the caller may see', async (t) => {
  const provider = {
    alias: 'provider',
    query: 'unit_id=eq.7',
    page: '/browse/unit/7',
    history: 'unit_provider_history',
  };
  t.same(on('unit', null), [provider], 'without the row, as its id is known');
  t.same(on('note', {}), []);
});

tap.test('An entry has the timelines of the row that it is about', async (t) => {
  const [provider] = on('unit_provider', { unit_id: 3 });
  t.match(provider, { alias: 'provider', query: 'unit_id=eq.3', page: '/browse/unit/3' });
  t.same(on('unit_provider', null), [], 'once it is there');
});

tap.test('An entry on a timeline of several fields has this one too', async (t) => {
  const [own, provider] = on('contract', { unit_id: 3, party_id: 4 });
  t.match(own, { alias: 'contract', query: 'unit_id=eq.3&party_id=eq.4', page: '/browse/contract/7' });
  t.match(provider, { alias: 'provider', page: '/browse/unit/3' });
});

tap.test('What has time has a page of it', async (t) => {
  t.same(
    [...model.resources.values()].filter(hasTime).map(({ name }) => name),
    ['unit', 'unit_provider', 'contract'],
  );
});
