import { test } from 'tap';
import { testService } from './service.ts';

// `validity` is the period from valid_from until valid_to (specification 2.4), with PostgreSQL's range operators.

const may = '2026-05-01T00:00:00Z';
const june = '2026-06-01T00:00:00Z';
const july = '2026-07-01T00:00:00Z';
const august = '2026-08-01T00:00:00Z';

test('filters by the period of validity', async (t) => {
  const service = await testService(t, 'test/timeline');
  const owner = (await service.ask('POST', '/owner', { body: { name: 'o' } })).body.id;
  const entries: readonly (readonly [name: string, from: string, to: string | null])[] = [
    ['may', may, june],
    ['june', june, july],
    ['from august', august, null],
  ];
  for (const [name, valid_from, valid_to] of entries) {
    const { status } = await service.ask('POST', '/entry', { body: { owner_id: owner, name, valid_from, valid_to } });
    t.equal(status, 201);
  }
  const found: readonly (readonly [filter: string, names: readonly string[]])[] = [
    [`cs.${may}`, ['may']],
    [`cs.${june}`, ['june']],
    [`cs.${july}`, []],
    ['cs.2030-01-01 00:00 Europe/Oslo', ['from august']],
    [`cs.[${may},${june})`, ['may']],
    [`cs.[${may},${june}]`, []],
    [`ov.[${may},${june})`, ['may']],
    [`ov.[${may},${june}]`, ['may', 'june']],
    [`ov.(,)`, ['may', 'june', 'from august']],
    [`not.ov.[${june},)`, ['may']],
    [`cd.[${may},${july})`, ['may', 'june']],
    [`cd.["${june}", "${july}")`, ['june']],
    [`sl.[${july},)`, ['may', 'june']],
    [`sr.(,${june})`, ['june', 'from august']],
    [`nxr.[${may},${june})`, ['may']],
    [`nxl.[${june},${july})`, ['june', 'from august']],
    [`adj.[${june},${july})`, ['may']],
    [`eq.[${june},${july})`, ['june']],
    [`neq.[${june},${july})`, ['may', 'from august']],
    [`isdistinct.[${june},${july})`, ['may', 'from august']],
    ['eq.empty', []],
  ];
  for (const [filter, names] of found) {
    const { body } = await service.ask('GET', `/entry?order=valid_from&validity=${encodeURIComponent(filter)}`);
    t.strictSame(
      body.map(({ name }: { name: string }) => name),
      names,
      filter,
    );
  }
  const refused: readonly (readonly [filter: string, detail: RegExp])[] = [
    [`ov.[${june},${may})`, /ends before it begins/],
    ['ov.[2026-01-01T00:00:00.000002Z,2026-01-01T00:00:00.000001Z)', /ends before it begins/],
    ['cs.[2026-01-01,)', /A date alone is not enough/],
    ['cs.2026', /is not a period/],
    ['is.null', /does not apply to validity, of type period/],
    ['gt.[,)', /does not apply/],
  ];
  for (const [filter, detail] of refused) {
    const { status, body } = await service.ask('GET', `/entry?validity=${encodeURIComponent(filter)}`);
    t.equal(status, 400, filter);
    t.match(body.detail, detail, filter);
  }
  t.equal(
    (await service.ask('GET', '/owner?validity=ov.(,)')).body.code,
    'unknown_parameter',
    'no validity, no period',
  );
});

test('a version that is off its timeline has no period', async (t) => {
  const service = await testService(t, 'test/timeline');
  const owner = (await service.ask('POST', '/owner', { body: { name: 'o' } })).body.id;
  const entry = await service.ask('POST', '/entry', { body: { owner_id: owner, name: 'a', valid_from: may } });
  t.equal((await service.ask('DELETE', `/entry/${entry.body.id}`)).status, 204);
  const versions = await service.ask('GET', '/entry_history?validity=ov.(,)&select=valid_from');
  t.strictSame(versions.body, [{ valid_from: '2026-05-01T00:00:00+00:00' }], 'the version before, not the deleted one');
});
