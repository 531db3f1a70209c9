import type { Default } from '../model/field.ts';
import { type FieldType, fieldTypes, hasTrait, wordOf } from '../vocabulary/field_type.ts';
import type { Json } from '../vocabulary/json.ts';
import type { Misfit } from '../vocabulary/misfit.ts';
import { type Path, sourceText } from './place.ts';
import type { Report } from './report.ts';
import type { Source } from './source.ts';

/** The default of a field, or what it is backfilled with; a value that the field itself would refuse is a fault. */
export function buildDefault(
  value: Json | undefined,
  type: FieldType,
  path: Path,
  source: Source,
  report: Report,
  what: 'default' | 'backfill' = 'default',
): Default | null {
  if (value === undefined) return null;
  const { made, isAnyJson } = wordOf(type);
  if (made !== undefined && value === made) return { kind: made };
  if (value === null) {
    report(path, { message: `the ${what} is null`, expected: `nullable: true, and no ${what}` });
    return null;
  }
  const [owner] = [...fieldTypes].find(([, word]) => word.made !== undefined && word.made === value) ?? [];
  if (owner !== undefined && !hasTrait(type, 'textual') && !isAnyJson) {
    const message = `the ${what} ${value} is for fields of type ${owner}, and this one is of type ${type.kind}`;
    report(path, { message, expected: 'a value' });
    return null;
  }
  const misfit = misfitOf(value, type, path, source);
  if (misfit === null) return { kind: 'value', value };
  reportMisfit(what, path, misfit, report);
  return null;
}

export function checkExample(
  example: Json | undefined,
  type: FieldType,
  path: Path,
  source: Source,
  report: Report,
): void {
  const misfit = example === undefined || example === null ? null : misfitOf(example, type, path, source);
  if (misfit !== null) reportMisfit('example', path, misfit, report);
}

function reportMisfit(what: string, path: Path, { steps, message, ...misfit }: Misfit, report: Report): void {
  report([...path, ...steps], { ...misfit, message: `the ${what} does not fit the field: ${message}` });
}

/** Why a value could not be in a field of this type; null when it could. */
function misfitOf(value: Json, type: FieldType, path: Path, source: Source): Misfit | null {
  return wordOf(type).misfit(type, value, (steps) => sourceText(source, [...path, ...steps]));
}
