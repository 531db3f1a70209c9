import { test } from 'tap';
import { type Change, timelineCases } from '../../engine/docs/place/timeline/cases.ts';
import { identity, type TestService, testService } from './service.ts';
import { bounds, newOwner, pointOf } from './timeline_client.ts';

test('specification 3, case by case', async (t) => {
  const service = await testService(t, 'test/timeline');
  for (const { title, before, changes, after } of timelineCases) {
    const owner_id = await newOwner(service);
    const ids = new Map<string, number>();
    for (const entry of before) await carryOut(service, owner_id, ids, { kind: 'create', entry });
    for (const change of changes) await carryOut(service, owner_id, ids, change);
    const { body: rows } = await service.ask('GET', `/entry?owner_id=eq.${owner_id}`);
    const found = rows
      .map((row: Record<string, string>) => ({
        name: row.name,
        from: pointOf(row.valid_from ?? null),
        to: pointOf(row.valid_to ?? null),
      }))
      .sort((a: { from: number }, b: { from: number }) => a.from - b.from);
    t.same(found, after, title);
  }
});

test('what is cut is recorded under the writer and the instant of the write that cuts it', async (t) => {
  const service = await testService(t, 'test/timeline');
  const owner_id = await newOwner(service);
  const ids = new Map<string, number>();
  for (const entry of [
    { name: 'A', from: 0, to: 4 },
    { name: 'B', from: 4, to: 8 },
  ])
    await carryOut(service, owner_id, ids, { kind: 'create', entry });
  const token = service.token({ identity_id: 12, scope: 'manage:data' });
  const created = await service.ask('POST', '/entry', {
    token,
    body: { owner_id, name: 'N', ...bounds({ from: 2, to: 8 }) },
  });
  const { recorded_at } = created.body;
  const versions = (await service.ask('GET', `/entry_history?owner_id=eq.${owner_id}`)).body;
  t.match(
    versions.map((version: Record<string, unknown>) => [version.name, version.recorded_by, version.replaced_by]).sort(),
    [
      ['A', identity, 12],
      ['A', 12, null],
      ['B', identity, 12],
      ['B', 12, null],
      ['N', 12, null],
    ].sort(),
  );
  for (const version of versions) {
    const at = version.recorded_by === 12 ? version.recorded_at : version.replaced_at;
    t.equal(at, recorded_at, `${version.name}: one instant`);
  }
});

test('an entry that moves to another timeline makes room there and leaves a gap behind', async (t) => {
  const service = await testService(t, 'test/timeline');
  const [one, other] = [await newOwner(service), await newOwner(service)];
  const ids = new Map<string, number>();
  await carryOut(service, one, ids, { kind: 'create', entry: { name: 'A', from: 0, to: 4 } });
  await carryOut(service, other, ids, { kind: 'create', entry: { name: 'B', from: 2, to: 6 } });
  const moved = await service.ask('PATCH', `/entry/${ids.get('A')}`, { body: { owner_id: other } });
  t.equal(moved.status, 200, moved.text);
  t.same((await service.ask('GET', `/entry?owner_id=eq.${one}`)).body, []);
  t.match(
    (await service.ask('GET', `/entry?owner_id=eq.${other}`)).body,
    [
      { name: 'A', ...bounds({ from: 0, to: 4 }) },
      { name: 'B', ...bounds({ from: 4, to: 6 }) },
    ]
      .reverse()
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
  );
  const nowhere = await service.ask('PATCH', `/entry/${ids.get('A')}`, { body: { owner_id: 999_999 } });
  t.match(nowhere, { status: 409, body: { code: 'reference_conflict', errors: [{ pointer: '/owner_id' }] } });
});

test('an interval that is none is refused, with what is wrong', async (t) => {
  const service = await testService(t, 'test/timeline');
  const owner_id = await newOwner(service);
  const ids = new Map<string, number>();
  await carryOut(service, owner_id, ids, { kind: 'create', entry: { name: 'A', from: 0, to: 4 } });
  const refused: readonly [Record<string, unknown>, string][] = [
    [{}, '/valid_from'],
    [{ valid_from: null }, '/valid_from'],
    [bounds({ from: 4, to: 4 }), '/valid_from'],
    [bounds({ from: 5, to: 4 }), '/valid_from'],
    [{ valid_from: '2026-01-01' }, '/valid_from'],
    [{ valid_from: 'infinity' }, '/valid_from'],
  ];
  for (const [interval, pointer] of refused) {
    const { status, body } = await service.ask('POST', '/entry', { body: { owner_id, ...interval } as never });
    t.match([status, body.errors?.[0]?.pointer], [422, pointer], JSON.stringify(interval));
  }
  for (const interval of [bounds({ from: 4 }), bounds({ to: 0 }), { valid_from: null }]) {
    const { status } = await service.ask('PATCH', `/entry/${ids.get('A')}`, { body: interval });
    t.equal(status, 422, JSON.stringify(interval));
  }
  for (const [valid_from, valid_to] of [
    ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999999Z'],
    ['9999-12-31T23:59:59.999999Z', null],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000001Z'],
  ]) {
    const { status, text } = await service.ask('POST', '/entry', {
      body: { owner_id: await newOwner(service), valid_from, valid_to } as never,
    });
    t.equal(status, 201, `${valid_from} to ${valid_to}: ${text}`);
  }
});

async function carryOut(
  service: TestService,
  owner_id: number,
  ids: Map<string, number>,
  change: Change,
): Promise<void> {
  const answer = await send(service, owner_id, ids, change);
  if (answer.status >= 300) throw new Error(`${JSON.stringify(change)}: ${answer.text}`);
  if (change.kind === 'create') ids.set(change.entry.name, answer.body.id);
}

function send({ ask }: TestService, owner_id: number, ids: Map<string, number>, change: Change) {
  switch (change.kind) {
    case 'create':
      return ask('POST', '/entry', { body: { owner_id, name: change.entry.name, ...bounds(change.entry) } });
    case 'update':
    case 'restore':
      return ask('PATCH', `/entry/${ids.get(change.name)}`, { body: bounds(change) });
    case 'delete':
      return ask('DELETE', `/entry/${ids.get(change.name)}`);
  }
}
