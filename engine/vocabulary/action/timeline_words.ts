import type { ActionSubject } from './action_word.ts';

/** What a write does to the other entries of its timeline. */
export function overlapping({ overlap }: ActionSubject): string {
  if (overlap === null) return '';
  return overlap === 'make_room'
    ? ' Other entries of the timeline make room for it.'
    : ' It is refused where another entry of the timeline is valid.';
}

/** Which part of a timeline no write changes. */
export function freezing({ freeze }: ActionSubject): string {
  return freeze === null ? '' : ` What was valid before now - ${freeze} stays as it is.`;
}
