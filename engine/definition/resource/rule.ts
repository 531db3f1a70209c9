import type { Condition } from '../../language/syntax.ts';
import { phrase } from '../../language/wording.ts';
import { type BindContext, bindConditions } from '../../model/condition/bind.ts';
import type { BindFault } from '../../model/condition/bound.ts';
import { allOf, type BoundCondition } from '../../model/field.ts';
import { parseRule } from '../../vocabulary/query_parser.ts';
import { type Path, placeWithin } from '../file/place.ts';
import type { DefinitionFile } from '../file/report.ts';
import { contradictionsIn } from './contradiction.ts';

/** A rule that stands in a file: its text is at the path. */
export interface Rule {
  readonly text: string;
  readonly path: Path;
}

/** Parses a rule; a fault in it is reported at its own place within the text. */
export function parseRuleAt({ text, path }: Rule, { source, report }: DefinitionFile): readonly Condition[] | null {
  const parsed = parseRule(text);
  if (parsed.ok) return parsed.value;
  reportBound([parsed.fault], path, { source, report });
  return null;
}

/** Resolves a parsed rule for a kind of row, reporting as above. */
export function bindRuleAt(
  conditions: readonly Condition[],
  { path }: Rule,
  context: BindContext,
  { source, report }: DefinitionFile,
): BoundCondition | null {
  const bound = bindConditions(conditions, context);
  if (bound.ok) {
    // Versions may be older than the bounds of a field.
    const never = path.includes('history') ? [] : contradictionsIn(conditions, context);
    for (const { message, expected, offset } of never)
      report(path, { message: phrase(message), expected, place: placeWithin(source, path, offset) });
    return never.length === 0 ? allOf(bound.value) : null;
  }
  reportBound(bound.faults, path, { source, report });
  return null;
}

/** Reports what is wrong with a text at a path. */
export function reportBound(
  faults: readonly Pick<BindFault, 'message' | 'offset' | 'expected' | 'nearest'>[],
  path: Path,
  { source, report }: DefinitionFile,
): void {
  for (const { message, offset, expected, nearest } of faults)
    report(path, { message: phrase(message), expected, nearest, place: placeWithin(source, path, offset) });
}
