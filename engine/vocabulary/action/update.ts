import type { ActionWord } from './action_word.ts';

export const update = {
  method: 'PATCH',
  path: '/{id}',
  verb: 'manage',
  access: 'update',
  isDeclared: true,
  event: 'update',
} satisfies ActionWord;
