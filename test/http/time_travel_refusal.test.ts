import { test } from 'tap';
import { checkRefusal, checkRefusals } from './refusal.ts';
import { testService } from './service.ts';
import { createMaker, tableOf } from './valid_body.ts';

// Specification 4.3: where as_of and valid_at mean nothing, and what is no instant.

const instant = '2025-01-01T00:00:00Z';

test('an instant where the resource has no such time', async (t) => {
  const service = await testService(t, 'test/library');
  const make = createMaker(service);
  for (const name of ['book', 'branch', 'loan', 'membership']) await make.row(tableOf(service.model, name));
  const refused: readonly (readonly [path: string, parameter: string, detail: string])[] = [
    ['/branch', 'as_of', 'branch has no history'],
    ['/branch/1', 'as_of', 'branch has no history'],
    ['/loan', 'as_of', 'loan has no history'],
    ['/loan/1', 'as_of', 'loan has no history'],
    ['/book_history', 'as_of', 'book_history lists every version already'],
    ['/book_history/1', 'as_of', 'book_history lists every version already'],
    ['/book', 'valid_at', 'book has no validity'],
    ['/branch', 'valid_at', 'branch has no validity'],
    ['/book_history', 'valid_at', 'book_history has no validity'],
  ];
  await checkRefusals(
    t,
    service,
    refused.map(([path, parameter, detail]) => ({
      ask: ['GET', `${path}?${parameter}=${instant}`] as const,
      code: 'invalid_parameter' as const,
      detail,
      hint: null,
      errors: [{ parameter, detail }],
    })),
  );
  const detail = 'this operation takes no parameter "valid_at"';
  await checkRefusals(t, service, [
    { ask: ['GET', `/membership/1?valid_at=${instant}`], code: 'unknown_parameter', detail },
    { ask: ['GET', `/membership_history/1?valid_at=${instant}`], code: 'unknown_parameter', detail },
    { ask: ['GET', `/membership/1?as_of=${instant}&valid_at=${instant}`], code: 'unknown_parameter', detail },
    { ask: ['GET', `/membership/1?as_of=${instant}&level=eq.reader`], code: 'unknown_parameter' },
    { ask: ['GET', `/membership/1/history?as_of=${instant}`], code: 'unknown_parameter' },
    { ask: ['POST', `/book?as_of=${instant}`, { body: {} }], code: 'unknown_parameter' },
    { ask: ['PATCH', `/book/1?as_of=${instant}`, { body: {} }], code: 'unknown_parameter' },
    { ask: ['DELETE', `/book/1?as_of=${instant}`], code: 'unknown_parameter' },
    { ask: ['GET', `/book?as_off=${instant}`], code: 'unknown_parameter', hint: 'did you mean as_of?' },
    { ask: ['GET', `/loan?valid_a=${instant}`], code: 'unknown_parameter', hint: 'did you mean valid_at?' },
    {
      ask: ['GET', `/branch?as_off=${instant}`],
      code: 'unknown_parameter',
      hint: 'filter by a field of the resource',
    },
  ]);
});

test('what is no instant', async (t) => {
  const service = await testService(t, 'test/library');
  await createMaker(service).row(tableOf(service.model, 'membership'));
  const malformed: readonly (readonly [value: string, detail: RegExp, hint: RegExp | null])[] = [
    ['', /^The text is empty/, null],
    ['now', /^A word is not a datetime/, null],
    ['infinity', /^A word is not a datetime/, null],
    ['2025-01-01', /^A date alone is not enough/, null],
    ['2025-01-01T00:00', /time zone/, null],
    ['2025-01-01T00:00:00+00:00', /space/, /%2B/],
    ['2025-02-30T00:00Z', /./, null],
    ['eq.2025-01-01T00:00Z', /./, null],
  ];
  for (const parameter of ['as_of', 'valid_at']) {
    const paths = parameter === 'as_of' ? ['/membership', '/membership/1'] : ['/membership', '/membership_history'];
    for (const path of paths) {
      for (const [value, detail, hint] of malformed) {
        const answer = await service.ask('GET', `${path}?${parameter}=${value}`);
        checkRefusal(t, answer, { code: 'invalid_parameter', detail, ...(hint !== null && { hint }) });
        t.match(answer.body.errors, [{ parameter }], `${path} ${parameter} ${value}`);
        t.equal(answer.body.errors.length, 1);
      }
      t.match((await service.ask('GET', `${path}?${parameter}`)).status, 400, 'a name alone');
      const detail = `${parameter} stands in the URL more than once`;
      const twice = `${path}?${parameter}=${instant}&${parameter}=${instant}`;
      checkRefusal(t, await service.ask('GET', twice), {
        code: 'invalid_parameter',
        detail,
        errors: [{ parameter, detail, hint: `write ${parameter} once` }],
      });
    }
  }
});

test('an instant that is still to come', async (t) => {
  const service = await testService(t, 'test/library');
  const make = createMaker(service);
  const id = await make.row(tableOf(service.model, 'membership'));
  const detail = 'as_of is an instant that is still to come';
  const soon = new Date(Date.now() + 60_000).toISOString();
  for (const as_of of [soon, '9999-12-31T23:59:59.999999Z']) {
    // Rows or none: the instant is to come either way.
    for (const path of [`/membership/${id}?`, '/membership/999?', '/membership?', '/membership?id=eq.999&']) {
      checkRefusal(t, await service.ask('GET', `${path}as_of=${as_of}`), {
        code: 'invalid_parameter',
        detail,
        errors: [{ parameter: 'as_of', detail }],
      });
    }
    const valid = await service.ask('GET', `/membership?valid_at=${as_of}`);
    t.equal(valid.status, 200, 'validity reaches into the future');
  }
});
