import type { Recipient } from '../../model/model.ts';

/** The relations of a way as a text: ways with the same text lead to the same rows. */
export function wayText(relations: Recipient['relations']): string {
  return relations.map(({ target, from, to }) => `${from} ${target} ${to}`).join(', ');
}
