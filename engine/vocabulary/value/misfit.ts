import { phrase, quote } from '../../language/wording.ts';
import { compareDecimals, readDecimal } from './decimal.ts';
import type { Json } from './json.ts';
import { type ReadValue, readStorable } from './read_value.ts';

/** What is wrong with a part of a definition. */
export interface Misfit {
  /** Keys and positions that lead to it from the value or the field. */
  readonly steps: Steps;
  readonly message: string;
  readonly expected: string | null;
  /** The known name closest to the one that was written. */
  readonly nearest?: string | null;
  /** Whether it is about the value of the last step, which is the default. */
  readonly part?: 'key' | 'value';
}

type Steps = readonly (string | number)[];

/** The text of a scalar in the file; null for anything else. */
export type Written = (steps: Steps) => string | null;

/** The same below a step. */
export function below(written: Written, step: string | number): Written {
  return (steps) => written([step, ...steps]);
}

/** Why a value is not a text that the type can read. */
export function textMisfit(value: Json, written: Written, read: (text: string) => ReadValue): Misfit | null {
  if (typeof value !== 'string') {
    return { steps: [], message: `${written([]) ?? quote(value)} is not a text`, expected: 'a text, in quotes' };
  }
  const result = readStorable(value, read);
  return result.ok ? null : { steps: [], message: phrase(result.message), expected: phrase(result.expected) };
}

/** A number, also deep in JSON, with more digits than a double keeps. It would be stored as another number. */
export function inexactNumber(value: Json, written: Written): Misfit | null {
  if (typeof value === 'object' && value !== null) {
    const members: readonly Part[] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
    return firstMisfit(members, (member, step) => inexactNumber(member, below(written, step)));
  }
  if (typeof value !== 'number') return null;
  const text = written([]) ?? String(value);
  const [exact, kept] = [readDecimal(plainNumber(text, value)), readDecimal(String(value))];
  if (exact === null || kept === null || compareDecimals(exact, kept) === 0) return null;
  return { steps: [], message: `${text} has more digits than are kept`, expected: 'at most 15 digits' };
}

type Part = readonly [step: string | number, value: Json];

/** The first misfit among the parts of a value, at its place. */
export function firstMisfit(
  parts: readonly Part[],
  misfitOf: (value: Json, step: string | number) => Misfit | null,
): Misfit | null {
  for (const [step, value] of parts) {
    const misfit = misfitOf(value, step);
    if (misfit !== null) return { ...misfit, steps: [step, ...misfit.steps] };
  }
  return null;
}

/** The text of a number in YAML, if JSON writes it in the same way; null for 0x1F, 0o17 and .5. */
export function plainNumber(text: string, value: number): string {
  return readDecimal(text) === null ? String(value) : text;
}
