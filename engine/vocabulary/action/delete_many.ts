import type { ActionWord } from './action_word.ts';
import { freezing } from './timeline_words.ts';

/** The removal of all rows that the filters choose. */
export const deleteMany = {
  method: 'DELETE',
  path: '',
  of: 'resource',
  verb: 'manage',
  access: 'delete',
  isDeclared: false,
  comesWith: 'delete',
  event: 'delete',
  parameters: ['filters', 'order', 'part', 'select', 'embed', 'If-Match'],
  preferences: ['return', 'tx', 'count', 'max-affected'],
  body: null,
  answers: {
    200: { shows: 'changed rows', words: 'The deleted rows as they were, at most one page.' },
    204: { shows: 'count', words: 'The rows were deleted.' },
  },
  operation: ['delete_many', 'delete many'],
  describe: (subject) => {
    const kept = subject.history === null ? '' : ' Their history stays.';
    const what = subject.overlap === null ? 'Removes' : 'Takes off their timelines';
    return `${what} all rows for which every filter holds. At least one filter is required. With limit or offset, only so many of them in the requested order.${freezing(subject)}${kept}`;
  },
  guide: {
    title: 'Delete many',
    explain: ({ overlap }) =>
      `${overlap === null ? 'Deletes' : 'Takes off its timeline'} every row that the [filters](query_language.html#filters) choose. At least one filter is required. \`Content-Range\` says how many; \`Prefer: return=representation\` returns them as they were.`,
    example: { query: (id) => `id=in.(${id},${Number(id) + 1})`, status: 204 },
  },
} satisfies ActionWord;
