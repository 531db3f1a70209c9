import { useMemo } from 'react';
import { useWords } from '../../words/use_words.ts';
import { shortened, wordDifferences } from './word_differences.ts';

/** What is different between two long texts, word by word. */
export function TextDifference({ before, after }: { readonly before: string; readonly after: string }) {
  const words = useWords();
  const pieces = useMemo(() => shortened(wordDifferences(before, after)), [before, after]);
  let at = 0;
  return (
    <div className="text-difference">
      {pieces.map(({ text, change }) => {
        const key = at;
        at += 1;
        if (change === 'same') return <span key={key}>{text}</span>;
        const Piece = change === 'removed' ? 'del' : 'ins';
        return (
          <Piece key={key}>
            <span className="hidden-text">{words(change === 'removed' ? 'row.removed' : 'row.added')}</span>
            {text}
          </Piece>
        );
      })}
    </div>
  );
}
