import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isLosslessNumber } from 'lossless-json';
import type { JsonSchema } from '../json_schema/json_schema.ts';
import type { Misfit } from './misfit.ts';

/** What is wrong with a JSON value under a schema, as words about its first fault; null for nothing. */
export function shapeFault(schema: JsonSchema, value: unknown): string | null {
  const validate = compiled(schema);
  if (validate(withNumbers(value))) return null;
  const [error] = validate.errors ?? [];
  return error === undefined ? 'breaks the schema' : wordsOf(error);
}

/** The schema with what it refers to written out, so that it stands at any place of a document; or what is wrong with it. */
export function readShape(
  written: JsonSchema,
): { readonly ok: true; readonly schema: JsonSchema } | { readonly ok: false; readonly fault: Misfit } {
  const fault = (steps: readonly (string | number)[], message: string, expected: string) =>
    ({ ok: false, fault: { steps: ['schema', ...steps], message, expected } }) as const;
  if (!ajv.validateSchema(written)) {
    const error = deepest(ajv.errors ?? []);
    return fault(
      stepsOf(error?.instancePath ?? ''),
      `the schema ${error?.message ?? 'is none'}`,
      'JSON Schema 2020-12',
    );
  }
  const found = writtenOut(written, written, []);
  if (!found.ok) return fault(found.steps, found.message, 'a schema that is written out, or #/$defs/<name>');
  const { $defs: _named, $schema: _dialect, ...schema } = found.value as JsonSchema;
  try {
    compiled(schema);
  } catch (error) {
    return fault(
      [],
      `the schema cannot be used: ${(error as Error).message.replace(/^strict mode: /, '')}`,
      'JSON Schema 2020-12',
    );
  }
  return { ok: true, schema };
}

const ajv = new Ajv2020({
  strict: true,
  strictTypes: false,
  strictRequired: false,
  strictTuples: false,
  verbose: true,
});
// The package is CommonJS: its default export is its module.
(addFormats as unknown as (instance: Ajv2020) => void)(ajv);

const known = new WeakMap<JsonSchema, ValidateFunction>();

/** Compiled when first needed. */
function compiled(schema: JsonSchema): ValidateFunction {
  const validate = known.get(schema) ?? ajv.compile(schema);
  known.set(schema, validate);
  return validate;
}

function wordsOf({ instancePath, message, params }: ErrorObject): string {
  const extra = 'additionalProperty' in params ? `: ${params.additionalProperty}` : '';
  const allowed = Array.isArray(params.allowedValues)
    ? `: ${params.allowedValues.map((each) => JSON.stringify(each)).join(', ')}`
    : '';
  return `${instancePath === '' ? '' : `at ${instancePath}: `}${message ?? 'breaks the schema'}${extra}${allowed}`;
}

/** The fault that lies deepest says most. */
function deepest(errors: readonly ErrorObject[]): ErrorObject | undefined {
  return errors.toSorted((one, other) => stepsOf(other.instancePath).length - stepsOf(one.instancePath).length)[0];
}

function stepsOf(pointer: string): readonly (string | number)[] {
  const names = pointer.split('/').slice(1);
  return names.map((name) => (/^\d+$/.test(name) ? Number(name) : name.replaceAll('~1', '/').replaceAll('~0', '~')));
}

type WrittenOut =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly steps: readonly (string | number)[]; readonly message: string };

/** A part of a schema with the schemas in it that it names. */
function writtenOut(part: unknown, root: JsonSchema, within: readonly string[]): WrittenOut {
  if (typeof part !== 'object' || part === null) return { ok: true, value: part };
  const members: [string, unknown][] = [];
  for (const [key, value] of Object.entries(part)) {
    const step = Array.isArray(part) ? Number(key) : key;
    if (key === '$ref' && typeof value === 'string') {
      const name = /^#\/\$defs\/([^/]+)$/.exec(value)?.[1] ?? '';
      const named = (root.$defs as Readonly<Record<string, unknown>> | undefined)?.[name];
      if (named === undefined) return { ok: false, steps: [step], message: `there is no schema ${value}` };
      if (within.includes(name)) return { ok: false, steps: [step], message: `the schema ${name} has itself in it` };
      const found = writtenOut(named, root, [...within, name]);
      if (!found.ok) return found.steps[0] === '$defs' ? found : { ...found, steps: ['$defs', name, ...found.steps] };
      members.push(...Object.entries(found.value as object));
      continue;
    }
    if (['$id', '$anchor', '$dynamicRef', '$dynamicAnchor'].includes(key) && !Array.isArray(part))
      return { ok: false, steps: [step], message: `${key} has no meaning here` };
    const found = key === '$defs' ? ({ ok: true, value } as const) : writtenOut(value, root, within);
    if (!found.ok) return found.steps[0] === '$defs' ? found : { ...found, steps: [step, ...found.steps] };
    members.push([key, found.value]);
  }
  return { ok: true, value: Array.isArray(part) ? members.map(([, value]) => value) : Object.fromEntries(members) };
}

/** Numbers as the validator reads them: those with more digits than JavaScript keeps are near enough for bounds. */
function withNumbers(value: unknown): unknown {
  if (isLosslessNumber(value)) return Number(value.value);
  if (Array.isArray(value)) return value.map(withNumbers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withNumbers(member)]));
}
