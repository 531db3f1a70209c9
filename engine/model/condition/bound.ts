export interface BindFault {
  readonly message: string;
  /** Of the name or value at fault, in the text that was parsed. */
  readonly part: 'name' | 'value';
  readonly offset: number;
  readonly expected: string | null;
  readonly nearest: string | null;
  /** Which of the conditions it is in. */
  readonly index: number;
}

/** What was bound, or everything that is wrong with it: one fault at least. */
export type Bound<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly faults: readonly BindFault[] };

/** A fault of a value. */
export function refuseValue(
  { offset }: Pick<BindFault, 'offset'>,
  message: string,
  expected: string | null,
  near: string | null,
): Bound<never> {
  return { ok: false, faults: [{ message, part: 'value', offset, expected, nearest: near, index: 0 }] };
}
