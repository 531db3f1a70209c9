import { type PointerEvent, useRef } from 'react';

interface Place {
  readonly x: number;
  readonly y: number;
}

interface Moves {
  /** One or two fingers, or the mouse, went from some places to others. */
  readonly move: (before: readonly Place[], after: readonly Place[]) => void;
  /** Pressed and let go at one place. */
  readonly click: (place: Place) => void;
  readonly hover: (place: Place | null) => void;
}

/** The handlers of a picture that is moved by dragging and pinching. */
export function usePointers({ move, click, hover }: Moves) {
  const down = useRef(new Map<number, Place>());
  const start = useRef<Place | null>(null);
  const placeOf = ({ clientX, clientY, currentTarget }: PointerEvent): Place => {
    const box = currentTarget.getBoundingClientRect();
    return { x: clientX - box.left, y: clientY - box.top };
  };
  const end = (event: PointerEvent) => {
    const place = placeOf(event);
    const isClick = start.current !== null && event.type === 'pointerup' && event.button === 0;
    down.current.delete(event.pointerId);
    if (isClick) click(place);
    start.current = null;
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      const place = placeOf(event);
      down.current.set(event.pointerId, place);
      start.current = down.current.size === 1 ? place : null;
    },
    onPointerMove: (event: PointerEvent) => {
      const place = placeOf(event);
      const last = down.current.get(event.pointerId);
      if (last === undefined) {
        hover(place);
        return;
      }
      const { current: first } = start;
      if (first !== null && Math.hypot(place.x - first.x, place.y - first.y) < slack) return;
      if (first !== null) event.currentTarget.setPointerCapture(event.pointerId);
      start.current = null;
      const before = [...down.current.values()];
      down.current.set(event.pointerId, place);
      hover(null);
      move(before, [...down.current.values()]);
    },
    onPointerUp: end,
    onPointerCancel: end,
    onPointerLeave: () => hover(null),
  };
}

/** So many pixels a hand may tremble while it clicks. */
const slack = 4;
