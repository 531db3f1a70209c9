import type { ActionWord } from './action_word.ts';
import { freezing } from './timeline_words.ts';

export const deleteOne = {
  method: 'DELETE',
  path: '/{id}',
  of: 'resource',
  verb: 'manage',
  access: 'delete',
  isDeclared: true,
  comesWith: null,
  event: 'delete',
  parameters: ['select', 'embed', 'related', 'If-Match'],
  preferences: ['return', 'tx', 'max-affected'],
  body: null,
  answers: {
    200: { shows: 'deleted row', words: 'The row as it was.' },
    204: { shows: 'no row', words: 'The row was deleted.' },
  },
  operation: ['delete', 'delete'],
  describe: (subject) => {
    const kept = subject.history === null ? '' : ' Its history stays.';
    return subject.overlap === null
      ? `Removes the row.${kept}`
      : `Takes the entry off its timeline; an update that sends valid_from restores it.${freezing(subject)}${kept}`;
  },
  guide: {
    title: 'Delete',
    explain: ({ overlap, history }) =>
      overlap === null
        ? `Deletes the row.${history === null ? '' : ' Its history stays.'}`
        : 'Takes the entry off its timeline. An update with a `valid_from` restores it.',
    example: { status: 204 },
  },
} satisfies ActionWord;
