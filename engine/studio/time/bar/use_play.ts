import { useEffect, useState } from 'react';

interface Play {
  readonly isPlaying: boolean;
  readonly toggle: () => void;
}

interface Steps {
  /** The first step; null where there is none. */
  readonly start: (() => void) | null;
  /** The step from where the page is now; null at the end. */
  readonly next: (() => void) | null;
}

/** Steps once a second, until there is no further step or somebody pauses it. */
export function usePlay({ start, next }: Steps): Play {
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setTimeout(() => (next === null ? setPlaying(false) : next()), 1000);
    return () => clearTimeout(timer);
  }, [isPlaying, next]);
  const toggle = () => {
    if (!isPlaying) start?.();
    setPlaying(!isPlaying && start !== null);
  };
  return { isPlaying, toggle };
}
