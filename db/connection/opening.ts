/** Whom to tell that a connection breaks: nobody holds one that is being opened. */
export interface Opening {
  /** Told each time that the connection breaks. */
  readonly broke: (error: Error) => void;
  /** From now on somebody holds it. @throws why it broke before. */
  readonly opened: () => void;
}

/** `lost` is called when a connection breaks that has been opened, perhaps more than once. */
export function createOpening(lost: (error: Error) => void): Opening {
  let isOpened = false;
  let before: Error | null = null;
  return {
    broke: (error) => {
      if (isOpened) lost(error);
      else before ??= error;
    },
    opened: () => {
      if (before !== null) throw before;
      isOpened = true;
    },
  };
}
