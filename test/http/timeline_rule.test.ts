import { type Test, test } from 'tap';
import { buildModel } from '../../engine/feature/load.ts';
import type { Json } from '../../engine/vocabulary/value/json.ts';
import { checkRefusal, type Refusal } from './refusal.ts';
import { type Answer, serveModel, type TestService } from './service.ts';
import { newOwner } from './timeline_client.ts';

// The rules of `temporal` beyond the timeline, each with what it lets pass and what it refuses.

type Body = { readonly [member: string]: Json };

async function serve(t: Test, ...temporal: readonly string[]): Promise<TestService> {
  const entries = temporal.map((rule, index) => [
    `entry${index === 0 ? '' : index + 1}.yaml`,
    `resource: entry${index === 0 ? '' : `_${index + 1}`}\ntemporal: { timeline: owner_id, ${rule} }\nhistory: true\nfields:\n  owner_id: { type: reference, to: owner }\n  name: { type: text, nullable: true }\n`,
  ]);
  const files = [
    ['service.yaml', 'service: Rules\n'],
    ['owner.yaml', 'resource: owner\nfields:\n  name: { type: text, nullable: true }\n'],
    ...entries,
  ];
  const built = buildModel(new Map(files.map(([file = '', text = '']) => [file, Buffer.from(text)])), '');
  if (!built.ok) throw new Error(JSON.stringify(built.faults));
  return serveModel(t, built.model);
}

/** Lets the service believe that it is now. */
async function setClock({ database }: TestService, now: string): Promise<void> {
  await database.query(
    `create or replace function almanac.clock() returns timestamptz language sql volatile return timestamptz '${now}'`,
  );
}

/** `06-08` and `06-08 11:00` are instants of 2026 in UTC. */
function at(text: string): string {
  const [day, time = '00:00:00'] = text.split(' ');
  return `2026-${day}T${time}+00:00`;
}

async function entryOf({ ask }: TestService, owner_id: number, from: string, to: string | null): Promise<number> {
  const valid_to = to === null ? null : at(to);
  const { status, text, body } = await ask('POST', '/entry', { body: { owner_id, valid_from: at(from), valid_to } });
  if (status !== 201) throw new Error(text);
  return body.id;
}

/** Null for what is to succeed. */
function check(t: Test, answer: Answer, what: string, refusal: Omit<Refusal, 'ask'> | null): void {
  if (refusal === null) t.ok(answer.status < 300, `${what}: ${answer.text}`);
  else checkRefusal(t, answer, refusal);
}

test('overlap: reject refuses what would overlap, and lets the rest pass', async (t) => {
  const service = await serve(t, 'overlap: reject');
  const { ask } = service;
  const owner_id = await newOwner(service);
  const conflict = {
    code: 'overlap_conflict',
    detail: 'another entry of the same owner_id is valid within the interval',
  } as const;
  const first = await entryOf(service, owner_id, '06-01', '06-10');
  const second = await entryOf(service, owner_id, '06-10', '06-20');
  const creates: readonly [from: string, to: string | null, refusal: typeof conflict | null][] = [
    ['06-01', '06-10', conflict],
    ['06-09', '06-11', conflict],
    ['05-01', null, conflict],
    ['06-19 23:59:59.999999', null, conflict],
    ['05-01', '06-01 00:00:00.000001', conflict],
    ['05-01', '06-01', null],
    ['06-20', null, null],
  ];
  for (const [from, to, refusal] of creates) {
    const body = { owner_id, valid_from: at(from), valid_to: to === null ? null : at(to) };
    check(t, await ask('POST', '/entry', { body }), `${from} to ${to}`, refusal);
  }
  const changes: readonly [id: number, body: Body, refusal: typeof conflict | null][] = [
    [first, { valid_to: at('06-11') }, conflict],
    [first, { valid_to: null }, conflict],
    [first, { valid_from: at('05-31') }, conflict],
    [first, { valid_to: at('06-05') }, null],
    [second, { valid_from: at('06-04') }, conflict],
    [second, { valid_from: at('06-05') }, null],
    [second, { name: 'other' }, null],
  ];
  for (const [id, body, refusal] of changes)
    check(t, await ask('PATCH', `/entry/${id}`, { body }), JSON.stringify(body), refusal);
  t.equal((await ask('DELETE', `/entry/${first}`)).status, 204);
  const restored = { valid_from: at('06-02'), valid_to: at('06-06') };
  check(t, await ask('PATCH', `/entry/${first}`, { body: restored }), 'restored over another', conflict);
  const inGap = { ...restored, valid_to: at('06-05') };
  check(t, await ask('PATCH', `/entry/${first}`, { body: inGap }), 'restored into the gap', null);

  for (let round = 0; round < 10; round += 1) {
    const body = { owner_id: await newOwner(service), valid_from: at('06-01') };
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask('POST', '/entry', { body })));
    t.same(answers.map(({ status }) => status).sort(), [201, 409, 409, 409, 409, 409, 409, 409], 'at once');
    for (const answer of answers) if (answer.status !== 201) checkRefusal(t, answer, conflict);
  }
});

test('align: both bounds are the beginning of a day in the zone', async (t) => {
  const service = await serve(t, 'align: Europe/Oslo', 'align: America/Sao_Paulo');
  const { ask } = service;
  const wrong = (bound: string, zone = 'Europe/Oslo') => {
    const detail = `${bound} must be the beginning of a day (midnight) in ${zone}`;
    return { code: 'invalid_body' as const, detail, errors: [{ pointer: `/${bound}`, detail }] };
  };
  const day = '2026-01-01T00:00:00+01:00';
  const creates: readonly [body: Body, refusal: Omit<Refusal, 'ask'> | null][] = [
    [{ valid_from: day }, null],
    [{ valid_from: day, valid_to: '2026-07-01T00:00:00+02:00' }, null],
    [{ valid_from: '2026-07-01 00:00 Europe/Oslo', valid_to: '2026-12-31T23:00:00Z' }, null],
    [{ valid_from: '2026-07-01T00:00:00+01:00' }, wrong('valid_from')],
    [{ valid_from: '2026-01-01T00:00:00Z' }, wrong('valid_from')],
    [{ valid_from: '2026-01-01T00:00:00.000001+01:00' }, wrong('valid_from')],
    [{ valid_from: '2026-01-01T12:00:00+01:00' }, wrong('valid_from')],
    [{ valid_from: day, valid_to: '2026-02-01T00:00:00Z' }, wrong('valid_to')],
  ];
  for (const [body, refusal] of creates) {
    const owner_id = await newOwner(service);
    check(t, await ask('POST', '/entry', { body: { owner_id, ...body } }), JSON.stringify(body), refusal);
    // An entry that would be cut there does not change which bound it is.
    const other = await newOwner(service);
    const { body: entry } = await ask('POST', '/entry', {
      body: { owner_id: other, valid_from: '2025-01-01T00:00:00+01:00' },
    });
    check(t, await ask('POST', '/entry', { body: { owner_id: other, ...body } }), JSON.stringify(body), refusal);
    if (refusal !== null) t.equal((await ask('GET', `/entry/${entry.id}`)).body.valid_to, null, 'nothing is cut');
  }
  const owner_id = await newOwner(service);
  const { body: entry } = await ask('POST', '/entry', { body: { owner_id, valid_from: day } });
  const ended = (valid_to: string) => ask('PATCH', `/entry/${entry.id}`, { body: { valid_to } });
  check(t, await ended('2026-03-29T01:00:00Z'), 'an hour after midnight', wrong('valid_to'));
  check(t, await ended('2026-03-28T23:00:00Z'), 'midnight', null);

  // The clocks of São Paulo skipped that midnight: the day began at one.
  const begun = (valid_from: string) => ask('POST', '/entry_2', { body: { owner_id, valid_from } });
  check(t, await begun('2018-11-04T03:00:00Z'), 'the first instant of the day', null);
  check(t, await begun('2018-11-04T02:00:00Z'), 'an hour before', wrong('valid_from', 'America/Sao_Paulo'));
  check(t, await begun('2018-11-04T04:00:00Z'), 'an hour after', wrong('valid_from', 'America/Sao_Paulo'));
});

test('freeze: nothing before now minus the interval changes', async (t) => {
  const service = await serve(t, 'freeze: P7D');
  const { ask } = service;
  const frozen = {
    code: 'state_conflict',
    detail: 'what was valid before 2026-06-08T12:00:00+00:00 is frozen',
  } as const;
  const instant = '06-08 12:00:00';
  const justBefore = '06-08 11:59:59.999999';
  type Change = Body | 'DELETE';
  const cases: readonly [from: string, to: string | null, change: Change, allowed: boolean][] = [
    // Begun before and not ended there: its end may move, after the instant.
    ['06-01', '06-20', { valid_to: at(instant) }, true],
    ['06-01', '06-20', { valid_to: at(justBefore) }, false],
    ['06-01', '06-20', { valid_to: null }, true],
    ['06-01', null, { valid_to: at('06-20') }, true],
    ['06-01', '06-20', { valid_from: at('06-02') }, false],
    ['06-01', '06-20', { valid_from: at('05-31') }, false],
    ['06-01', '06-20', { valid_from: at('06-10') }, false],
    ['06-01', '06-20', { name: 'other' }, false],
    ['06-01', '06-20', { name: 'other', valid_to: at('06-21') }, false],
    ['06-01', '06-20', { name: null, valid_from: at('06-01') }, true],
    ['06-01', '06-20', 'DELETE', false],
    ['06-01', instant, { valid_to: at('06-20') }, true],
    ['06-01', instant, 'DELETE', false],
    // Over before.
    ['06-01', justBefore, { valid_to: at('06-20') }, false],
    ['06-01', '06-05', { valid_to: null }, false],
    ['06-01', '06-05', { valid_to: at('06-04') }, false],
    ['06-01', '06-05', { name: 'other' }, false],
    ['06-01', '06-05', {}, true],
    ['06-01', '06-05', 'DELETE', false],
    // Begun after.
    [instant, '06-20', { name: 'other' }, true],
    [instant, '06-20', 'DELETE', true],
    ['06-10', '06-20', { valid_from: at(instant) }, true],
    ['06-10', '06-20', { valid_from: at(justBefore) }, false],
    ['06-10', '06-20', { valid_from: at('07-01'), valid_to: null }, true],
  ];
  for (const [from, to, change, allowed] of cases) {
    await setClock(service, '2026-05-01Z');
    const owner_id = await newOwner(service);
    const id = await entryOf(service, owner_id, from, to);
    await setClock(service, '2026-06-15 12:00Z');
    const answer =
      change === 'DELETE' ? await ask('DELETE', `/entry/${id}`) : await ask('PATCH', `/entry/${id}`, { body: change });
    check(t, answer, `${from} to ${to}: ${JSON.stringify(change)}`, allowed ? null : frozen);
  }

  await setClock(service, '2026-05-01Z');
  const owner_id = await newOwner(service);
  const begun = await entryOf(service, owner_id, '06-01', '06-20');
  const deleted = await entryOf(service, owner_id, '06-25', '06-28');
  await setClock(service, '2026-06-15 12:00Z');
  const create = (from: string) => ask('POST', '/entry', { body: { owner_id, valid_from: at(from) } });
  const early = { ...frozen, errors: [{ pointer: '/valid_from', detail: frozen.detail }] };
  check(t, await create(justBefore), 'a new entry that begins before', early);
  t.equal((await ask('GET', `/entry/${begun}`)).body.valid_to, at('06-20'), 'for which nothing was cut');
  check(t, await create(instant), 'a new entry that begins there', null);
  t.equal((await ask('GET', `/entry/${begun}`)).body.valid_to, at(instant), 'and for which one was cut');
  const restore = (from: string) => ask('PATCH', `/entry/${deleted}`, { body: { valid_from: at(from) } });
  check(t, await restore(justBefore), 'restored before', early);
  check(t, await restore('06-09'), 'restored after', null);

  for (const text of [
    `delete from entry where id = ${begun}`,
    `update entry set valid_from = null, valid_to = null where id = ${begun}`,
    `update entry set owner_id = ${await newOwner(service)} where id = ${begun}`,
  ]) {
    const outcome = await service.database.database.query({ text, values: [] });
    t.match(outcome, { ok: false, error: { constraint: 'entry_freeze_check', detail: frozen.detail } }, text);
  }
});

test('start_window: an entry begins within so much of now', async (t) => {
  const service = await serve(t, 'start_window: { from: -P7D, to: P1M }', 'start_window: { from: PT0S }');
  const { ask } = service;
  await setClock(service, '2026-06-15 12:00Z');
  const detail = 'valid_from must not be before 2026-06-08T12:00:00+00:00 or after 2026-07-15T12:00:00+00:00';
  const outside = { code: 'invalid_body', detail, errors: [{ pointer: '/valid_from', detail }] } as const;
  const starts: readonly [from: string, allowed: boolean][] = [
    ['06-08 12:00:00', true],
    ['06-08 11:59:59.999999', false],
    ['07-15 12:00:00', true],
    ['07-15 12:00:00.000001', false],
    ['01-01', false],
    ['12-01', false],
  ];
  for (const [from, allowed] of starts) {
    const refusal = allowed ? null : outside;
    const owner_id = await newOwner(service);
    const body = { valid_from: at(from) };
    check(t, await ask('POST', '/entry', { body: { owner_id, ...body } }), `created ${from}`, refusal);
    const moved = await entryOf(service, await newOwner(service), '06-20', null);
    check(t, await ask('PATCH', `/entry/${moved}`, { body }), `moved ${from}`, refusal);
    const restored = await entryOf(service, await newOwner(service), '06-20', null);
    await ask('DELETE', `/entry/${restored}`);
    check(t, await ask('PATCH', `/entry/${restored}`, { body }), `restored ${from}`, refusal);
  }

  const owner_id = await newOwner(service);
  const old = await entryOf(service, owner_id, '06-10', '06-12');
  await setClock(service, '2026-12-01Z');
  const kept = { name: 'other', valid_from: at('06-10'), valid_to: at('06-14') };
  check(t, await ask('PATCH', `/entry/${old}`, { body: kept }), 'a start that stays is not judged again', null);
  t.equal((await ask('DELETE', `/entry/${old}`)).status, 204);

  await setClock(service, '2026-06-15 12:00Z');
  const cut = await entryOf(service, owner_id, '07-01', '12-01');
  await entryOf(service, owner_id, '06-20', '09-01');
  t.equal((await ask('GET', `/entry/${cut}`)).body.valid_from, at('09-01'), 'what is cut may begin outside');
  const script = `begin;
    insert into entry (owner_id, valid_from, valid_to) values (${owner_id}, '2026-06-20Z', '2026-10-01Z');
    insert into entry (owner_id, valid_from) values (${owner_id}, '2026-12-01Z');
    commit`;
  await t.rejects(service.database.database.script(script), /begins outside its window/, 'and nothing else with it');

  const late = 'valid_from must not be before 2026-06-15T12:00:00+00:00';
  const begin = (from: string) => ask('POST', '/entry_2', { body: { owner_id, valid_from: at(from) } });
  check(t, await begin('06-15 11:59:59.999999'), 'before now', { code: 'invalid_body', detail: late });
  check(t, await begin('06-15 12:00:00'), 'now', null);
  check(t, await begin('12-31'), 'any time later', null);
});
