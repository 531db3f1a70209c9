import { type KeyboardEvent, type RefObject, useId, useState } from 'react';

/** Something that a combobox offers. */
export interface Offer {
  readonly id: string;
  readonly label: string;
  /** Where it is from, in faint letters. */
  readonly about?: string;
}

interface ComboboxProps<O extends Offer> {
  readonly named: { readonly 'aria-label'?: string };
  readonly text: string;
  readonly placeholder: string;
  readonly offers: readonly O[];
  readonly onText: (text: string) => void;
  readonly onChoose: (offer: O) => void;
  /** Enter without a chosen offer; without it, the form around the control is sent. */
  readonly onEnter?: () => void;
  readonly field?: RefObject<HTMLInputElement | null>;
}

/** A field that offers what fits its text (ARIA Authoring Practices, combobox with a list). */
export function Combobox<O extends Offer>(props: ComboboxProps<O>) {
  const { named, text, placeholder, offers, onText, onChoose, onEnter, field } = props;
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const isShown = isOpen && offers.length > 0;
  const choose = (offer: O) => {
    setOpen(false);
    setAt(-1);
    onChoose(offer);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = isShown ? offers[at] : undefined;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      if (offers.length > 0)
        setAt(isShown ? (at + step + offers.length) % offers.length : step > 0 ? 0 : offers.length - 1);
    } else if (event.key === 'Enter' && chosen !== undefined) {
      event.preventDefault();
      choose(chosen);
    } else if (event.key === 'Enter' && onEnter !== undefined) {
      event.preventDefault();
      setOpen(false);
      onEnter();
    } else if (event.key === 'Escape' && isShown) {
      // Not the popover around it, nor the text in it.
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
  };
  return (
    <span className="combobox">
      <input
        {...named}
        {...(field === undefined ? {} : { ref: field })}
        type="search"
        role="combobox"
        aria-expanded={isShown}
        aria-controls={id}
        aria-autocomplete="list"
        {...(isShown && at >= 0 ? { 'aria-activedescendant': `${id}-${at}` } : {})}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={text}
        onChange={({ target }) => {
          setOpen(true);
          setAt(-1);
          onText(target.value);
        }}
        onKeyDown={onKeyDown}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
      />
      <div id={id} role="listbox" aria-label={placeholder} hidden={!isShown}>
        {isShown &&
          offers.map((offer, index) => (
            <div
              key={offer.id}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === at}
              tabIndex={-1}
              // The field keeps the focus. With a click, it would have closed the list before.
              onMouseDown={(event) => {
                event.preventDefault();
                choose(offer);
              }}
            >
              <span>{offer.label}</span>
              {offer.about !== undefined && <span className="faint">{offer.about}</span>}
            </div>
          ))}
      </div>
    </span>
  );
}
