import type { RelatedValue } from '../field.ts';

/** Why a rule cannot use a field, and what it can use instead: the caller of a rule is not the reader of the value. */
export function madeOfRelated(name: string, { text }: RelatedValue): readonly [message: string, expected: string] {
  return [
    `${name} is made of related rows that the reader may read, and a rule looks at all rows`,
    `a rule over the related rows themselves: ${name} is computed by ${text}`,
  ];
}
