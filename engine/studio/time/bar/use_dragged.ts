import { useEffect, useRef, useState } from 'react';
import type { Instant } from '../instant.ts';

/** Shows the page for an instant. Back does not lead to what was shown on the way to another one. */
export type Show = (instant: Instant | null, isOnTheWay: boolean) => void;

interface Dragged {
  readonly value: Instant | null;
  readonly drag: (instant: Instant | null) => void;
  readonly drop: () => void;
}

/**
 * A value that follows the hand at once. The page follows a moment after the hand rests. Else each stop on the way would
 * ask the service.
 */
export function useDragged(value: Instant | null, show: Show): Dragged {
  const [dragged, setDragged] = useState<{ readonly to: Instant | null } | null>(null);
  const hasShown = useRef(false);
  const drop = () => {
    if (dragged === null) return;
    setDragged(null);
    if (dragged.to !== value) show(dragged.to, hasShown.current);
    hasShown.current = false;
  };
  useEffect(() => {
    if (dragged === null || dragged.to === value) return;
    const timer = setTimeout(() => {
      show(dragged.to, hasShown.current);
      hasShown.current = true;
    }, pause);
    return () => clearTimeout(timer);
  }, [dragged, value, show]);
  return { value: dragged === null ? value : dragged.to, drag: (to) => setDragged({ to }), drop };
}

/** In milliseconds: longer than between two events of a moving hand. */
const pause = 120;
