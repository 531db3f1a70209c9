import { diffWordsWithSpace } from 'diff';

/** A piece of a text, and whether another text has it too. */
export interface Piece {
  readonly text: string;
  readonly change: 'same' | 'removed' | 'added';
}

/**
 * What is different between two texts, word by word. Texts with little in common are replaced as a whole: nobody reads
 * thousands of single changes, and finding them would take long.
 */
export function wordDifferences(before: string, after: string): readonly Piece[] {
  const found = diffWordsWithSpace(before, after, { maxEditLength: mostChanges });
  const pieces = found?.map(({ value, removed, added }): Piece => {
    return { text: value, change: removed ? 'removed' : added ? 'added' : 'same' };
  });
  return pieces ?? [...piece(before, 'removed'), ...piece(after, 'added')];
}

const mostChanges = 400;

function piece(text: string, change: Piece['change']): readonly Piece[] {
  return text === '' ? [] : [{ text, change }];
}

/** The same pieces, without most of the words that both texts have: some are left around each change. */
export function shortened(pieces: readonly Piece[]): readonly Piece[] {
  return pieces.map(({ text, change }, index) => {
    if (change !== 'same' || text.length <= 3 * around) return { text, change };
    const head = index === 0 ? '' : text.slice(0, around);
    const tail = index === pieces.length - 1 ? '' : text.slice(-around);
    return { text: `${head} … ${tail}`, change };
  });
}

/** How many characters are left on each side of a change. */
const around = 80;
