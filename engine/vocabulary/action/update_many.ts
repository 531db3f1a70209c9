import type { ActionWord } from './action_word.ts';

/** The same change of all rows that filters choose. */
export const updateMany = {
  method: 'PATCH',
  path: '',
  verb: 'manage',
  access: 'update',
  isDeclared: false,
  event: 'update',
} satisfies ActionWord;
