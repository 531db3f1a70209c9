import { useState } from 'react';
import { useWords } from '../words/use_words.ts';

interface CopyButtonProps {
  readonly text: () => string;
  readonly children: string;
}

/** Copies a text, and says that it has. */
export function CopyButton({ text, children }: CopyButtonProps) {
  const words = useWords();
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text());
    setCopied(true);
    setTimeout(() => setCopied(false), 2_000);
  };
  return (
    <button type="button" className="quiet" onClick={copy}>
      {children}
      <span role="status" className="copied">
        {isCopied ? words('common.copied') : ''}
      </span>
    </button>
  );
}
