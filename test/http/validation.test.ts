import { test } from 'tap';
import type { ProblemError } from '../../engine/contract/problem.ts';
import type { Json } from '../../engine/vocabulary/value/json.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { checkRefusals, type Refusal } from './refusal.ts';
import { serveModel, testService } from './service.ts';
import { type Body, createMaker, tableOf } from './valid_body.ts';

// 422 for a JSON body whose members break a rule, all faults at once.

/** By collection: a member or several, and everything that is wrong with them. */
const create: readonly (readonly [path: string, body: Json, errors: readonly ProblemError[]])[] = [
  ['/member', {}, [{ pointer: '/user', detail: 'is required' }]],
  ['/member', { user: null }, [{ pointer: '/user', detail: 'must not be null' }]],
  [
    '/member',
    { usr: 'ola', group: 'chidl', email: 'nobody', born_on: '2026-02-30', id: 4, recorded_by: 1 },
    [
      { pointer: '/user', detail: 'is required' },
      { pointer: '/usr', detail: 'is not a field of member', hint: 'did you mean user?' },
      { pointer: '/group', detail: 'must be one of adult, child, school', hint: 'did you mean child?' },
      { pointer: '/email', detail: 'An e-mail address has the form name@example.org.' },
      { pointer: '/born_on', detail: 'must be a calendar date, YYYY-MM-DD' },
      { pointer: '/id', detail: 'is set by the service and cannot be sent' },
      { pointer: '/recorded_by', detail: 'is set by the service and cannot be sent' },
    ],
  ],
  ['/member', { user: 'ola', 'a/b~c': 1 }, [{ pointer: '/a~1b~0c', detail: 'is not a field of member' }]],
  ['/member', { user: 'ola', links: {} }, [{ pointer: '/links', detail: 'is not a field of member' }]],
  ['/member', { user: 'ola', toString: 1 }, [{ pointer: '/toString', detail: 'is not a field of member' }]],
  ['/member', { user: 'ola', row_version: 1 }, [{ pointer: '/row_version', detail: 'is not a field of member' }]],
  ['/member', { user: 'Ola' }, [{ pointer: '/user', detail: 'must match ^[a-z0-9.]+$' }]],
  ['/member', { user: 'ol' }, [{ pointer: '/user', detail: 'must have at least 3 characters' }]],
  [
    '/member',
    { user: 'Å' },
    [
      { pointer: '/user', detail: 'must have at least 3 characters' },
      { pointer: '/user', detail: 'must match ^[a-z0-9.]+$' },
    ],
  ],
  ['/member', { user: 'o'.repeat(41) }, [{ pointer: '/user', detail: 'must have at most 40 characters' }]],
  ['/member', { user: 'ola', group: '' }, [{ pointer: '/group', detail: 'must be one of adult, child, school' }]],
  [
    '/member',
    { user: 'ola', group: 'child' },
    [{ pointer: '/group', detail: 'Of a child, the date of birth is known.' }],
  ],
  [
    '/member',
    { user: 'ola', group: 'child', born_on: null },
    [
      { pointer: '/group', detail: 'Of a child, the date of birth is known.' },
      { pointer: '/born_on', detail: 'Of a child, the date of birth is known.' },
    ],
  ],
  [
    '/book',
    { name: 'x', is_long: true },
    [{ pointer: '/is_long', detail: 'is set by the service and cannot be sent' }],
  ],
  ['/book', { name: '' }, [{ pointer: '/name', detail: 'must have at least 1 character' }]],
  ['/book', { name: 1 }, [{ pointer: '/name', detail: 'must be a string' }]],
  ['/book', { name: ['x'] }, [{ pointer: '/name', detail: 'must be a string' }]],
  ['/book', { name: 'x', edition: '1' }, [{ pointer: '/edition', detail: 'must be a whole number' }]],
  ['/book', { name: 'x', edition: true }, [{ pointer: '/edition', detail: 'must be a whole number' }]],
  ['/book', { name: 'x', edition: null }, [{ pointer: '/edition', detail: 'must not be null' }]],
  ['/book', { name: 'x', edition: 1.5 }, [{ pointer: '/edition', detail: 'must be a whole number' }]],
  ['/book', { name: 'x', edition: 0 }, [{ pointer: '/edition', detail: 'must be at least 1' }]],
  ['/book', { name: 'x', edition: 1000 }, [{ pointer: '/edition', detail: 'must be at most 999' }]],
  [
    '/book',
    { name: 'x', edition: 2 ** 31 },
    [{ pointer: '/edition', detail: 'must be from -2147483648 to 2147483647' }],
  ],
  ['/book', { name: 'x', page_count: 3 }, [{ pointer: '/page_count', detail: 'must be a multiple of 2' }]],
  ['/book', { name: 'x', weight: 0.07 }, [{ pointer: '/weight', detail: 'must be a multiple of 0.05' }]],
  ['/book', { name: 'x', weight: '0.05' }, [{ pointer: '/weight', detail: 'must be a number' }]],
  ['/book', { name: 'x', isbn: '9780306406157 ' }, [{ pointer: '/isbn', detail: 'must match ^97[89][0-9]{10}$' }]],
  ['/book', { name: 'x', subjects: [] }, [{ pointer: '/subjects', detail: 'must have at least 1 element' }]],
  [
    '/book',
    { name: 'x', subjects: Array(21).fill('a') },
    [{ pointer: '/subjects', detail: 'must have at most 20 elements' }],
  ],
  ['/book', { name: 'x', subjects: 'a' }, [{ pointer: '/subjects', detail: 'must be a list' }]],
  [
    '/book',
    { name: 'x', subjects: ['a', null, 1] },
    [
      { pointer: '/subjects/1', detail: 'must not be null' },
      { pointer: '/subjects/2', detail: 'must be a string' },
    ],
  ],
  ['/book', { name: 'x', print_runs: [1, 1.5] }, [{ pointer: '/print_runs/1', detail: 'must be a whole number' }]],
  ['/branch', { name: 'x', step_free: 'true' }, [{ pointer: '/step_free', detail: 'must be a boolean' }]],
  ['/branch', { name: 'x', step_free: 1 }, [{ pointer: '/step_free', detail: 'must be a boolean' }]],
  [
    '/branch',
    { name: 'x', website: 'ftp://example.org' },
    [{ pointer: '/website', detail: 'A URL is absolute and begins with http:// or https://.' }],
  ],
  ['/branch', { name: 'x', parent_id: '1' }, [{ pointer: '/parent_id', detail: 'must be a whole number' }]],
  [
    '/branch',
    { name: 'x', founded_on: '1911-04-23T00:00:00Z' },
    [{ pointer: '/founded_on', detail: 'must be a calendar date, YYYY-MM-DD' }],
  ],
  [
    '/branch',
    { name: 'x', open_on: ['monday', 'mondai'] },
    [
      {
        pointer: '/open_on/1',
        detail: 'must be one of monday, tuesday, wednesday, thursday, friday, saturday, sunday',
        hint: 'did you mean monday?',
      },
    ],
  ],
  [
    '/branch',
    { name: 'x', founded_on: '1799-12-31' },
    [{ pointer: '/founded_on', detail: 'No branch is older than the library.' }],
  ],
  [
    '/copy',
    { book_id: 1, branch_id: 1, times_lent: 1 },
    [{ pointer: '/times_lent', detail: 'cannot be set on create' }],
  ],
  ['/copy', { book_id: 1, branch_id: 1, barcode: 'x' }, [{ pointer: '/barcode', detail: 'must be a UUID' }]],
  [
    '/copy',
    { book_id: null, branch_id: 1.5 },
    [
      { pointer: '/book_id', detail: 'must not be null' },
      { pointer: '/branch_id', detail: 'must be a whole number' },
    ],
  ],
  [
    '/copy',
    { book_id: 1, branch_id: 1, acquired_at: '2025-05-01T10:00:00' },
    [
      {
        pointer: '/acquired_at',
        detail:
          'The time zone is missing. The nearest form is YYYY-MM-DDTHH:MM[:SS[.FFF]]Z.; Add an offset, or Z for UTC: 2025-05-01T10:00:00Z',
      },
    ],
  ],
  [
    '/order',
    { user: 'a', table_id: 1, supplier_scheme: 'org', supplier_number: '974760674' },
    [{ pointer: '/supplier_number', detail: 'The check digit after 97476067 is 3, not 4.' }],
  ],
  [
    '/order',
    { user: 'a', table_id: 1, supplier_scheme: 'gln', supplier_number: '974760673' },
    [{ pointer: '/supplier_number', detail: 'A GLN has 13 digits.' }],
  ],
  [
    '/order',
    { user: 'a', table_id: 1, supplier_number: '974760673' },
    [
      { pointer: '/supplier_scheme', detail: 'is required' },
      { pointer: '/supplier_number', detail: 'must be sent together with supplier_scheme' },
    ],
  ],
  ['/order', { user: 'a', table_id: 1, supplier_scheme: 'other', supplier_number: '' }, []],
  ['/membership', { member_id: 1, branch_id: 1 }, [{ pointer: '/valid_from', detail: 'is required' }]],
  [
    '/membership',
    { member_id: 1, branch_id: 1, valid_from: null, valid_to: null },
    [{ pointer: '/valid_from', detail: 'must not be null' }],
  ],
];

test('what a create refuses', async (t) => {
  const service = await testService(t, 'test/library');
  const make = createMaker(service);
  for (const name of ['book', 'branch', 'member']) await make.row(tableOf(service.model, name));
  const refusals = create.filter(([, , errors]) => errors.length > 0);
  await checkRefusals(
    t,
    service,
    refusals.map(([path, body, errors]): Refusal => ({ ask: ['POST', path, { body }], code: 'invalid_body', errors })),
  );
  for (const [path, body] of create.filter(([, , errors]) => errors.length === 0)) {
    const { status, text } = await service.ask('POST', path, { body });
    t.equal(status, 201, text);
  }
});

test('the detail sums up what the errors say', async (t) => {
  const service = await testService(t, 'test/library');
  await checkRefusals(t, service, [
    {
      ask: ['POST', '/member', { body: { user: 'ola', emial: null } }],
      code: 'invalid_body',
      detail: /^\/emial: is not a field of member$/,
      hint: 'did you mean email?',
    },
    {
      ask: ['POST', '/member', { body: { user: 1, born_on: 1, email: 1 } }],
      code: 'invalid_body',
      detail: /^\/\w+: must be a string \(and 2 more\)$/,
      hint: null,
    },
  ]);
  const { body } = await service.ask('POST', '/book', { body: { name: 'x', print_runs: Array(3000).fill('a') } });
  t.equal(body.errors.length, 100, 'of a list of wrong elements, no more than a hundred');
});

test('what an update refuses', async (t) => {
  const service = await testService(t, 'test/library');
  const make = createMaker(service);
  const copy = `/copy/${await make.row(tableOf(service.model, 'copy'))}`;
  const member = `/member/${await make.row(tableOf(service.model, 'member'))}`;
  const hint = 'leave it out, or send the value that the row has';
  const update: readonly (readonly [path: string, body: Body, errors: readonly ProblemError[]])[] = [
    [copy, { book_id: 99 }, [{ pointer: '/book_id', detail: 'is set on create and cannot be changed', hint }]],
    [
      copy,
      { barcodes: 1 },
      [{ pointer: '/barcodes', detail: 'is not a field of copy', hint: 'did you mean barcode?' }],
    ],
    [copy, { id: 99 }, [{ pointer: '/id', detail: 'is set by the service and cannot be sent', hint }]],
    [copy, { price: null }, [{ pointer: '/price', detail: 'must not be null' }]],
    [copy, { times_lent: -1 }, [{ pointer: '/times_lent', detail: 'must be at least 0' }]],
    [member, { user: null }, [{ pointer: '/user', detail: 'must not be null' }]],
    [
      member,
      { group: 'child', born_on: null },
      [
        { pointer: '/group', detail: 'Of a child, the date of birth is known.' },
        { pointer: '/born_on', detail: 'Of a child, the date of birth is known.' },
      ],
    ],
  ];
  await checkRefusals(
    t,
    service,
    update.map(([path, body, errors]): Refusal => ({ ask: ['PATCH', path, { body }], code: 'invalid_body', errors })),
  );
});

test('an identifier and what chooses its format change together', async (t) => {
  const files = {
    'service.yaml': 'service: Suppliers',
    'supplier.yaml': `resource: supplier
fields:
  scheme: { type: enum, values: [gln, org, other] }
  number: { type: text, nullable: true, format: { by: scheme, gln: gln, org: org } }
  name: { type: text, nullable: true }
`,
  };
  const model = modelOfFiles(files);
  const service = await serveModel(t, model);
  await service.ask('POST', '/supplier', { body: { scheme: 'org', number: '974760673' } });
  const refused: readonly (readonly [body: Body, errors: readonly ProblemError[]])[] = [
    [{ scheme: 'gln' }, [{ pointer: '/scheme', detail: 'must be sent together with number' }]],
    [{ number: '9436465792104' }, [{ pointer: '/number', detail: 'must be sent together with scheme' }]],
    [{ scheme: 'gln', number: '974760673' }, [{ pointer: '/number', detail: 'A GLN has 13 digits.' }]],
    [{ number: null }, [{ pointer: '/number', detail: 'must be sent together with scheme' }]],
  ];
  await checkRefusals(
    t,
    service,
    refused.map(
      ([body, errors]): Refusal => ({ ask: ['PATCH', '/supplier/1', { body }], code: 'invalid_body', errors }),
    ),
  );
  const accepted = [
    { name: 'x' },
    { scheme: 'gln', number: '9436465792104' },
    { scheme: 'org', number: null },
    { scheme: 'other', number: 'x' },
  ];
  for (const body of accepted) {
    const answer = await service.ask('PATCH', '/supplier/1', { body });
    t.equal(answer.status, 200, answer.text);
    t.match(answer.body, body);
  }
});

test('lengths count code points, whatever they look like', async (t) => {
  const service = await testService(t, 'test/library');
  // branch.name has at most 100.
  for (const sign of ['a', 'å', '漢', '😀', 'e\u0301'.slice(0, 1), '\u0301']) {
    const fits = await service.ask('POST', '/branch', { body: { name: sign.repeat(100) } });
    t.equal(fits.status, 201, fits.text);
    t.equal(fits.body.name, sign.repeat(100));
    const tooLong = await service.ask('POST', '/branch', { body: { name: sign.repeat(101) } });
    t.same(tooLong.body.errors, [{ pointer: '/name', detail: 'must have at most 100 characters' }]);
  }
});

test('texts come back as they were sent', async (t) => {
  const service = await testService(t, 'test/library');
  const texts = [
    '\u0001',
    '"',
    '\\',
    '\n\r\t',
    '\u2028',
    "'; drop table book; --",
    '$1',
    '%s',
    '<b>&',
    '\uffff',
    'null',
    ' ',
  ];
  for (const name of texts) {
    const { status, body } = await service.ask('POST', '/book', { body: { name, subjects: [name, `${name},{"`, ''] } });
    t.equal(status, 201);
    t.match(body, { name, subjects: [name, `${name},{"`, ''] });
    const found = await service.ask('GET', `/book?name=eq.${encodeURIComponent(name)}`);
    t.same(found.body, [body]);
  }
});
