import type { ActionWord } from './action_word.ts';

export const deleteOne = {
  method: 'DELETE',
  path: '/{id}',
  verb: 'manage',
  access: 'delete',
  isDeclared: true,
  event: 'delete',
} satisfies ActionWord;
