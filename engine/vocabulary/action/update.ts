import type { ActionWord } from './action_word.ts';
import { freezing, overlapping } from './timeline_words.ts';

export const update = {
  method: 'PATCH',
  path: '/{id}',
  of: 'resource',
  verb: 'manage',
  access: 'update',
  isDeclared: true,
  comesWith: null,
  event: 'update',
  parameters: ['select', 'embed', 'related', 'If-Match'],
  preferences: ['return', 'tx', 'max-affected'],
  body: 'update',
  answers: {
    200: { shows: 'row', words: 'The row as it was recorded.' },
    204: {
      shows: 'no row',
      words: 'The row was changed. The request asks for no body, or the caller may not read the row.',
    },
  },
  operation: ['update', 'update'],
  describe: (subject) => {
    const restoring = subject.overlap === null ? '' : ' Send valid_from to a deleted entry to restore it.';
    return `Changes the fields that you send and leaves the others as they are.${restoring}${overlapping(subject)}${freezing(subject)}`;
  },
  guide: {
    title: 'Update',
    explain: ({ requireIfMatch }) =>
      `Changes the fields that you send, and no others.${requireIfMatch ? ' It needs [`If-Match`](http.html#entity-tags).' : ' With [`If-Match`](http.html#entity-tags) it fails if the row has changed since you read it.'}`,
    example: { status: 200 },
  },
} satisfies ActionWord;
