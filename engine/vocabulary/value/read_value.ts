import { quote } from '../../language/wording.ts';

/** A value in the form PostgreSQL reads for the type, or what is wrong with it and what was expected. */
export type ReadValue =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly message: string; readonly expected: string };

/** Reads a text that PostgreSQL can store. */
export function readStorable(text: string, read: (text: string) => ReadValue): ReadValue {
  if (text.includes('\0')) return refuse(`${quote(text)} holds a NUL character`, 'text that PostgreSQL can store');
  return read(text);
}

export function accept(value: string): ReadValue {
  return { ok: true, value };
}

export function refuse(message: string, expected: string): ReadValue {
  return { ok: false, message, expected };
}
