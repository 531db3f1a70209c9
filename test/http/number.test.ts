import { test } from 'tap';
import { checkRefusals, type Refusal } from './refusal.ts';
import { testService } from './service.ts';
import { createMaker, tableOf } from './valid_body.ts';

// An id past 2^53 and every digit of a decimal survive every way in and out.

/** As sent, and as shown: price is a decimal with 20 digits, 4 of them behind the point; times_lent is a bigint. */
const kept: readonly (readonly [field: string, sent: string, shown: string])[] = [
  ['price', '12.50', '12.5000'],
  ['price', '0.1', '0.1000'],
  ['price', '1e2', '100.0000'],
  ['price', '1E+2', '100.0000'],
  ['price', '125e-1', '12.5000'],
  ['price', '0.12340000000000000000', '0.1234'],
  ['price', '-0', '0.0000'],
  ['price', '-0.0', '0.0000'],
  ['price', '0e400', '0.0000'],
  ['price', '9007199254740993', '9007199254740993.0000'],
  ['price', '9999999999999999.9999', '9999999999999999.9999'],
  ['price', '-9999999999999999.9999', '-9999999999999999.9999'],
  ['price', '1e-4', '0.0001'],
  ['times_lent', '9007199254740993', '9007199254740993'],
  ['times_lent', '9223372036854775807', '9223372036854775807'],
  ['times_lent', '922337203685477580.7e1', '9223372036854775807'],
  ['times_lent', '1e2', '100'],
  ['times_lent', '100.000', '100'],
  ['times_lent', '1e18', '1000000000000000000'],
  ['times_lent', '-0', '0'],
];

const refused: readonly (readonly [field: string, sent: string, detail: string])[] = [
  ['price', '0.12345', 'must have at most 4 digits after the decimal point'],
  ['price', '1e-5', 'must have at most 4 digits after the decimal point'],
  ['price', '1e16', 'must have at most 16 digits before the decimal point'],
  ['price', '99999999999999999', 'must have at most 16 digits before the decimal point'],
  ['price', '1e400', 'must have at most 16 digits before the decimal point'],
  ['price', '1e1001', 'is a number of more digits than can be stored'],
  ['price', '1e-99999999', 'is a number of more digits than can be stored'],
  ['price', `1.${'0'.repeat(50_000)}`, 'is a number of more digits than can be stored'],
  ['times_lent', '9223372036854775808', 'must be from -9223372036854775808 to 9223372036854775807'],
  ['times_lent', '-9223372036854775809', 'must be from -9223372036854775808 to 9223372036854775807'],
  ['times_lent', '1e400', 'must be from -9223372036854775808 to 9223372036854775807'],
  ['times_lent', '1.5', 'must be a whole number'],
  ['times_lent', '1e-1', 'must be a whole number'],
  ['times_lent', '-1', 'must be at least 0'],
  ['times_lent', '{"isLosslessNumber":true,"value":"1"}', 'must be a whole number'],
];

test('numbers in bodies', async (t) => {
  const service = await testService(t, 'test/library');
  const path = `/copy/${await createMaker(service).row(tableOf(service.model, 'copy'))}`;
  for (const [field, sent, shown] of kept) {
    const { status, text } = await service.ask('PATCH', path, { body: `{"${field}": ${sent}}` });
    t.equal(status, 200, text);
    t.match(text, `"${field}":${shown},`);
    const read = await service.ask('GET', path);
    t.match(read.text, `"${field}":${shown},`);
    const found = await service.ask('GET', `/copy?${field}=eq.${encodeURIComponent(shown)}`);
    t.match(found.text, `"${field}":${shown},`, 'a filter of the shown value finds it');
  }
  await checkRefusals(
    t,
    service,
    refused.map(([field, sent, detail]): Refusal => {
      const errors = [{ pointer: `/${field}`, detail }];
      return { ask: ['PATCH', path, { body: `{"${field}":${sent}}` }], code: 'invalid_body', errors };
    }),
  );
});

test('numbers in JSON documents', async (t) => {
  const { ask } = await testService(t, 'test/library');
  const numbers = '[9007199254740993, 1.50, -0.1, 123456789012345678901234567890.123456789]';
  const sent = `{"name": "x", "opening_hours": {"numbers": ${numbers}, "large": 1e400, "__proto__": {"toString": 1}}}`;
  const { status, text } = await ask('POST', '/branch', { body: sent });
  t.equal(status, 201, text);
  t.match(text, `"numbers": ${numbers}`);
  t.match(text, `"large": 1${'0'.repeat(400)}`);
  t.match(text, '"__proto__": {"toString": 1}');
});

test('numbers in filters', async (t) => {
  const service = await testService(t, 'test/library');
  const id = await createMaker(service).row(tableOf(service.model, 'copy'));
  await service.ask('PATCH', `/copy/${id}`, { body: '{"price": 12.5, "times_lent": 9007199254740993}' });
  const found: readonly (readonly [query: string, finds: boolean])[] = [
    ['price=eq.12.5', true],
    ['price=eq.12.50000000', true],
    ['price=eq.1.25e1', true],
    ['price=eq.12.500000000000000000001', false],
    ['price=gt.12.499999999999999999999', true],
    ['price=lt.1e400', true],
    ['price=gt.-1e400', true],
    ['price=in.(1,12.5)', true],
    ['times_lent=eq.9007199254740993', true],
    ['times_lent=eq.9007199254740992', false],
    ['times_lent=lte.9223372036854775807', true],
    ['times_lent=gte.-9223372036854775808', true],
    ['times_lent=eq.009007199254740993', true],
  ];
  for (const [query, finds] of found) {
    const { status, body } = await service.ask('GET', `/copy?${query}`);
    t.equal(status, 200, query);
    t.equal(body.length, finds ? 1 : 0, query);
  }
  const refusals = [
    'times_lent=eq.9223372036854775808',
    'times_lent=eq.1e2',
    'times_lent=eq.1.0',
    'times_lent=eq.',
    'times_lent=eq.0x1',
    'times_lent=eq.%D9%A1',
    'id=eq.9223372036854775808',
    'price=eq.1e1001',
    'price=eq.NaN',
    'price=eq.Infinity',
    'price=eq.1,5',
  ];
  await checkRefusals(
    t,
    service,
    refusals.map((query): Refusal => ({ ask: ['GET', `/copy?${query}`], code: 'invalid_parameter' })),
  );
});
