import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { isLosslessNumber } from 'lossless-json';
import { type Dialect, requestSchema } from '../../contract/json_schema.ts';
import { mostErrors, type ProblemError } from '../../contract/problem.ts';
import { nearest } from '../../language/nearest.ts';
import { oneOf } from '../../language/wording.ts';
import type { Table } from '../../model/model.ts';
import { uuidPattern } from '../../vocabulary/type/uuid.ts';
import { checkFormat } from '../../vocabulary/value/format.ts';
import type { JsonBody } from './json_body.ts';

export type Validate = (body: JsonBody) => readonly ProblemError[];

/** The validators of an action for the tables of several roles, each made once. */
export function createValidators(action: 'create' | 'update'): (table: Table) => Validate {
  const made = new Map<Table, Validate>();
  return (table) => {
    const validate = made.get(table) ?? createValidator(table, action);
    made.set(table, validate);
    return validate;
  };
}

/** A function from the body of a create or update to everything that is wrong with it. */
export function createValidator(table: Table, action: 'create' | 'update'): Validate {
  let validate: ValidateFunction | null = null;
  return (body) => {
    if (typeof body !== 'object' || body === null || Array.isArray(body) || isLosslessNumber(body)) {
      return [{ pointer: '', detail: 'must be a JSON object' }];
    }
    // Compiled when first needed: a thousand resources must start in seconds.
    validate ??= ajv.compile(requestSchema(table, action, validatingDialect));
    const names = Object.keys(body);
    // The validator makes an error of each member, of which there may be a million.
    const unknown = names.length < mostErrors ? [] : names.filter((name) => !table.fields.has(name));
    if (unknown.length >= mostErrors)
      return unknown.slice(0, mostErrors).map((name) => describeUnknown(name, table, action));
    if (validate(body)) return [];
    const errors = new Map<string, ProblemError>();
    for (const error of validate.errors ?? []) {
      const described = describe(error, table, action);
      if (described !== null) errors.set(`${described.pointer} ${described.detail}`, described);
      if (errors.size === mostErrors) break;
    }
    return [...errors.values()];
  };
}

const validatingDialect: Dialect = {
  exact: (_, fault) => ({ exact: fault }),
  nullable: (schema) => ({ anyOf: [{ type: 'null' }, schema] }),
};

const ajv = createAjv();

function createAjv(): Ajv2020 {
  const instance = new Ajv2020({ allErrors: true, verbose: true, strict: false });
  instance.addKeyword({
    keyword: 'exact',
    errors: true,
    compile: (fault: (value: unknown) => string | null) =>
      function check(data: unknown): boolean {
        const wrong = fault(data);
        (check as Partial<ValidateFunction>).errors =
          wrong === null ? null : [{ keyword: 'exact', message: wrong, params: {} } as ErrorObject];
        return wrong === null;
      },
  });
  instance.addFormat('uuid', uuidPattern);
  instance.addFormat('uri', (text) => checkFormat('url', text) === null);
  for (const format of ['email', 'gln', 'gsrn', 'eic', 'org'] as const)
    instance.addFormat(format, (text) => checkFormat(format, text) === null);
  return instance;
}

function describe(error: ErrorObject, table: Table, action: 'create' | 'update'): ProblemError | null {
  const { keyword, params, instancePath: pointer, data } = error;
  switch (keyword) {
    case 'if':
    case 'anyOf':
      return null; // what is wrong inside is reported itself
    case 'additionalProperties':
      return describeUnknown(String(params.additionalProperty), table, action);
    case 'required':
      return { pointer: `/${params.missingProperty}`, detail: 'is required' };
    case 'dependentRequired':
      return { pointer: `/${params.property}`, detail: `must be sent together with ${params.missingProperty}` };
    case 'type':
      return params.type === 'null'
        ? null
        : { pointer, detail: data === null ? 'must not be null' : `must be ${article(String(params.type))}` };
    case 'not':
      return { pointer, detail: 'must not be null' };
    case 'enum': {
      const known = params.allowedValues as readonly string[];
      const near = typeof data === 'string' ? nearest(data, known) : null;
      return {
        pointer,
        detail: `must be ${oneOf(known)}`,
        ...(near === null ? {} : { hint: `did you mean ${near}?` }),
      };
    }
    case 'format':
      return { pointer, detail: describeFormat(String(params.format), String(data)) };
    case 'minLength':
      return { pointer, detail: `must have at least ${counted(params.limit, 'character')}` };
    case 'maxLength':
      return { pointer, detail: `must have at most ${counted(params.limit, 'character')}` };
    case 'minItems':
      return { pointer, detail: `must have at least ${counted(params.limit, 'element')}` };
    case 'maxItems':
      return { pointer, detail: `must have at most ${counted(params.limit, 'element')}` };
    case 'pattern':
      return { pointer, detail: `must match ${params.pattern}` };
    default:
      return { pointer, detail: data === null ? 'must not be null' : (error.message ?? `breaks the rule ${keyword}`) };
  }
}

function describeUnknown(name: string, table: Table, action: 'create' | 'update'): ProblemError {
  if (table.fields.has(name)) return describeUnwritable(name, table, action);
  const pointer = pointerTo(name);
  const writable = [...table.fields.values()].filter((each) => each[action]).map((each) => each.name);
  const near = nearest(name, writable);
  return {
    pointer,
    detail: `is not a field of ${table.name}`,
    ...(near === null ? {} : { hint: `did you mean ${near}?` }),
  };
}

/** What is wrong with a member that a caller may read and not write. */
export function describeUnwritable(name: string, { fields }: Table, action: 'create' | 'update'): ProblemError {
  const pointer = pointerTo(name);
  const field = fields.get(name);
  if (field === undefined || field.computed !== null || (!field.create && !field.update))
    return { pointer, detail: 'is set by the service and cannot be sent' };
  return {
    pointer,
    detail: action === 'update' ? 'is set on create and cannot be changed' : 'cannot be set on create',
  };
}

function pointerTo(name: string): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function describeFormat(format: string, text: string): string {
  switch (format) {
    case 'uuid':
      return 'must be a UUID';
    case 'uri':
      return checkFormat('url', text) ?? 'must be a URL';
    default:
      return checkFormat(format as 'gln', text) ?? `must have the format ${format}`;
  }
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}

function article(type: string): string {
  return type === 'object'
    ? 'a JSON object'
    : type === 'array'
      ? 'a list'
      : type === 'string'
        ? 'a string'
        : `a ${type}`;
}
