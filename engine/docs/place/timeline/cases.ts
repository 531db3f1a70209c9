/** An entry of a timeline between two points of a line from 0 to 12; null is open. */
export interface Span {
  readonly name: string;
  readonly from: number;
  readonly to: number | null;
}

/** What a client does to a timeline. */
export type Change =
  | { readonly kind: 'create'; readonly entry: Span }
  | { readonly kind: 'update'; readonly name: string; readonly from?: number; readonly to?: number | null }
  | { readonly kind: 'delete'; readonly name: string }
  | { readonly kind: 'restore'; readonly name: string; readonly from: number; readonly to?: number | null };

export interface TimelineCase {
  readonly title: string;
  readonly before: readonly Span[];
  readonly changes: readonly Change[];
  readonly after: readonly Span[];
}

/** Every case of specification 3, by example: the tests run them, and the page about timelines shows them. */
export const timelineCases: readonly TimelineCase[] = [
  {
    title: 'A new entry in a gap leaves the others alone; entries that touch do not overlap',
    before: [span('A', 0, 4), span('B', 8, 12)],
    changes: [create('N', 4, 8)],
    after: [span('A', 0, 4), span('N', 4, 8), span('B', 8, 12)],
  },
  {
    title: 'A new entry that begins inside one and ends inside another shortens both and removes what lies between',
    before: [span('A', 0, 4), span('B', 4, 8), span('C', 8, 12)],
    changes: [create('N', 2, 10)],
    after: [span('A', 0, 2), span('N', 2, 10), span('C', 10, 12)],
  },
  {
    title: 'An entry that begins earlier ends where the new one begins',
    before: [span('A', 0, 8)],
    changes: [create('N', 4, 12)],
    after: [span('A', 0, 4), span('N', 4, 12)],
  },
  {
    title: 'An entry that ends later begins where the new one ends',
    before: [span('A', 4, 12)],
    changes: [create('N', 0, 8)],
    after: [span('N', 0, 8), span('A', 8, 12)],
  },
  {
    title: 'An open entry ends where the new one begins',
    before: [span('A', 0, null)],
    changes: [create('N', 6, null)],
    after: [span('A', 0, 6), span('N', 6, null)],
  },
  {
    title: 'An open entry that begins inside the new one begins where that ends',
    before: [span('A', 4, null)],
    changes: [create('N', 2, 8)],
    after: [span('N', 2, 8), span('A', 8, null)],
  },
  {
    title: 'An entry that contains the new one keeps its earlier piece; the rest is a gap',
    before: [span('A', 0, 10), span('B', 10, 12)],
    changes: [create('N', 3, 6)],
    after: [span('A', 0, 3), span('N', 3, 6), span('B', 10, 12)],
  },
  {
    title: 'An open entry that contains the new one keeps its earlier piece too',
    before: [span('A', 0, null)],
    changes: [create('N', 3, 6)],
    after: [span('A', 0, 3), span('N', 3, 6)],
  },
  {
    title: 'Entries that the new one covers are deleted',
    before: [span('A', 2, 4), span('B', 5, 7), span('C', 7, 9)],
    changes: [create('N', 2, 9)],
    after: [span('N', 2, 9)],
  },
  {
    title: 'The same interval replaces the entry',
    before: [span('A', 0, 6), span('B', 6, null)],
    changes: [create('N', 0, 6)],
    after: [span('N', 0, 6), span('B', 6, null)],
  },
  {
    title: 'An entry with the same beginning that ends later keeps its end',
    before: [span('A', 2, 10)],
    changes: [create('N', 2, 6)],
    after: [span('N', 2, 6), span('A', 6, 10)],
  },
  {
    title: 'An entry with the same end that begins earlier keeps its beginning',
    before: [span('A', 2, 10)],
    changes: [create('N', 6, 10)],
    after: [span('A', 2, 6), span('N', 6, 10)],
  },
  {
    title: 'An entry is widened: the others make room',
    before: [span('A', 0, 4), span('B', 4, 6), span('C', 6, 12)],
    changes: [update('A', { to: 8 })],
    after: [span('A', 0, 8), span('C', 8, 12)],
  },
  {
    title: 'An entry is widened to both sides',
    before: [span('A', 0, 4), span('B', 4, 8), span('C', 8, 12)],
    changes: [update('B', { from: 2, to: 10 })],
    after: [span('A', 0, 2), span('B', 2, 10), span('C', 10, 12)],
  },
  {
    title: 'An entry is opened: what follows is covered',
    before: [span('A', 0, 4), span('B', 4, 8), span('C', 8, null)],
    changes: [update('A', { to: null })],
    after: [span('A', 0, null)],
  },
  {
    title: 'An entry is narrowed: no other is touched, and a gap is left',
    before: [span('A', 0, 6), span('B', 6, 12)],
    changes: [update('A', { from: 2, to: 4 })],
    after: [span('A', 2, 4), span('B', 6, 12)],
  },
  {
    title: 'The current entry is ended',
    before: [span('A', 0, 6), span('B', 6, null)],
    changes: [update('B', { to: 9 })],
    after: [span('A', 0, 6), span('B', 6, 9)],
  },
  {
    title: 'An entry is moved over another',
    before: [span('A', 0, 4), span('B', 6, 10)],
    changes: [update('A', { from: 8, to: 12 })],
    after: [span('B', 6, 8), span('A', 8, 12)],
  },
  {
    title: 'An entry is deleted: no other is touched, and a gap is left',
    before: [span('A', 0, 4), span('B', 4, 8), span('C', 8, 12)],
    changes: [remove('B')],
    after: [span('A', 0, 4), span('C', 8, 12)],
  },
  {
    title: 'A deleted entry is restored with its beginning alone, and is open',
    before: [span('A', 0, 4), span('B', 4, 8)],
    changes: [remove('B'), restore('B', 6)],
    after: [span('A', 0, 4), span('B', 6, null)],
  },
  {
    title: 'A deleted entry is restored over others: they make room',
    before: [span('A', 0, 4), span('B', 4, 8), span('C', 8, 12)],
    changes: [remove('B'), restore('B', 2, 10)],
    after: [span('A', 0, 2), span('B', 2, 10), span('C', 10, 12)],
  },
  {
    title: 'A covered entry is a deleted one, and can be restored',
    before: [span('A', 2, 6)],
    changes: [create('N', 0, 8), restore('A', 8, 12)],
    after: [span('N', 0, 8), span('A', 8, 12)],
  },
];

function span(name: string, from: number, to: number | null): Span {
  return { name, from, to };
}

function create(name: string, from: number, to: number | null): Change {
  return { kind: 'create', entry: { name, from, to } };
}

function update(name: string, bounds: { readonly from?: number; readonly to?: number | null }): Change {
  return { kind: 'update', name, ...bounds };
}

function remove(name: string): Change {
  return { kind: 'delete', name };
}

function restore(name: string, from: number, to?: number | null): Change {
  return { kind: 'restore', name, from, ...(to === undefined ? {} : { to }) };
}
