import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { nearest } from '../../language/nearest.ts';
import type { Feature } from '../../model/feature.ts';
import type { JsonSchema } from '../../vocabulary/json_schema/json_schema.ts';
import { inDefinition, type LanguageKey } from '../feature.ts';
import { type LanguageSchema, languageSchemaOf } from '../language/language.ts';
import type { Fault } from './fault.ts';
import { type Fit, fitsOf } from './fit.ts';
import { type Path, placeOf } from './place.ts';
import { describeShape, pathOf } from './shape_fault.ts';
import type { Source } from './source.ts';

export interface Shape {
  readonly faults: readonly Fault[];
  /** The keys and values at fault; of what is missing, the map that lacks it. */
  readonly paths: readonly Path[];
}

/** What holds a file against the definition language with these features: all faults at once, each at its own key or value. */
export function createShapeCheck(features: readonly Feature[]): (source: Source) => Shape {
  const language = languageSchemaOf(features);
  const keys = inDefinition.all({ features }).flatMap((part) => part.keys ?? []);
  const fits = ofKinds((kind) => fitsOf(language)(schemaOf(kind)));
  let validators: Validators | null = null;
  const validatorOf = (kind: Kind) => {
    validators ??= compile(language);
    return validators[kind];
  };
  return (source) => checkShape(source, { fits, validatorOf }, keys);
}

interface Checks {
  readonly fits: ByKind<Fit>;
  /** Compiled for the first file that does not fit. */
  readonly validatorOf: (kind: Kind) => ValidateFunction;
}

function checkShape(source: Source, { fits, validatorOf }: Checks, featureKeys: readonly LanguageKey[]): Shape {
  const { content, file } = source;
  const keys = typeof content === 'object' && content !== null ? Object.keys(content) : [];
  if (keys.includes('service') && keys.includes('resource')) {
    const message = 'the file defines a resource and the service';
    const fault = { ...placeOf(source, ['service'], 'key'), message, expected: 'a file for each', nearest: null };
    return { faults: [fault], paths: [[]] };
  }
  const kind = kindOf(keys, file);
  if (fits[kind](content)) return { faults: [], paths: [] };
  const validate = validatorOf(kind);
  if (validate(content)) return { faults: [], paths: [] };
  const faults: Fault[] = [];
  const paths: Path[] = [];
  for (const error of ofChosenAlternatives(validate.errors ?? [])) {
    const path = pathOf(error.instancePath, content);
    const types = typesAt(error, validate.errors ?? []);
    const fault = describeShape(source, { error, path, types }, featureKeys);
    if (fault === null) continue;
    if (!faults.some((other) => isSame(fault, other))) faults.push(fault);
    const key = error.propertyName ?? error.params.additionalProperty;
    paths.push(key === undefined ? path : [...path, key]);
  }
  return { faults, paths };
}

type Kind = 'resource' | 'service';

type ByKind<T> = Readonly<Record<Kind, T>>;

function ofKinds<T>(make: (kind: Kind) => T): ByKind<T> {
  return { resource: make('resource'), service: make('service') };
}

function schemaOf(kind: Kind): JsonSchema {
  return { $ref: `#/$defs/${kind}` };
}

type Validators = ByKind<ValidateFunction>;

// That the language is itself a schema, a test has shown; and code that looks at some small files need not be made any faster.
function compile(language: LanguageSchema): Validators {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    strictTypes: false,
    validateSchema: false,
    code: { optimize: false },
  });
  ajv.addSchema(language, 'language');
  return ofKinds((kind) => ajv.compile({ $ref: `language#/$defs/${kind}` }));
}

/** What a file is meant to define, be it by a key that is nearly right, or by its name. */
function kindOf(keys: readonly string[], file: string): Kind {
  const kinds = ['resource', 'service'] as const;
  const written = kinds.find((kind) => keys.includes(kind));
  if (written !== undefined) return written;
  const meant = kinds.find((kind) => keys.some((key) => nearest(key, [kind]) !== null || key.startsWith(`${kind}:`)));
  return meant ?? (file === 'service.yaml' ? 'service' : 'resource');
}

/**
 * For a value that may be a scalar, a map or a list: only the errors of the form that was written. A scalar gets no
 * error that a map was expected, and a map none that a scalar was expected.
 */
function ofChosenAlternatives(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const places = new Map(
    errors.filter(({ keyword }) => keyword === 'anyOf').map((error) => [error.instancePath, error]),
  );
  return errors.filter((error) => {
    const alternatives = places.get(error.instancePath);
    if (alternatives === undefined || error.keyword === 'anyOf') return alternatives === undefined;
    const isOfStructure = error.keyword === 'type' && error.params.type !== 'string';
    const isOfScalar = ['type', 'enum', 'pattern', 'maxLength'].includes(error.keyword) && !isOfStructure;
    const types = (alternatives.schema as readonly { readonly type?: string }[]).map(({ type = '' }) => type);
    if (typeof alternatives.data !== 'object' || alternatives.data === null)
      return !isOfStructure || types.every((type) => ['array', 'object'].includes(type));
    const isChosen = types.includes(Array.isArray(alternatives.data) ? 'array' : 'object');
    return !isOfScalar && !(isOfStructure && isChosen);
  });
}

/** The types that may stand where a value is of none of them. */
function typesAt({ instancePath }: ErrorObject, errors: readonly ErrorObject[]): readonly string[] {
  const types = errors.filter((error) => error.keyword === 'type' && error.instancePath === instancePath);
  return [...new Set(types.map(({ params }): string => params.type))];
}

function isSame(a: Fault, b: Fault): boolean {
  return a.line === b.line && a.column === b.column && a.message === b.message;
}
