import { useState } from 'react';
import { useWords } from '../words/use_words.ts';

interface CopyButtonProps {
  readonly text: () => string;
  readonly children: string;
}

/** Copies a text, and says whether the browser let it. */
export function CopyButton({ text, children }: CopyButtonProps) {
  const words = useWords();
  const [outcome, setOutcome] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text());
      setOutcome(words('common.copied'));
    } catch {
      // Pages without encryption have no clipboard, and people may have forbidden it.
      setOutcome(words('common.notCopied'));
    }
    setTimeout(() => setOutcome(''), 3_000);
  };
  return (
    <button type="button" className="quiet" onClick={copy}>
      {children}
      <span role="status" className="copied">
        {outcome}
      </span>
    </button>
  );
}
