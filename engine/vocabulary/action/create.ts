import type { ActionWord } from './action_word.ts';
import { freezing, overlapping } from './timeline_words.ts';

export const create = {
  method: 'POST',
  path: '',
  of: 'resource',
  verb: 'manage',
  access: 'create',
  isDeclared: true,
  comesWith: null,
  event: 'create',
  parameters: ['select', 'embed', 'related', 'columns', 'on_conflict', 'Idempotency-Key'],
  preferences: ['resolution', 'missing', 'return', 'tx', 'count', 'max-affected'],
  body: 'create',
  takesRows: true,
  answers: {
    200: {
      shows: 'kept rows',
      words: 'The row, or the rows, of an upsert that inserted nothing.',
    },
    201: {
      shows: 'new row',
      words: 'The row as it was recorded. For many rows, an array with the rows that the caller may read.',
    },
  },
  operation: ['create', 'create'],
  describe: (subject) => `Adds a row; or many rows, all or none of them.${overlapping(subject)}${freezing(subject)}`,
  guide: {
    title: 'Create',
    explain: ({ overlap }) =>
      `Creates a row and answers with it.${overlap === null ? '' : ' Other entries of the timeline make room for it, as [Time](time.html#what-happens-to-other-entries) says.'} With an [\`Idempotency-Key\`](http.html#idempotency-key) you can repeat the request safely.`,
    example: { status: 201 },
  },
} satisfies ActionWord;
