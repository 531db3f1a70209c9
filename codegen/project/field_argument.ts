import { InvalidArgumentError } from 'commander';
import type { FieldDefinition } from '../../engine/definition/language/definition.ts';
import { fieldTypes } from '../../engine/vocabulary/field_type.ts';
import { shortFacets } from '../../engine/vocabulary/shorthand.ts';
import { unknownWord } from '../option/unknown_word.ts';

/** A field as it is written on a command line. */
export interface FieldArgument {
  readonly name: string;
  readonly definition: FieldDefinition;
}

/**
 * Reads `name:type`, with the arguments of the type behind an equals sign, then `:nullable` and `:unique`:
 * `title:text=100`, `price:decimal=9,3:nullable`, `status:enum=new,active`, `author_id:reference`.
 * @throws InvalidArgumentError for anything else; the message says what was expected.
 */
export function readField(text: string): FieldArgument {
  const [name = '', written = '', ...words] = text.split(':');
  if (name === '' || written === '') throw new InvalidArgumentError('expected name:type, such as title:text');
  const [type = '', ...behind] = written.split('=');
  const word = fieldTypes.get(type);
  if (word === undefined) throw new InvalidArgumentError(unknownWord('type', type, [...fieldTypes.keys()]));
  for (const word of words) {
    if (!modifiers.includes(word)) throw new InvalidArgumentError(unknownWord('word', word, modifiers));
  }
  const argument = behind.length === 0 ? null : behind.join('=');
  if (word.shorthand === undefined && argument !== null)
    throw new InvalidArgumentError(`a field of type ${type} takes nothing behind its type`);
  const short = word.shorthand?.(argument, name) ?? shortFacets({});
  if (!short.ok) throw new InvalidArgumentError(short.message);
  return { name, definition: { type, ...short.facets, ...Object.fromEntries(words.map((word) => [word, true])) } };
}

const modifiers: readonly string[] = ['nullable', 'unique'];
