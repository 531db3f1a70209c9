import { useEffect, useState } from 'react';

/** A text as it is once nobody has changed it for a fifth of a second: not each letter is a question. */
export function useDelayed(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 200);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
