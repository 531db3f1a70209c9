import { type RefObject, useEffect, useRef, useState } from 'react';
import { dragged, limited, panned, type Range, zoomed } from './scale.ts';

/** What a picture shows of an axis, and how that is changed. */
export interface View {
  readonly range: Range;
  readonly isWhole: boolean;
  /** Shows so many times as much, around a share of the length. */
  readonly zoom: (times: number, share?: number) => void;
  readonly pan: (share: number) => void;
  readonly drag: (
    length: number,
    fingers: { readonly before: readonly number[]; readonly after: readonly number[] },
  ) => void;
  /** Shows a place, if it is out of sight. */
  readonly reveal: (place: number) => void;
  readonly fit: () => void;
}

/** The part of a whole that is shown; at first all of it. */
export function useView(whole: Range, shortest: number): View {
  const [shown, setShown] = useState<Range | null>(null);
  const range = shown === null ? whole : limited(shown, whole, shortest);
  const change = (next: (range: Range) => Range) =>
    setShown((before) => limited(next(before ?? whole), whole, shortest));
  return {
    range,
    isWhole: range.to - range.from > (whole.to - whole.from) * 0.999,
    zoom: (times, share = 0.5) => change((now) => zoomed(now, times, now.from + (now.to - now.from) * share)),
    pan: (share) => change((now) => panned(now, share)),
    drag: (length, fingers) => change((now) => dragged(now, length, fingers)),
    reveal: (place) =>
      change((now) =>
        place >= now.from && place <= now.to
          ? now
          : panned(now, (place - (now.from + now.to) / 2) / (now.to - now.from)),
      ),
    fit: () => setShown(null),
  };
}

/** The inner size of an element, which follows the window. */
export function useSize(element: RefObject<HTMLElement | null>): { readonly width: number; readonly height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const { current } = element;
    if (current === null) return;
    const observer = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {};
      setSize({ width: Math.round(width), height: Math.round(height) });
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

/** Ctrl and the wheel, or a pinch, zoom; the wheel sideways pans. The page scrolls with the wheel alone, as ever. */
export function useWheel(
  element: RefObject<HTMLElement | null>,
  turn: (wheel: { readonly times: number; readonly share: number; readonly x: number; readonly y: number }) => void,
): void {
  const latest = useRef(turn);
  latest.current = turn;
  useEffect(() => {
    const { current } = element;
    const listen = (event: WheelEvent) => {
      const box = current?.getBoundingClientRect();
      const sideways = event.shiftKey ? event.deltaY : event.deltaX;
      const isZoom = event.ctrlKey || event.metaKey;
      if (box === undefined || (!isZoom && Math.abs(sideways) < Math.abs(event.deltaY) && !event.shiftKey)) return;
      event.preventDefault();
      latest.current({
        times: isZoom ? Math.exp(Math.min(Math.max(event.deltaY, -60), 60) / 150) : 1,
        share: isZoom ? 0 : sideways / box.width,
        x: (event.clientX - box.left) / box.width,
        y: (event.clientY - box.top) / box.height,
      });
    };
    current?.addEventListener('wheel', listen, { passive: false });
    return () => current?.removeEventListener('wheel', listen);
  }, [element]);
}
