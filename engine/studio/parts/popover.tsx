import { type ReactNode, type ToggleEvent, useId, useRef, useState } from 'react';

interface PopoverProps {
  readonly className?: string;
  /** What is on the button. */
  readonly button: ReactNode;
  /** The name of the button where that is not what is on it. */
  readonly name?: string;
  /** What opens: made again each time, and given the way to close it. */
  readonly children: (close: () => void) => ReactNode;
}

/** A button that opens something beside itself. Escape and a click elsewhere close it; the focus returns to the button. */
export function Popover({ className = '', button, name, children }: PopoverProps) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const onToggle = ({ newState }: ToggleEvent) => {
    setOpen(newState === 'open');
    if (newState === 'open') placeBelow(opener.current, panel.current);
  };
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={className}
        popoverTarget={id}
        aria-expanded={isOpen}
        {...(name === undefined ? {} : { 'aria-label': name })}
      >
        {button}
      </button>
      <div ref={panel} id={id} popover="auto" className="popover" onBeforeToggle={onToggle}>
        {isOpen && children(() => panel.current?.hidePopover())}
      </div>
    </>
  );
}

const gap = 4;
const margin = 8;
/** Where a panel is nearly as wide as the window. */
const narrow = 576;

/** Not every browser of today places by anchors. The panel begins where the button does, and stays within the window. */
function placeBelow(opener: HTMLElement | null, panel: HTMLElement | null): void {
  if (opener === null || panel === null) return;
  const { left, right, top, bottom } = opener.getBoundingClientRect();
  const isNarrow = window.innerWidth < narrow;
  const isLeft = isNarrow || left < window.innerWidth / 2;
  const isAbove = bottom > window.innerHeight * 0.6;
  const { style } = panel;
  style.left = isLeft ? `${isNarrow ? margin : Math.max(left, margin)}px` : 'auto';
  style.right = isLeft ? 'auto' : `${Math.max(document.documentElement.clientWidth - right, margin)}px`;
  style.top = isAbove ? 'auto' : `${bottom + gap}px`;
  style.bottom = isAbove ? `${window.innerHeight - top + gap}px` : 'auto';
  style.maxHeight = `${(isAbove ? top : window.innerHeight - bottom) - gap - margin}px`;
}
