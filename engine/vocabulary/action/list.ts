import type { ActionWord } from './action_word.ts';

export const list = {
  method: 'GET',
  path: '',
  verb: 'read',
  access: 'read',
  isDeclared: true,
  event: null,
} satisfies ActionWord;
