import type { ActionWord } from './action_word.ts';
import { freezing, overlapping } from './timeline_words.ts';

/** The same change for all rows that the filters choose. */
export const updateMany = {
  method: 'PATCH',
  path: '',
  of: 'resource',
  verb: 'manage',
  access: 'update',
  isDeclared: false,
  comesWith: 'update',
  event: 'update',
  parameters: ['filters', 'order', 'part', 'select', 'embed', 'If-Match'],
  preferences: ['return', 'tx', 'count', 'max-affected'],
  body: 'update',
  answers: {
    200: {
      shows: 'changed rows',
      words: 'The changed rows, at most one page. Rows that the caller can no longer read are left out.',
    },
    204: { shows: 'count', words: 'The rows were changed.' },
  },
  operation: ['update_many', 'update many'],
  describe: (subject) =>
    `Changes the fields that you send, in all rows for which every filter holds. At least one filter is required. With limit or offset, it changes only so many of them in the requested order. A row that already has the values stays as it is, and counts.${overlapping(subject)}${freezing(subject)}`,
  guide: {
    title: 'Update many',
    explain: () =>
      'Makes the same change to every row that the [filters](query_language.html#filters) choose. At least one filter is required. `Content-Range` says how many rows the filters chose; `Prefer: return=representation` returns them.',
    example: { query: (id) => `id=in.(${id},${Number(id) + 1})`, status: 204 },
  },
} satisfies ActionWord;
