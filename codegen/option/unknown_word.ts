import { otherWords } from '../../engine/definition/file/synonym.ts';
import { nearest } from '../../engine/language/nearest.ts';

/** What to say of a word that is none of the known ones: these, and the one that was probably meant. */
export function unknownWord(kind: string, written: string, known: readonly string[]): string {
  const meant = nearest(written, known) ?? otherWords.get(written.toLowerCase()) ?? null;
  const hint = meant !== null && known.includes(meant) ? `; did you mean ${meant}?` : '';
  return `there is no ${kind} ${JSON.stringify(written)}; expected one of ${known.join(', ')}${hint}`;
}
