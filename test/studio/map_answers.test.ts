import tap from 'tap';
import type { StudioModel } from '../../engine/contract/studio/studio_model.ts';
import { modelOf } from '../../engine/studio/model/model.ts';
import { ascending } from '../../engine/studio/time/bar/instants.ts';
import { type Belief, believedAt, entryAt } from '../../engine/studio/time/entries/entry.ts';
import { entryReader } from '../../engine/studio/time/entries/read_entries.ts';
import { timelinesOf } from '../../engine/studio/time/entries/timelines.ts';
import { compareInstants, instantAt, millisecondsOf, readInstant } from '../../engine/studio/time/instant.ts';
import { beliefAt } from '../../engine/studio/time/map/rectangles.ts';
import { type TestService, testService } from '../http/service.ts';

// What the map shows at a point is what the API answers to the same question.

const day = (number: number) => instantAt(Date.UTC(2024, 0, number));

/** A timeline that is written, corrected, cut, emptied and restored. */
async function writeTimeline({ ask }: TestService): Promise<void> {
  const owner = await ask('POST', '/owner', { body: { name: 'Unit' } });
  const entry = async (name: string, from: number, to: number | null) => {
    const body = { owner_id: owner.body.id, name, valid_from: day(from), valid_to: to === null ? null : day(to) };
    return (await ask('POST', '/entry', { body })).body.id;
  };
  const ann = await entry('Ann', 1, null);
  await entry('Ben', 60, null);
  await ask('PATCH', `/entry/${ann}`, { body: { valid_to: day(91) } });
  const cleo = await entry('Cleo', 30, 40);
  await ask('DELETE', `/entry/${cleo}`);
  await ask('PATCH', `/entry/${cleo}`, { body: { valid_from: day(35), valid_to: day(95) } });
  await ask('PATCH', `/entry/${ann}`, { body: { name: 'Anna' } });
}

tap.test('A point of the map says what the API answers with valid_at and as_of', async (t) => {
  const service = await testService(t, 'test/timeline');
  await writeTimeline(service);
  const { beliefs, rows } = await beliefsOf(service);
  t.ok(rows >= 9, 'a timeline with a past');
  const bounds = ascending(beliefs.flatMap(({ from, to }) => [from, to]));
  const changes = ascending(beliefs.flatMap(({ recordedAt, replacedAt }) => [recordedAt, replacedAt]));
  const between = changes.slice(1).map((each, index) => middle(changes[index] ?? each, each));
  let asked = 0;
  for (const asOf of [...changes, ...between])
    for (const validAt of [...bounds, ...bounds.map((each) => instantAt(millisecondsOf(each) - 1)), day(200)]) {
      const { body } = await service.ask('GET', `/entry?select=name&valid_at=${validAt}&as_of=${asOf}`);
      const answer = body.map(({ name }: { readonly name: string }) => name).join();
      t.equal(beliefAt(beliefs, { validAt, asOf })?.label ?? '', answer, `${validAt} as of ${asOf}`);
      t.equal(entryAt(believedAt(beliefs, asOf), validAt)?.label ?? '', answer, 'and the lanes say the same');
      asked += 1;
    }
  t.ok(asked > 100);
});

/** What Studio makes of the history of the timeline. */
async function beliefsOf({ ask, server, token }: TestService): Promise<{ beliefs: readonly Belief[]; rows: number }> {
  const authorization = `Bearer ${token({ identity_id: 7, scope: 'read:data' })}`;
  const told = await server.inject({ url: '/studio/model', headers: { authorization } });
  const model = modelOf(told.json() as StudioModel);
  const resource = model.resources.get('entry');
  const [timeline] = resource === undefined ? [] : timelinesOf(model, { resource, id: '1', row: { owner_id: 1 } });
  if (!timeline?.history) throw new Error('an entry is on a timeline with a history');
  const wording = { words: (name: string) => name, zone: 'UTC' };
  const reader = entryReader(model, timeline.history, { wording, alias: timeline.alias });
  const query = new URLSearchParams([...timeline.filters.map((each) => [...each]), ['select', reader.select]]);
  const { body } = await ask('GET', `/entry_history?${query}`);
  return { beliefs: reader.beliefs(body), rows: body.length };
}

/** An instant between two, to the microsecond. */
function middle(a: string, b: string): string {
  const at = millisecondsOf(a) + (millisecondsOf(b) - millisecondsOf(a)) / 2;
  const micros = String(Math.floor((at * 1000) % 1_000_000)).padStart(6, '0');
  const instant = readInstant(`${new Date(at).toISOString().slice(0, 19)}.${micros}Z`) ?? a;
  return compareInstants(a, instant) <= 0 && compareInstants(instant, b) < 0 ? instant : a;
}
