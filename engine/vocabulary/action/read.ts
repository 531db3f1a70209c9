import type { ActionWord } from './action_word.ts';

export const read = {
  method: 'GET',
  path: '/{id}',
  of: 'resource',
  verb: 'read',
  access: 'read',
  isDeclared: true,
  comesWith: null,
  event: null,
  parameters: ['as_of', 'select', 'embed', 'related', 'If-None-Match', 'If-Match', 'Consistency-Token'],
  preferences: ['consistency'],
  body: null,
  answers: {
    200: { shows: 'linked row', words: 'The row.' },
    304: { shows: 'tag', words: 'The row has not changed since the version in If-None-Match.' },
  },
  operation: ['read', 'read'],
  describe: () => 'One row, with links to related rows.',
  guide: {
    title: 'Read one',
    explain: () => 'Reads one row, with `links` to related rows. `ETag` is its version.',
    example: { status: 200 },
  },
} satisfies ActionWord;
