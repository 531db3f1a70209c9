import { type Test, test } from 'tap';
import { readPeople } from '../../codegen/demo/people.ts';
import type { StudioModel } from '../../engine/contract/studio/studio_model.ts';
import { type Model, modelOf, type Resource } from '../../engine/studio/model/model.ts';
import { eventsQuery, sourceOf } from '../../engine/studio/row/events/row_events.ts';
import { historyQuery, versionsQuery } from '../../engine/studio/row/history/history_query.ts';
import { entriesQuery, relatedFilter, relatedQuery } from '../../engine/studio/row/related/related.ts';
import { rowQuery } from '../../engine/studio/row/row_query.ts';
import { relationsToMany } from '../../engine/studio/row/tabs.ts';
import { hasValidity } from '../../engine/studio/row/validity.ts';
import { type TestService, testService } from '../http/service.ts';

// The page of a row asks nothing that the API refuses to the same token, whatever the model.

test('the API takes each query of the page of a row, from each of the people of the demo', async (t) => {
  const service = await testService(t, 'resources');
  const { claims } = service.model.service;
  const people = await readPeople(service.model.service, 'resources');
  t.ok(people.length > 2);
  // In a short run, one of them.
  for (const { subject, role, claims: own } of process.env.ALMANAC_LONG === undefined ? people.slice(0, 1) : people) {
    const token = service.token({
      sub: subject,
      [claims.role]: role,
      scope: 'manage:data',
      ...Object.fromEntries(own),
    });
    await askAll(t, service, token);
  }
  const administrator = { identity_id: 1, role: 'administrator' };
  await askAll(t, service, service.token({ ...administrator, scope: 'manage:data' }));
  await askAll(t, service, service.token({ ...administrator, scope: 'read:data:contract read:data:contract_history' }));
});

test('the API takes each query of the page of a row, for relations of every kind', async (t) => {
  const service = await testService(t, 'test/grid');
  await askAll(t, service, service.token({ identity_id: 7, role: 'operator', scope: 'manage:data' }));
});

/** Asks for all that the page of a row of each resource asks for. */
async function askAll(t: Test, service: TestService, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const told: StudioModel = (await service.server.inject({ url: '/studio/model', headers })).json();
  const model = modelOf(told);
  t.ok(model.resources.size > 0);
  const refused: string[] = [];
  for (const resource of model.resources.values()) {
    for (const path of pathsOf(model, resource)) {
      const { status, text } = await service.ask('GET', path, { token });
      // The row need not be there: what is asked has been read by then.
      if (status !== 200 && status !== 404) refused.push(`${status} ${path} ${text}`);
    }
  }
  t.same(refused, []);
}

function pathsOf(model: Model, resource: Resource): readonly string[] {
  const [validAt, asOf] = ['2026-01-01T00:00:00.5Z', '2026-02-01T00:00:00Z'];
  const { name, history: historyName } = resource;
  const history = model.resources.get(historyName ?? '');
  const relations = relationsToMany(resource);
  const reads = [
    rowQuery(model, resource, { validAt: null, asOf: null }),
    rowQuery(model, resource, { validAt, asOf }),
    relatedQuery(model, relations, { present: validAt, asOf: null }),
    relatedQuery(model, relations, { present: validAt, asOf: resource.asOf ? asOf : null }),
  ].map((query) => `/${name}/1?${query}`);
  const entries = relations.flatMap((relation) => {
    const target = model.resources.get(relation.target);
    const filter = relatedFilter(relation, Object.fromEntries([...resource.fields.keys()].map((each) => [each, 1])));
    if (target === undefined || filter === null || !hasValidity(target)) return [];
    const at = new URLSearchParams({ valid_at: validAt, as_of: asOf });
    return [new URLSearchParams(), at].map(
      (search) => `/${target.name}?${entriesQuery(model, target, { filter, search })}`,
    );
  });
  return [
    ...(resource.actions.includes('read') ? reads : []),
    ...entries,
    ...(history === undefined
      ? []
      : [historyQuery(model, history, '1'), versionsQuery(model, history, ['1', '2'])].map(
          (query) => `/${history.name}?${query}`,
        )),
    ...(name === 'event' ? [null, asOf].map((past) => `/event?${eventsQuery(sourceOf(resource, '1'), past)}`) : []),
  ];
}
