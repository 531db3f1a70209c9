/** Definitions whose references have unique keys, and what the types of their bodies say. */
export const keyedFiles = {
  'service.yaml': 'service: Works\n',
  'party.yaml': `resource: party
fields:
  number: { type: text, unique: true }
  kind: { type: enum, values: [a, b] }
  rank: { type: bigint }
unique: [[kind, rank]]
`,
  'work.yaml': `resource: work
fields:
  party_id: { type: reference, to: party }
  other_id: { type: reference, to: party }
  second_id: { type: reference, to: party, nullable: true, as: helper }
`,
};

/** Each line with a directive must not compile. */
export const keyedUse = `import type { Resources } from './keyed.ts';

type Create = Resources['work']['create'];
type Update = Resources['work']['update'];

export const creates: readonly Create[] = [
  { party_id: 1, other_id: 2 },
  { party: { number: 'n' }, other_id: 2 },
  { party_id: 1, other: { kind: 'a', rank: '7' }, helper: { number: 'n' } },
  { party: { number: 'n' }, other: { number: 'n' }, second_id: null, helper: null },
  // @ts-expect-error: the other party is missing
  { party_id: 1 },
  // @ts-expect-error: half of a key
  { party_id: 1, other: { kind: 'a' } },
  // @ts-expect-error: a field that is not unique alone
  { party: { rank: '7' }, other_id: 1 },
];

export const updates: readonly Update[] = [
  {},
  { party: { number: 'n' } },
  { helper: null },
  // @ts-expect-error: a required reference is never null
  { party: null },
];
`;
