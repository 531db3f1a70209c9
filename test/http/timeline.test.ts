import type { Test } from 'tap';
import { test } from 'tap';
import { checkRefusals } from './refusal.ts';
import { type TestService, testService } from './service.ts';
import { type Body, createMaker, tableOf } from './valid_body.ts';

// Specification 3: the entries of a timeline, and what taking one off it means.

const start = '2025-01-01T00:00:00+00:00';
const end = '2025-02-01T00:00:00+00:00';

interface Entry {
  readonly id: number;
  readonly member_id: number;
  readonly branch_id: number;
}

async function entryOf(service: TestService): Promise<Entry> {
  const make = createMaker(service);
  const member_id = Number(await make.row(tableOf(service.model, 'member')));
  const branch_id = Number(await make.row(tableOf(service.model, 'branch')));
  const body = { member_id, branch_id, valid_from: start, valid_to: end };
  return (await service.ask('POST', '/membership', { body })).body;
}

async function versionsOf(t: Test, { ask }: TestService, id: unknown): Promise<readonly Body[]> {
  const { status, body } = await ask('GET', `/membership_history?membership_id=eq.${id}`);
  t.equal(status, 200);
  return body;
}

test('an entry that is deleted is taken off its timeline, and can be put back', async (t) => {
  const service = await testService(t, 'test/library');
  const entry = await entryOf(service);
  const path = `/membership/${entry.id}`;
  const deleted = await service.ask('DELETE', path);
  t.equal(deleted.status, 204);
  t.equal(deleted.text, '');
  t.same((await service.ask('GET', `/membership?member_id=eq.${entry.member_id}`)).body, [], 'absent from lists');
  const [first, second] = await versionsOf(t, service, entry.id);
  t.match(first, { valid_from: start, valid_to: end, replaced_by: 7 });
  t.match(second, { valid_from: null, valid_to: null, replaced_at: null }, 'present in history');
  t.equal((await service.ask('GET', `/membership_history/${second?.id}`)).status, 200);

  const detail = `membership ${entry.id} is deleted`;
  await checkRefusals(t, service, [
    { ask: ['GET', path], code: 'not_found' },
    { ask: ['DELETE', path], code: 'not_found' },
    { ask: ['PATCH', path, { body: {} }], code: 'state_conflict', detail, hint: 'send valid_from, and it is restored' },
    { ask: ['PATCH', path, { body: { level: 'patron' } }], code: 'state_conflict', detail },
    { ask: ['PATCH', path, { body: { valid_to: end } }], code: 'state_conflict', detail },
    {
      ask: ['PATCH', path, { body: { valid_from: null } }],
      code: 'invalid_body',
      errors: [{ pointer: '/valid_from', detail: 'must not be null' }],
    },
  ]);
  t.equal((await versionsOf(t, service, entry.id)).length, 2, 'none of which left a trace');

  const restored = await service.ask('PATCH', path, { body: { valid_from: end, level: 'friend' } });
  t.equal(restored.status, 200, restored.text);
  t.match(restored.body, { valid_from: end, valid_to: null, level: 'friend', id: entry.id });
  t.equal((await service.ask('GET', path)).status, 200);
  t.equal((await service.ask('GET', `/membership?member_id=eq.${entry.member_id}`)).body.length, 1);
  t.equal((await versionsOf(t, service, entry.id)).length, 3);
});

test('the interval of an entry', async (t) => {
  const service = await testService(t, 'test/library');
  const entry = await entryOf(service);
  const path = `/membership/${entry.id}`;
  const detail = 'valid_from must be before valid_to';
  const at = (...fields: string[]) => ({
    code: 'invalid_body' as const,
    errors: fields.map((field) => ({ pointer: `/${field}`, detail })),
  });
  const { member_id, branch_id } = entry;
  await checkRefusals(t, service, [
    {
      ask: ['POST', '/membership', { body: { member_id, branch_id, valid_from: end, valid_to: start } }],
      ...at('valid_from', 'valid_to'),
    },
    {
      ask: ['POST', '/membership', { body: { member_id, branch_id, valid_from: end, valid_to: end } }],
      ...at('valid_from', 'valid_to'),
    },
    { ask: ['PATCH', path, { body: { valid_to: start } }], ...at('valid_to') },
    { ask: ['PATCH', path, { body: { valid_from: end } }], ...at('valid_from') },
    {
      ask: ['PATCH', path, { body: { valid_from: null } }],
      code: 'invalid_body',
      errors: [{ pointer: '/valid_from', detail: 'must not be null' }],
    },
    {
      ask: ['PATCH', path, { body: { member_id: member_id + 1 } }],
      code: 'invalid_body',
      errors: [
        {
          pointer: '/member_id',
          detail: 'is set on create and cannot be changed',
          hint: 'leave it out, or send the value that the row has',
        },
      ],
    },
  ]);
  const open = await service.ask('PATCH', path, { body: { valid_to: null } });
  t.match(open.body, { valid_from: start, valid_to: null });
  const ended = await service.ask('PATCH', path, { body: { valid_to: '2025-03-01 00:00 Europe/Oslo' } });
  t.equal(ended.body.valid_to, '2025-02-28T23:00:00+00:00');
});

test('entries one after the other', async (t) => {
  const service = await testService(t, 'test/library');
  const { member_id, branch_id, id } = await entryOf(service);
  const next = { member_id, branch_id, valid_from: end };
  t.equal(
    (await service.ask('POST', '/membership', { body: next })).status,
    201,
    'the end of one is the start of the next',
  );
  const order = await service.ask('GET', `/membership?member_id=eq.${member_id}`);
  t.same(
    order.body.map(({ valid_from }: Body) => valid_from),
    [start, end],
  );
  t.equal((await service.ask('DELETE', `/membership/${id}`)).status, 204);
  const again = { member_id, branch_id, valid_from: start, valid_to: end };
  t.equal((await service.ask('POST', '/membership', { body: again })).status, 201, 'a deleted entry takes no place');
});

test('a timeline without history and without delete', async (t) => {
  const service = await testService(t, 'test/library');
  const make = createMaker(service);
  const id = await make.row(tableOf(service.model, 'loan'));
  t.equal((await service.ask('DELETE', `/loan/${id}`)).status, 405);
  const ended = await service.ask('PATCH', `/loan/${id}`, { body: { renewals: 2 } });
  t.match(ended.body, { renewals: 2 });
});
