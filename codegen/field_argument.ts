import { InvalidArgumentError } from 'commander';
import type { FieldDefinition } from '../engine/definition/definition.ts';
import { otherWords } from '../engine/definition/synonym.ts';
import { nearest } from '../engine/language/nearest.ts';
import { fieldTypes } from '../engine/vocabulary/field_type.ts';

/** A field as it is named on a command line. */
export interface FieldArgument {
  readonly name: string;
  readonly definition: FieldDefinition;
}

/**
 * Reads `name:type`, with what the type needs behind an equals sign, and `:nullable` and `:unique` behind that:
 * `title:text=100`, `price:decimal=9,3:nullable`, `status:enum=new,active`, `author_id:reference`.
 * @throws InvalidArgumentError for what is no field; the message says what was expected.
 */
export function readField(text: string): FieldArgument {
  const [name = '', written = '', ...words] = text.split(':');
  if (name === '' || written === '') throw new InvalidArgumentError('expected name:type, such as title:text');
  const [type = '', ...behind] = written.split('=');
  if (!fieldTypes.has(type)) throw new InvalidArgumentError(unknown('type', type, [...fieldTypes.keys()]));
  for (const word of words) {
    if (!modifiers.includes(word)) throw new InvalidArgumentError(unknown('word', word, modifiers));
  }
  const facets = facetsOf(name, type, behind.length === 0 ? null : behind.join('='));
  return { name, definition: { type, ...facets, ...Object.fromEntries(words.map((word) => [word, true])) } };
}

const modifiers: readonly string[] = ['nullable', 'unique'];

/** What stands behind the equals sign, as the facets that the type has. */
function facetsOf(name: string, type: string, argument: string | null): Omit<FieldDefinition, 'type'> {
  switch (type) {
    case 'reference':
      return { to: argument ?? name.replace(/_id$/, '') };
    case 'array':
      return { of: argument ?? 'text' };
    case 'enum':
      if (argument === null) throw new InvalidArgumentError('an enum has values: status:enum=new,active');
      return { values: argument.split(',') };
    case 'decimal': {
      const [, precision, scale] = /^(\d{1,4}),(\d{1,4})$/.exec(argument ?? '') ?? [];
      if (precision === undefined)
        throw new InvalidArgumentError('a decimal has digits in all, and after the point: price:decimal=9,3');
      return { precision: Number(precision), scale: Number(scale) };
    }
    case 'text':
    case 'html':
      if (argument === null) return {};
      if (!/^\d{1,9}$/.test(argument))
        throw new InvalidArgumentError('a text has at most so many characters: title:text=100');
      return { max_length: Number(argument) };
    default:
      if (argument !== null) throw new InvalidArgumentError(`a field of type ${type} takes nothing behind its type`);
      return {};
  }
}

function unknown(kind: string, written: string, known: readonly string[]): string {
  const meant = nearest(written, known) ?? otherWords.get(written.toLowerCase()) ?? null;
  const hint = meant !== null && known.includes(meant) ? `; did you mean ${meant}?` : '';
  return `there is no ${kind} ${JSON.stringify(written)}; expected one of ${known.join(', ')}${hint}`;
}
