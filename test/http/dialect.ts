import type { Test } from 'tap';
import type { Json } from '../../engine/vocabulary/value/json.ts';
import { type TestService, testService } from './service.ts';

/** The service of test/dialect with a few rows that each differ from the others in something that can be asked. */
export async function dialect(t: Test): Promise<TestService> {
  const service = await testService(t, 'test/dialect');
  for (const [resource, bodies] of rows) {
    for (const body of bodies) {
      const { status, text } = await service.ask('POST', `/${resource}`, { body });
      if (status !== 201) throw new Error(text);
    }
  }
  return service;
}

const uuid = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;

const rows: readonly (readonly [resource: string, bodies: readonly Json[]])[] = [
  ['maker', [{ name: 'Ada', size: 3 }, { name: 'Bob', size: null }, { name: 'Nobody' }]],
  [
    'item',
    [
      {
        name: 'alpha beta',
        count: 1,
        big: 9_007_199_254_740_991,
        price: 1.5,
        ready: true,
        day: '2026-01-01',
        at: '2026-01-01T00:00:00.123456Z',
        code: uuid(1),
        data: { a: { b: [1, { c: 'deep' }] }, s: 'x', n: 10, 'it, "is"': null },
        tags: ['red', 'blue'],
        sizes: [1, 2],
        page: '<p>The quick fox jumps.</p>',
        maker_id: 1,
      },
      {
        name: 'Beta',
        kind: 'lost',
        count: 2,
        big: -5,
        price: 1.50000001,
        ready: false,
        day: '2026-01-02',
        at: '2026-01-01T00:00:00.123457Z',
        code: uuid(2),
        data: { a: 'x', s: 'X', n: 9 },
        tags: ['red'],
        sizes: [2, 3],
        page: '<p>Foxes are quick.</p>',
        maker_id: 1,
      },
      { name: '50%_off*', count: 3, price: 100, data: [1, 2, 3], tags: [], sizes: [], maker_id: 2, page: '' },
      { name: null, kind: 'lost', data: 'text', count: -1 },
      { name: 'a,b.(c)"d\\e', count: 5, day: '0001-01-01', data: null, tags: ['a,b', '"', 'null'], maker_id: 2 },
      { name: 'Åse', kind: 'open', count: 2_147_483_647, big: 0, ready: true, data: 7, at: '2025-12-31T23:00:00Z' },
    ],
  ],
  [
    'remark',
    [
      { text: 'good', stars: 5, item_id: 1, author_id: 2 },
      { text: 'bad', stars: 1, item_id: 1, author_id: 1 },
      { text: 'fair', stars: 3, item_id: 2, author_id: 1 },
      { text: 'fair', stars: null, item_id: 5, author_id: null },
    ],
  ],
  [
    'reply',
    [
      { text: 'yes', remark_id: 1 },
      { text: 'no', remark_id: 1 },
      { text: 'no', remark_id: 3 },
    ],
  ],
  [
    'stay',
    [
      { place: 'hall', item_id: 1, valid_from: '2026-01-01T00:00Z', valid_to: '2026-02-01T00:00Z' },
      { place: 'yard', item_id: 1, valid_from: '2026-02-01T00:00Z' },
      { place: 'hall', item_id: 2, valid_from: '2026-01-15T00:00Z' },
    ],
  ],
];

/** A query as it stands in a URL: the marks between parameters stay, all else is percent-encoded. */
export function encoded(query: string): string {
  return query.replace(/[^\w.,()*!&=:;~-]/gu, encodeURIComponent);
}

/** The path of a list and its query, as it stands in a URL. */
export function pathOf(query: string): string {
  const [path, ...rest] = query.split('?');
  return `/${path}?${encoded(rest.join('?'))}`;
}

export const idsOf = (rows: readonly { readonly id: number }[]): readonly number[] => rows.map(({ id }) => id);
