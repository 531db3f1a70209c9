import { parseRule } from '../language/parser.ts';
import type { Condition } from '../language/syntax.ts';
import { bindCondition } from './bind_condition.ts';
import type { BoundCondition } from './condition.ts';
import { phrase } from './fault.ts';
import type { Field } from './model.ts';
import { type Path, placeWithin } from './place.ts';
import type { Report } from './report.ts';
import type { Source } from './source.ts';

/** A rule that stands in a file: its text is at the path. */
export interface Rule {
  readonly text: string;
  readonly path: Path;
}

/** Parses a rule; a fault in it is reported at its own place within the text. */
export function parseRuleAt({ text, path }: Rule, source: Source, report: Report): Condition | null {
  const parsed = parseRule(text);
  if (parsed.ok) return parsed.value;
  const { message, offset, expected, nearest } = parsed.fault;
  report(path, { message: phrase(message), expected, nearest, place: placeWithin(source, path, offset) });
  return null;
}

/** Resolves a parsed rule over the fields of one row, reporting as above. */
export function bindRuleAt(
  condition: Condition,
  { path }: Rule,
  resource: string,
  fields: ReadonlyMap<string, Field>,
  source: Source,
  report: Report,
): BoundCondition | null {
  const bound = bindCondition(condition, resource, fields);
  if (bound.ok) return bound.value;
  const { message, offset, expected, nearest } = bound.fault;
  report(path, { message: phrase(message), expected, nearest, place: placeWithin(source, path, offset) });
  return null;
}
