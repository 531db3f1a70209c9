import { test } from 'tap';
import { type BatchService, batchService } from './batch_service.ts';
import type { Answer } from './service.ts';
import { instantOf } from './timeline_client.ts';

// DELETE of a row with Prefer: return=representation: the answer shows the row as it was.

async function filled({ run }: BatchService): Promise<void> {
  const { status, text } = await run([
    ...['Ada', 'Bo', 'Cai'].map((name) => ({ url: 'party', body: { name } })),
    ...[1, 2, 1].map((party_id) => ({ url: 'unit', body: { party_id, name: `of ${party_id}`, words: ['a'] } })),
    { url: 'supply', body: { unit_id: 3, party_id: 2, valid_from: instantOf(1), valid_to: instantOf(2) } },
    { url: 'label', body: { code: 'x' } },
  ]);
  if (status !== 200) throw new Error(text);
}

function remove({ ask }: BatchService, path: string, headers = {}): Promise<Answer> {
  return ask('DELETE', path, { headers: { Prefer: 'return=representation', ...headers } });
}

test('the answer shows what a change of the row would show, or what is selected', async (t) => {
  const service = await batchService(t);
  await filled(service);
  const { body: unit } = await service.ask('PATCH', '/unit/1', { body: { data: { a: null } } });
  const plain = await remove(service, '/unit/1');
  t.match(plain, {
    status: 200,
    body: unit,
    headers: { 'preference-applied': 'return=representation', 'content-type': /^application\/json;/ },
  });
  t.same(Object.keys(plain.body), Object.keys(unit));
  t.equal((await service.ask('GET', '/unit/1')).status, 404);
  t.match((await service.ask('GET', '/unit_history?unit_id=eq.1&order=id')).body.at(-1), { data: { a: null } });
  const selected = await remove(service, '/unit/2?select=name,party(name)');
  t.match(selected, { status: 200, body: { name: 'of 2', party: { name: 'Bo' } } });
  const entry = await remove(service, '/supply/1');
  t.match(entry, { status: 200, body: { id: 1, unit_id: 3, valid_from: /^20/, valid_to: /^20/ } });
  t.same(
    await service.database.query('select id from unit union all select id from supply where valid_from is not null'),
    [{ id: '3' }],
  );
});

test('a row that stays is not shown', async (t) => {
  const service = await batchService(t);
  await filled(service);
  for (const path of ['/label/1', '/label/1?select=code', '/supply/1']) {
    const [resource] = path.slice(1).split('/');
    const problem = (status: number, code: string) => ({ status, body: { code, links: undefined } });
    t.match(await remove(service, path, { 'If-Match': '"99-nothing"' }), problem(412, 'precondition_failed'));
    const none = 'return=representation, handling=strict, max-affected=0';
    t.match(await remove(service, path, { Prefer: none }), problem(400, 'limit_exceeded'), path);
    t.match(await remove(service, path.replace('/1', '/77')), problem(404, 'not_found'));
    t.match(await service.ask('GET', `/${resource}/1`), { status: 200 });
  }
  // A party that units refer to, and one that none refers to.
  t.match(await remove(service, '/party/1'), { status: 409, body: { code: 'still_referenced' } });
  t.match(await remove(service, '/party/3'), { status: 200, body: { id: 3, name: 'Cai' } });
  t.match(await service.ask('DELETE', '/unit/3', { token: service.tokenOf({ role: 'worker' }) }), { status: 403 });
});

test('a batch shows it too', async (t) => {
  const service = await batchService(t);
  await filled(service);
  const headers = { Prefer: 'return=representation' };
  const { body, text } = await service.run([
    { method: 'PATCH', url: 'label/1', body: { code: 'y' } },
    { method: 'DELETE', url: 'label/1', headers },
    { method: 'DELETE', url: 'unit/2?select=name', headers },
    { method: 'DELETE', url: 'supply/1', headers },
  ]);
  t.match(
    body.responses,
    [
      { status: 200 },
      { status: 200, body: { code: 'y' } },
      { body: { name: 'of 2' } },
      { body: { valid_from: /^20/ } },
    ],
    text,
  );
});
