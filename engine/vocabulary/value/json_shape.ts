import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isLosslessNumber } from 'lossless-json';
import { nearest } from '../../language/nearest.ts';
import { oneOf, quote } from '../../language/wording.ts';
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
    return { ok: false, fault: { ...schemaMisfit(error), steps: ['schema', ...stepsOf(error?.instancePath ?? '')] } };
  }
  const found = writtenOut(written, written, []);
  if (!found.ok && 'keyword' in found) {
    const misfit = {
      message: `JSON Schema has no keyword ${found.keyword}`,
      expected: 'a keyword of JSON Schema 2020-12',
    };
    const near = nearest(found.keyword, Object.keys(ajv.RULES.keywords));
    return { ok: false, fault: { ...misfit, steps: ['schema', ...found.steps], nearest: near, part: 'key' } };
  }
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
  const at = instancePath === '' ? '' : `at ${instancePath}: `;
  if ('additionalProperty' in params) return `${at}must have no member ${params.additionalProperty}`;
  const allowed = Array.isArray(params.allowedValues)
    ? `: ${params.allowedValues.map((each) => JSON.stringify(each)).join(', ')}`
    : '';
  return `${at}${message ?? 'breaks the schema'}${allowed}`;
}

/** What is wrong with a schema, of which one part does not follow the schema of schemas. */
function schemaMisfit(error: ErrorObject | undefined): Omit<Misfit, 'steps'> {
  const allowed: unknown = error?.params.allowedValues;
  if (!Array.isArray(allowed) || typeof error?.data !== 'string')
    return { message: `the schema ${error?.message ?? 'is none'}`, expected: 'JSON Schema 2020-12' };
  return {
    message: `JSON Schema has no ${quote(error.data)} here`,
    expected: oneOf(allowed),
    nearest: nearest(error.data, allowed),
  };
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
  | { readonly ok: false; readonly steps: readonly (string | number)[]; readonly message: string }
  | { readonly ok: false; readonly steps: readonly (string | number)[]; readonly keyword: string };

/** Keywords whose values are values, and those whose members have names of their own. */
const ofValues: ReadonlySet<string> = new Set(['const', 'enum', 'examples', 'default', '$defs']);
const ofNames: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  'dependentRequired',
]);
/** Keywords that tell one schema from another, or name it from outside. */
const ofPlaces: ReadonlySet<string> = new Set(['$id', '$anchor', '$dynamicRef', '$dynamicAnchor']);

/** A part of a schema with the schemas in it that it names. `isNames`: its members have names of their own. */
function writtenOut(part: unknown, root: JsonSchema, within: readonly string[], isNames = false): WrittenOut {
  if (typeof part !== 'object' || part === null) return { ok: true, value: part };
  const isSchema = !isNames && !Array.isArray(part);
  const members: [string, unknown][] = [];
  const named: unknown[] = [];
  for (const [key, value] of Object.entries(part)) {
    const step = Array.isArray(part) ? Number(key) : key;
    if (isSchema && ofPlaces.has(key)) return { ok: false, steps: [step], message: `${key} has no meaning here` };
    if (isSchema && !Object.hasOwn(ajv.RULES.keywords, key)) return { ok: false, steps: [step], keyword: key };
    const isRef = isSchema && key === '$ref';
    const found = isRef
      ? namedSchema(String(value), root, within)
      : isSchema && ofValues.has(key)
        ? ({ ok: true, value } as const)
        : writtenOut(value, root, within, isSchema && ofNames.has(key));
    if (!found.ok) return found.steps[0] === '$defs' ? found : { ...found, steps: [step, ...found.steps] };
    if (isRef) named.push(found.value);
    else members.push([key, found.value]);
  }
  if (Array.isArray(part)) return { ok: true, value: members.map(([, value]) => value) };
  const own = Object.fromEntries(members);
  const isAlone = members.every(([key]) => key === '$defs' || key === '$schema');
  if (named.length === 0 || (isAlone && typeof named[0] !== 'object')) return { ok: true, value: named[0] ?? own };
  // Beside its own keywords, both hold.
  const both = { ...own, allOf: [...((own.allOf as readonly unknown[] | undefined) ?? []), ...named] };
  return { ok: true, value: isAlone ? { ...own, ...(named[0] as object) } : both };
}

function namedSchema(reference: string, root: JsonSchema, within: readonly string[]): WrittenOut {
  const name = /^#\/\$defs\/([^/]+)$/.exec(reference)?.[1] ?? '';
  const schema = (root.$defs as Readonly<Record<string, unknown>> | undefined)?.[name];
  if (schema === undefined) return { ok: false, steps: [], message: `there is no schema ${reference}` };
  if (within.includes(name)) return { ok: false, steps: [], message: `the schema ${name} has itself in it` };
  const found = writtenOut(schema, root, [...within, name]);
  if (found.ok || found.steps[0] === '$defs') return found;
  return { ...found, steps: ['$defs', name, ...found.steps] };
}

/** Numbers as the validator reads them: those with more digits than JavaScript keeps are near enough for bounds. */
function withNumbers(value: unknown): unknown {
  if (isLosslessNumber(value)) return Number(value.value);
  if (Array.isArray(value)) return value.map(withNumbers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withNumbers(member)]));
}
