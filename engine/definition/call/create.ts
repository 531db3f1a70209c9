import { nearest } from '../../language/nearest.ts';
import { oneOf, quote } from '../../language/wording.ts';
import { type CreatedValue, inputClaim, inputPrefix } from '../../model/call.ts';
import { typeMisfit } from '../../model/condition/type_misfit.ts';
import type { BoundComparison, Field } from '../../model/field.ts';
import type { Table } from '../../model/model.ts';
import { wordOf } from '../../vocabulary/field_type.ts';
import type { Json } from '../../vocabulary/value/json.ts';
import { claimFault } from '../field/claim_default.ts';
import { claimOf } from '../field/field_value.ts';
import { type Path, sourceText } from '../file/place.ts';
import type { Finding } from '../file/report.ts';
import type { CallContext } from './context.ts';

/** What the row that a call makes has to do with the rule that finds it. */
interface Found {
  readonly input: ReadonlyMap<string, Field>;
  /** The fields that the rule compares by eq. */
  readonly equal: ReadonlyMap<string, BoundComparison>;
  /** Which of these fields identify the row; null if they do not. */
  readonly key: readonly string[] | null;
}

/** The values of the row that a call makes. The rule of the call must find it afterwards. */
export function buildCreate(
  create: Readonly<Record<string, unknown>>,
  path: Path,
  { input, equal, key }: Found,
  context: CallContext,
): readonly CreatedValue[] {
  const { row, file } = context;
  const stored = storedFields(row);
  const values = Object.entries(create).flatMap(([name, written]): CreatedValue[] => {
    const place = [...path, name];
    const field = stored.get(name);
    if (field === undefined) {
      const message = row.fields.has(name)
        ? `${name} is set by the service`
        : `there is no field ${name} in ${row.name}`;
      const near = nearest(name, stored.keys());
      file.report(place, { message, expected: oneOf(stored.keys()), nearest: near, part: 'key' });
      return [];
    }
    const value = readValue(written as Json);
    const fault = misfitOf({ value, field, path: place }, input, context);
    if (fault !== null) file.report(place, fault);
    return [{ field: name, value }];
  });
  for (const field of stored.values()) {
    if (field.nullable || field.default !== null || Object.hasOwn(create, field.name) || field.name === 'valid_to')
      continue;
    file.report(path, { message: `${field.name} is required, and the row has no value for it`, expected: field.name });
  }
  for (const name of key ?? []) {
    const { comparand } = equal.get(name) as BoundComparison;
    const made = values.find(({ field }) => field === name)?.value;
    if (comparand.kind !== 'claim' || (made !== undefined && claimOfValue(made) === comparand.claim)) continue;
    file.report([...path, ...(made === undefined ? [] : [name])], {
      message: `the call would not find the row that it makes: ${name} is not {${comparand.claim}}`,
      expected: `${name}: '{${comparand.claim}}'`,
    });
  }
  return values;
}

/** The fields that a row is made with. */
function storedFields({ fields }: Table): ReadonlyMap<string, Field> {
  const system = new Set(['id', 'recorded_at', 'recorded_by']);
  return new Map([...fields].filter(([name, { computed }]) => !system.has(name) && computed === null));
}

/** An input, a claim of the caller, or a constant. */
function readValue(written: Json): CreatedValue['value'] {
  const named = claimOf(written);
  if (named === null) return { kind: 'value', value: written };
  const [first, ...rest] = named.split('.');
  return first === inputPrefix && rest.length > 0
    ? { kind: 'input', input: rest.join('.') }
    : { kind: 'claim', claim: named };
}

function claimOfValue(value: CreatedValue['value']): string | null {
  if (value.kind === 'value') return null;
  return value.kind === 'input' ? inputClaim(value.input) : value.claim;
}

/** A value that a field is given, at its path. */
interface Given {
  readonly value: CreatedValue['value'];
  readonly field: Field;
  readonly path: Path;
}

/** Why a field cannot have a value; null where it can. */
function misfitOf(
  { value, field, path }: Given,
  input: ReadonlyMap<string, Field>,
  { claims, file }: CallContext,
): Finding | null {
  if (value.kind === 'claim') return claimFault(value.claim, field, claims);
  if (value.kind === 'input') return inputFault(value.input, field, input);
  if (value.value === null)
    return field.nullable ? null : { message: `${field.name} is never null`, expected: 'a value' };
  const misfit = wordOf(field.type).misfit(field.type, value.value, (steps) =>
    sourceText(file.source, [...path, ...steps]),
  );
  if (misfit === null) return null;
  return {
    message: `${quote(value.value)} does not fit ${field.name}: ${misfit.message}`,
    expected: misfit.expected ?? null,
  };
}

function inputFault(name: string, field: Field, input: ReadonlyMap<string, Field>): Finding | null {
  const own = input.get(name);
  if (own === undefined) {
    const near = nearest(name, input.keys());
    const expected = input.size === 0 ? `${name} under input` : oneOf([...input.keys()].map(braced));
    return { message: `there is no input ${name}`, expected, nearest: near && braced(near) };
  }
  const misfit = typeMisfit(field.type, own.type, field.type.kind === 'array');
  const isSame = field.type.kind === own.type.kind || (field.type.kind !== 'array' && own.type.kind !== 'array');
  if (misfit !== null || !isSame)
    return {
      message: `${braced(name)} is ${misfit ?? `of type ${own.type.kind}, and ${field.name} is of type ${field.type.kind}`}`,
      expected: `an input of type ${field.type.kind}`,
    };
  if (!own.nullable || field.nullable) return null;
  return {
    message: `${braced(name)} may be null, and ${field.name} is never null`,
    expected: 'an input that is not nullable',
  };
}

function braced(name: string): string {
  return `{${inputPrefix}.${name}}`;
}
