/** What is wrong with a text, where, and what to write instead. */
export interface LanguageFault {
  readonly message: string;
  /** UTF-16 units from 0 within `part`. */
  readonly offset: number;
  /** The percent-decoded name or value of a parameter; any other text is one part. */
  readonly part: 'name' | 'value' | 'text';
  /** What is expected at the offset. */
  readonly expected: string | null;
  /** The nearest known word. */
  readonly nearest: string | null;
}

export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fault: LanguageFault };
