import { parseRule } from '../language/parser.ts';
import { bindCondition } from './bind_condition.ts';
import type { BoundCondition } from './condition.ts';
import type { Report } from './load.ts';
import type { Field } from './model.ts';
import { placeWithin, type Source } from './read.ts';

/** Reads a rule of the YAML over the fields of one row; a fault in it is reported at its own place within the text. */
export function readRule(
  text: string,
  resource: string,
  fields: ReadonlyMap<string, Field>,
  source: Source,
  path: readonly (string | number)[],
  report: Report,
): BoundCondition | null {
  const parsed = parseRule(text);
  if (!parsed.ok) {
    const { message, offset, expected } = parsed.fault;
    report(path, { message, expected, place: placeWithin(source, path, offset) });
    return null;
  }
  const bound = bindCondition(parsed.value, resource, fields);
  if (bound.ok) return bound.value;
  const { message, offset, expected, nearest } = bound.fault;
  report(path, { message, expected, nearest, place: placeWithin(source, path, offset) });
  return null;
}
