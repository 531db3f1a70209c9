import { checkFormat } from './format.ts';
import type { Report } from './load.ts';
import type { Default, FieldType, Json } from './model.ts';
import { checkNumber, readValue } from './value.ts';

type Path = readonly (string | number)[];

/** The default of a field; a value that the field itself would refuse is a fault. */
export function buildDefault(value: Json | undefined, type: FieldType, path: Path, report: Report): Default | null {
  if (value === undefined) return null;
  if (value === 'generated' && type.kind === 'uuid') return { kind: 'generated' };
  if (value === 'now' && type.kind === 'datetime') return { kind: 'now' };
  const at = [...path, 'default'];
  if (value === null) {
    report(at, { message: 'the default is null', expected: 'nullable: true, and no default' });
    return null;
  }
  if (value === 'generated' || value === 'now') {
    const owner = value === 'generated' ? 'uuid' : 'datetime';
    if (type.kind !== 'text' && type.kind !== 'enum' && type.kind !== 'html') {
      report(at, {
        message: `the default ${value} is for fields of type ${owner}, and this one is of type ${type.kind}`,
        expected: 'a value',
      });
      return null;
    }
  }
  const wrong = misfit(value, type);
  if (wrong === null) return { kind: 'value', value };
  report(at, { message: `the default does not fit the field: ${wrong.message}`, expected: wrong.expected });
  return null;
}

export function checkExample(example: Json | undefined, type: FieldType, path: Path, report: Report): void {
  if (example === undefined || example === null) return;
  const wrong = misfit(example, type);
  if (wrong !== null)
    report([...path, 'example'], {
      message: `the example does not fit the field: ${wrong.message}`,
      expected: wrong.expected,
    });
}

interface Misfit {
  readonly message: string;
  readonly expected: string | null;
}

/** Why a value could not be in a field of this type; null when it could. */
function misfit(value: Json, type: FieldType): Misfit | null {
  switch (type.kind) {
    case 'json':
      return null;
    case 'array': {
      if (!Array.isArray(value)) return { message: 'it is no list', expected: 'a list' };
      for (const element of value as readonly Json[]) {
        const wrong = misfit(element, type.of);
        if (wrong !== null) return wrong;
      }
      return null;
    }
    case 'boolean':
      return typeof value === 'boolean'
        ? null
        : { message: `${JSON.stringify(value)} is no boolean`, expected: 'true or false' };
    case 'integer':
    case 'bigint':
    case 'decimal': {
      if (typeof value !== 'number') return { message: `${JSON.stringify(value)} is no number`, expected: 'a number' };
      const wrong = checkNumber(type, String(value));
      return wrong === null ? null : { message: `${value} ${wrong}`, expected: null };
    }
    case 'reference':
      return typeof value === 'number' && Number.isSafeInteger(value)
        ? null
        : { message: `${JSON.stringify(value)} is no id`, expected: 'a whole number' };
    default: {
      if (typeof value !== 'string') return { message: `${JSON.stringify(value)} is no text`, expected: 'a text' };
      const read = readValue(type, value);
      if (!read.ok) return { message: read.message, expected: read.expected };
      return type.kind === 'text' || type.kind === 'html' ? misfitText(value, type) : null;
    }
  }
}

function misfitText(value: string, type: FieldType & { kind: 'text' | 'html' }): Misfit | null {
  const length = [...value].length;
  if (type.minLength !== null && length < type.minLength)
    return { message: `${JSON.stringify(value)} is too short`, expected: `at least ${type.minLength} characters` };
  if (type.maxLength !== null && length > type.maxLength)
    return { message: `${JSON.stringify(value)} is too long`, expected: `at most ${type.maxLength} characters` };
  if (type.kind === 'html') return null;
  if (type.pattern !== null && !new RegExp(type.pattern, 'u').test(value))
    return { message: `${JSON.stringify(value)} does not match the pattern`, expected: type.pattern };
  if (type.format?.kind !== 'fixed') return null;
  const wrong = checkFormat(type.format.name, value);
  return wrong === null ? null : { message: wrong, expected: null };
}
