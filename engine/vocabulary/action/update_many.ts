import type { ActionWord } from './action_word.ts';

/** The same change of all rows that filters choose. */
export const updateMany = {
  method: 'PATCH',
  path: '',
  of: 'resource',
  verb: 'manage',
  access: 'update',
  isDeclared: false,
  event: 'update',
  parameters: ['filters', 'return', 'select', 'embed'],
  body: 'update',
  answers: {
    200: {
      shows: 'changed rows',
      words:
        'The rows as they were recorded, in the order of their ids; as many as a page can hold, without those that the caller may not read any more.',
    },
    204: { shows: 'count', words: 'The rows are changed.' },
  },
  operation: ['update_many', 'update many'],
  describe: () =>
    'Changes the fields that are sent, of all rows for which every filter holds: one filter at least. A row that has the values already stays as it is, and counts.',
  guide: {
    title: 'Update many',
    explain: () =>
      'Makes the same change to every row that the [filters](query_language.html#filters) choose. At least one filter is required. `Content-Range` says how many rows the filters chose; `Prefer: return=representation` returns them.',
    example: { query: (id) => `id=in.(${id},${Number(id) + 1})`, status: 204 },
  },
} satisfies ActionWord;
