import { test } from 'tap';
import { checkRefusals } from './refusal.ts';
import { testService } from './service.ts';
import { type Body, createMaker, tableOf } from './valid_body.ts';

// 409 for unique, reference and state conflicts; it names what was sent, and nothing of another row.

test('a value that is taken', async (t) => {
  const service = await testService(t, 'test/library');
  const make = createMaker(service);
  const branch_id = Number(await make.row(tableOf(service.model, 'branch')));
  const first = { user: 'first', email: 'first@example.org' };
  const second = await service.ask('POST', '/member', { body: { user: 'second' } });
  await service.ask('POST', '/member', { body: first });
  const order = { user: 'ola', group: 3, supplier_scheme: 'other', supplier_number: 'x 1', table_id: branch_id };
  await service.ask('POST', '/order', { body: { ...order, check: '2025-01-01' } });
  await service.ask('POST', '/book', { body: { name: 'Hunger', edition: 2 } });
  const third = await service.ask('POST', '/book', { body: { name: 'Hunger', edition: 3 } });
  const conflict = (detail: string, ...fields: string[]) => ({
    code: 'unique_conflict' as const,
    detail,
    errors: fields.map((field) => ({ pointer: `/${field}`, detail })),
  });
  await checkRefusals(t, service, [
    { ask: ['POST', '/member', { body: { user: 'first' } }], ...conflict('another member has user "first"', 'user') },
    {
      ask: ['POST', '/member', { body: { user: 'third', email: 'first@example.org' } }],
      ...conflict('another member has email "first@example.org"', 'email'),
    },
    {
      ask: ['PATCH', `/member/${second.body.id}`, { body: { user: 'first' } }],
      ...conflict('another member has user "first"', 'user'),
    },
    {
      ask: ['POST', '/order', { body: order }],
      ...conflict(
        'another order has user "ola" and group 3 and supplier_number "x 1"',
        'user',
        'group',
        'supplier_number',
      ),
    },
    {
      ask: ['POST', '/book', { body: { name: 'Hunger', edition: '2e0' as unknown as number } }],
      code: 'invalid_body',
    },
    // The field that was not sent is named without its value: what it holds was not said by the caller.
    {
      ask: ['PATCH', `/book/${third.body.id}`, { body: { edition: 2 } }],
      ...conflict('another book has the same name and edition 2', 'name', 'edition'),
    },
  ]);
  const again = await service.ask('POST', '/member', { body: { user: 'fourth', email: null } });
  t.equal(again.status, 201, 'null is like no other null');
});

test('a reference that leads nowhere', async (t) => {
  const service = await testService(t, 'test/library');
  const make = createMaker(service);
  const copy = await make.row(tableOf(service.model, 'copy'));
  const book = await make.reference(tableOf(service.model, 'book'));
  const conflict = (detail: string, field: string) => ({
    code: 'reference_conflict' as const,
    detail,
    errors: [{ pointer: `/${field}`, detail }],
  });
  await checkRefusals(t, service, [
    {
      ask: ['POST', '/copy', { body: { book_id: Number(book), branch_id: 4711 } }],
      ...conflict('branch_id 4711 refers to no branch', 'branch_id'),
    },
    {
      ask: ['POST', '/copy', { body: `{"book_id": ${book}, "branch_id": 9223372036854775807}` }],
      ...conflict('branch_id 9223372036854775807 refers to no branch', 'branch_id'),
    },
    {
      ask: ['PATCH', `/copy/${copy}`, { body: { branch_id: 0 } }],
      ...conflict('branch_id 0 refers to no branch', 'branch_id'),
    },
    {
      ask: ['POST', '/branch', { body: { name: 'x', parent_id: -1 } }],
      ...conflict('parent_id -1 refers to no branch', 'parent_id'),
    },
    {
      ask: ['POST', '/copy', { body: `{"book_id": ${book}, "branch_id": 9223372036854775808}` }],
      code: 'invalid_body',
    },
  ]);
});

test('a row that others refer to is not deleted', async (t) => {
  const service = await testService(t, 'test/library');
  const make = createMaker(service);
  const copy = (await service.ask('GET', `/copy/${await make.row(tableOf(service.model, 'copy'))}`)).body;
  const parent = (await service.ask('POST', '/branch', { body: { name: 'above' } })).body;
  await service.ask('POST', '/branch', { body: { name: 'below', parent_id: parent.id } });
  await checkRefusals(t, service, [
    {
      ask: ['DELETE', `/book/${copy.book_id}`],
      code: 'still_referenced',
      detail: 'rows of copy refer to this book by book_id',
    },
    {
      ask: ['DELETE', `/branch/${parent.id}`],
      code: 'still_referenced',
      detail: 'rows of branch refer to this branch by parent_id',
    },
  ]);
  t.equal((await service.ask('DELETE', `/copy/${copy.id}`)).status, 204);
  t.equal((await service.ask('DELETE', `/book/${copy.book_id}`)).status, 204, 'once nothing does, it is');
});

test('the moves between states that a definition allows', async (t) => {
  const service = await testService(t, 'test/library');
  const make = createMaker(service);
  const copy = tableOf(service.model, 'copy');
  const type = copy.fields.get('condition')?.type;
  if (type?.kind !== 'enum' || type.transitions === null) throw new Error('copy.condition has no transitions');
  for (const from of type.values) {
    for (const to of type.values) {
      const body: Body = { ...(await make.body(copy)), condition: from };
      const { body: row } = await service.ask('POST', '/copy', { body });
      const answer = await service.ask('PATCH', `/copy/${row.id}`, { body: { condition: to, price: 1 } });
      const allowed = from === to || type.transitions.get(from)?.includes(to);
      t.equal(answer.status, allowed ? 200 : 409, `${from} to ${to}`);
      if (allowed) continue;
      const detail = `condition cannot become "${to}" from what it is`;
      t.match(answer.body, { code: 'state_conflict', detail, errors: [{ pointer: '/condition', detail }] });
      t.match(
        (await service.ask('GET', `/copy/${row.id}`)).body,
        { condition: from, price: row.price },
        'all or nothing',
      );
    }
  }
});

test('rules over several fields hold on every way to break them', async (t) => {
  const service = await testService(t, 'test/register');
  const make = createMaker(service);
  const table = tableOf(service.model, 'controllable_unit_suspension');
  const path = `/${table.name}/${await make.row(table)}`;
  const rule = 'A suspension has the time of its lifting exactly when it is lifted.';
  const lifted_at = '2026-01-01T00:00:00Z';
  const broken = (...fields: string[]) => ({
    code: 'invalid_body' as const,
    detail: rule,
    errors: fields.map((field) => ({ pointer: `/${field}`, detail: rule })),
  });
  await checkRefusals(t, service, [
    { ask: ['PATCH', path, { body: { status: 'lifted' } }], ...broken('status') },
    { ask: ['PATCH', path, { body: { lifted_at } }], ...broken('lifted_at') },
    { ask: ['PATCH', path, { body: { status: 'lifted', lifted_at: null } }], ...broken('status', 'lifted_at') },
    { ask: ['PATCH', path, { body: { status: 'active', lifted_at } }], ...broken('status', 'lifted_at') },
  ]);
  const { status, text } = await service.ask('PATCH', path, { body: { status: 'lifted', lifted_at } });
  t.equal(status, 200, text);
});

test('an update without effect records nothing', async (t) => {
  const service = await testService(t, 'test/library');
  const id = await createMaker(service).row(tableOf(service.model, 'member'));
  const before = (await service.ask('GET', `/member/${id}`)).body;
  const other = service.token({ librarian: 99, permissions: 'manage:data' });
  for (const body of [
    {},
    { user: before.user },
    { group: before.group, email: before.email, born_on: before.born_on },
  ]) {
    const answer = await service.ask('PATCH', `/member/${id}`, { body, token: other });
    t.equal(answer.status, 200);
    const { links, ...row } = before;
    t.same(answer.body, row, JSON.stringify(body));
  }
  t.equal((await service.ask('GET', `/member_history?member_id=eq.${id}`)).body.length, 1);
  const changed = await service.ask('PATCH', `/member/${id}`, { body: { group: 'school' }, token: other });
  t.equal(changed.body.recorded_by, 99);
  const versions = (await service.ask('GET', `/member_history?member_id=eq.${id}`)).body;
  t.same(
    versions.map((each: Body) => [each.recorded_by, each.replaced_by, each.replaced_at === null]),
    [
      [7, 99, false],
      [99, null, true],
    ],
  );
});
