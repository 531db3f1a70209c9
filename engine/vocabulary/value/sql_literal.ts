import { textLiteral } from '../../sql/literal.ts';

/** A text as an SQL constant of a type. */
export function typedLiteral(text: string, type: string): string {
  return `${textLiteral(text)}::${type}`;
}

/** A number as an SQL constant; with its type if SQL has no constant of that form. */
export function numberLiteral(text: string, type: string): string {
  return /^-?\d+(\.\d+)?$/.test(text) ? text : typedLiteral(text, type);
}

/** Several texts as an SQL array of a type. */
export function typedArrayLiteral(texts: readonly (string | null)[], type: string): string {
  const elements = texts.map((text) => (text === null ? 'null' : textLiteral(text)));
  return `array[${elements.join(', ')}]::${type}[]`;
}
