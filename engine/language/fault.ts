/** What is wrong with a text, and where: enough to mark the place and to teach what belongs there. */
export interface LanguageFault {
  readonly message: string;
  /** UTF-16 units from 0 within `part`. */
  readonly offset: number;
  /** A parameter has a name and a value, percent-decoded each; everything else is one text. */
  readonly part: 'name' | 'value' | 'text';
  /** What would have been right at the offset. */
  readonly expected: string | null;
  /** The known word that was probably meant. */
  readonly nearest: string | null;
}

export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fault: LanguageFault };
