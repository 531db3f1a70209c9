import type { ActionWord } from './action_word.ts';

/** The way from a row to the list of its versions. A resource has it with its history. */
export const history = {
  method: 'GET',
  path: '/{id}/history',
  of: 'history',
  verb: 'read',
  access: 'read',
  isDeclared: false,
  comesWith: null,
  event: null,
  parameters: [],
  preferences: [],
  body: null,
  answers: {
    200: { shows: 'page', words: 'The list itself, for a client that follows the redirect.' },
    307: { shows: 'address', words: 'The list is at Location.' },
  },
  operation: ['redirect_to', 'history'],
  describe: ({ history: versions }) => `Leads to the list of ${versions} of one row.`,
  guide: null,
} satisfies ActionWord;
