import type { ActionWord } from './action_word.ts';

export const create = {
  method: 'POST',
  path: '',
  verb: 'manage',
  access: 'create',
  isDeclared: true,
  event: 'create',
} satisfies ActionWord;
