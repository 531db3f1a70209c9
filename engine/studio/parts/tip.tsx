import { type ToggleEvent, useId, useRef, useState } from 'react';

interface TipProps {
  /** What the button is called. */
  readonly label: string;
  /** What it shows. */
  readonly text: string;
  readonly children: string;
}

/** A word that says what it means when it is pressed. */
export function Tip({ label, text, children }: TipProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [place, setPlace] = useState({ left: 0, top: 0 });
  const stand = ({ newState }: ToggleEvent) => {
    const { left, bottom } = button.current?.getBoundingClientRect() ?? { left: 0, bottom: 0 };
    if (newState === 'open') setPlace({ left: Math.min(left, window.innerWidth - widest), top: bottom + 4 });
  };
  return (
    <>
      <button ref={button} type="button" className="tip-button" popoverTarget={id} aria-label={label}>
        {children}
      </button>
      <span id={id} popover="auto" className="tip" onBeforeToggle={stand} style={place}>
        {text}
      </span>
    </>
  );
}

/** Pixels that the text may need, with its margin. */
const widest = 330;
