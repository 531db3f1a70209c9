import { nearest } from '../../language/nearest.ts';
import type { Name } from '../../language/syntax.ts';
import { type Result, refuse } from './query_string.ts';

/** Refuses a name in the value of a parameter that is none of those known, of which there may be none. */
export function unknownName(
  parameter: string,
  { text, offset }: Name,
  detail: string,
  names: Iterable<string>,
): Result<never> {
  const known = [...names];
  const near = nearest(text, known);
  // Only relations may be none.
  const expected =
    known.length === 0 ? 'leave it out: the resource has no relations' : `expected one of ${known.join(', ')}`;
  const hint = near === null ? expected : `${expected}; did you mean ${near}?`;
  return refuse('invalid_parameter', { parameter, position: offset }, detail, hint);
}
