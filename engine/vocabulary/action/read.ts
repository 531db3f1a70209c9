import type { ActionWord } from './action_word.ts';

export const read = {
  method: 'GET',
  path: '/{id}',
  verb: 'read',
  access: 'read',
  isDeclared: true,
  event: null,
} satisfies ActionWord;
