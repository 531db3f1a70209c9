import type { Default, FixedDefault } from '../../model/default.ts';
import { exampleNumber, readNumberForm } from '../../model/number_form.ts';
import { type FieldType, fieldTypes, hasTrait, wordOf } from '../../vocabulary/field_type.ts';
import type { Json } from '../../vocabulary/value/json.ts';
import type { Misfit } from '../../vocabulary/value/misfit.ts';
import { type Path, sourceText } from '../file/place.ts';
import type { DefinitionFile, Report } from '../file/report.ts';
import type { Source } from '../file/source.ts';
import type { FieldContext } from './field_type.ts';

/** A facet of a field that holds a value of the field's type. */
export interface ValueFacet {
  readonly name: 'default' | 'backfill' | 'example' | 'value';
  readonly type: FieldType;
  readonly path: Path;
}

/** The default of a field. `{name}` is a claim of the caller: see checkClaimDefaults. */
export function buildDefault(value: Json | undefined, facet: ValueFacet, context: FieldContext): Default | null {
  if (facet.type.kind !== 'json' && isNumberForm(value)) return buildNumber(value.number, facet, context);
  const claim = wordOf(facet.type).isAnyJson ? null : claimOf(value);
  return claim === null ? buildFixed(value, facet, context) : { kind: 'claim', claim };
}

/** A map says how numbers are counted; of json, and of nothing else, it is a value. */
function isNumberForm(value: Json | undefined): value is { readonly number: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).join() === 'number';
}

function buildNumber(
  written: Json,
  { type, path }: ValueFacet,
  { report, zone, source }: FieldContext,
): Default | null {
  const place = [...path, 'number'];
  const expected = 'a text with {year}, {month} or {day}, and once {00000} for the number';
  if (type.kind !== 'text') {
    report(path, {
      message: `numbers are counted in fields of type text, and this one is of type ${type.kind}`,
      expected: 'a value',
    });
    return null;
  }
  const read =
    typeof written === 'string'
      ? readNumberForm(written, zone)
      : ({ ok: false, message: 'the form is not a text' } as const);
  if (!read.ok) {
    report(place, { message: read.message, expected });
    return null;
  }
  const example = exampleNumber(read.form);
  const misfit = misfitOf(example, { name: 'default', type, path: place }, source);
  if (misfit === null) return { kind: 'number', form: read.form };
  report(place, {
    message: `the number ${example} does not fit the field: ${misfit.message}`,
    expected: misfit.expected,
  });
  return null;
}

/** The claim that a default names; null for any other value. */
export function claimOf(value: Json | undefined): string | null {
  return typeof value === 'string' ? (/^\{([^{}]+)\}$/.exec(value)?.[1] ?? null) : null;
}

/** A default that is the same for each writer, or what a field is backfilled with. What the field would refuse is a fault. */
export function buildFixed(
  value: Json | undefined,
  facet: ValueFacet,
  { source, report, zone }: FieldContext,
): FixedDefault | null {
  if (value === undefined) return null;
  const { name: what, type, path } = facet;
  const { made, isAnyJson } = wordOf(type);
  if (made !== undefined && value === made) return made === 'today' ? { kind: made, zone } : { kind: made };
  if (value === null) {
    report(path, { message: `the ${what} is null`, expected: `nullable: true, and no ${what}` });
    return null;
  }
  const [owner] = [...fieldTypes].find(([, word]) => word.made !== undefined && word.made === value) ?? [];
  if (owner !== undefined && !hasTrait(type, 'textual') && !isAnyJson) {
    const message = `the ${what} ${value} is for fields of type ${owner}, and this one is of type ${type.kind}`;
    report(path, { message, expected: made === undefined ? 'a value' : `${made}, or a value` });
    return null;
  }
  const misfit = misfitOf(value, facet, source);
  if (misfit === null) return { kind: 'value', value };
  reportMisfit(facet, misfit, report);
  return null;
}

export function checkExample(example: Json | undefined, facet: ValueFacet, file: DefinitionFile): void {
  if (example !== undefined && example !== null) checkValue(example, facet, file);
}

/** Whether a field can hold a value. If it cannot, that is reported. */
export function checkValue(value: Json, facet: ValueFacet, { source, report }: DefinitionFile): boolean {
  const misfit = misfitOf(value, facet, source);
  if (misfit !== null) reportMisfit(facet, misfit, report);
  return misfit === null;
}

function reportMisfit({ name, path }: ValueFacet, { steps, message, ...misfit }: Misfit, report: Report): void {
  report([...path, ...steps], { ...misfit, message: `the ${name} does not fit the field: ${message}` });
}

/** Why a value could not be in a field of this type; null when it could. */
function misfitOf(value: Json, { type, path }: ValueFacet, source: Source): Misfit | null {
  return wordOf(type).misfit(type, value, (steps) => sourceText(source, [...path, ...steps]));
}
